import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fiscalTypes, receiptTitle } from './fiscal-type.ts';

test('a special receipt on paper has the title of its electronic twin, without the word', () => {
  const titleOf = (code: string) => receiptTitle(fiscalTypes.get(code)!);
  assert.deepEqual(['B01', 'E31', 'B12'].map(titleOf), [
    'Factura de crédito fiscal',
    'Factura de crédito fiscal electrónica',
    'Registro único de ingresos',
  ]);
  assert.deepEqual(['B11', 'B13', 'B14', 'B15', 'B16', 'B17', 'E45'].map(titleOf), [
    'Comprobante de compras',
    'Comprobante para gastos menores',
    'Comprobante para regímenes especiales',
    'Comprobante gubernamental',
    'Comprobante para exportaciones',
    'Comprobante para pagos al exterior',
    'Comprobante electrónico gubernamental',
  ]);
});
