import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumber } from '#platform/written-number.ts';
import { readOrder } from './order-text.ts';

const line = (quantity: string, name: string, price: string | null = null) => ({ quantity, name, price });

test('amounts are read as people write them', () => {
  const cases: [string, string | null][] = [
    ['1,250.50', '1250.5'],
    ['1.250,50', '1250.5'],
    ['1250.5', '1250.5'],
    ['1,250', '1250'],
    ['12,5', '12.5'],
    ['1.250.000', '1250000'],
    ['1,250,000.00', '1250000'],
    ['50.', '50'],
    ['1.2.3', null],
    ['9'.repeat(40), null],
  ];
  for (const [written, decimal] of cases) assert.equal(readNumber(written), decimal, written);
});

test('orders are read as people write them', () => {
  const cases: [string, string | null, ReturnType<typeof line>[]][] = [
    ['3 arroz selecto a 50 para Juan Perez', 'Juan Perez', [line('3', 'arroz selecto', '50')]],
    [
      'Hazme una cotización para Juan Pérez de 3 arroz selecto y 2 aceite a 190',
      'Juan Pérez',
      [line('3', 'arroz selecto'), line('2', 'aceite', '190')],
    ],
    ['quote for Acme & Co: 2 x rice at $45.50, 1 salt', 'Acme & Co', [line('2', 'rice', '45.5'), line('1', 'salt')]],
    [
      'Para Colmado Luz\n- 12 refrescos @ RD$ 1,200.00\n- arroz x 3',
      'Colmado Luz',
      [line('12', 'refrescos', '1200'), line('3', 'arroz')],
    ],
    ['10 unidades de jabón a 25 c/u', null, [line('10', 'jabón', '25')]],
    ['Buenos días, ¿cómo está?', null, []],
  ];
  for (const [text, contactName, lines] of cases) assert.deepEqual(readOrder(text), { contactName, lines }, text);
});
