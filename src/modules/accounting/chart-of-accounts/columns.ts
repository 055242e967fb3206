import type { Tenant } from '#platform/db/table.ts';
import { columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import { asId, asText, asWord, asYesNo } from '#platform/import/reading.ts';
import type { ChartAccount } from '../tables.ts';
import { selectChart } from './chart.sql.ts';

export interface ExportedAccount extends ChartAccount {
  parentCode: string | null;
}

/** The whole chart, each account with the code of the one above. */
export async function exportedChart(tenant: Tenant): Promise<ExportedAccount[]> {
  const chart = await selectChart(tenant);
  const codes = new Map(chart.map(({ id, code }) => [id, code]));
  return chart.map((account) => ({ ...account, parentCode: codes.get(account.parentId ?? '') ?? null }));
}

const { text, yesNo } = columnsOf<ExportedAccount>();

const kinds = {
  es: { asset: 'Activo', liability: 'Pasivo', equity: 'Patrimonio', income: 'Ingreso', expense: 'Gasto' },
  en: { asset: 'Asset', liability: 'Liability', equity: 'Equity', income: 'Income', expense: 'Expense' },
};
const otherKinds = {
  activos: 'asset',
  assets: 'asset',
  pasivos: 'liability',
  liabilities: 'liability',
  capital: 'equity',
  'patrimonio neto': 'equity',
  ingresos: 'income',
  revenue: 'income',
  gastos: 'expense',
  costo: 'expense',
  costos: 'expense',
  'costo de venta': 'expense',
  'costo de ventas': 'expense',
  'costos y gastos': 'expense',
  cost: 'expense',
  expenses: 'expense',
  'cost of sales': 'expense',
  'cost of goods sold': 'expense',
};

export const columns: TranslatedColumn<ExportedAccount>[] = [
  text('Id', ({ id }) => id, asId('id')),
  text(
    { es: 'Código', en: 'Code' },
    ({ code }) => code,
    asText(
      'code',
      'Código de cuenta',
      'Código contable',
      'Número de cuenta',
      'No. de cuenta',
      'Account code',
      'Account number',
      'Ledger code',
    ),
  ),
  text(
    { es: 'Nombre', en: 'Name' },
    ({ name }) => name,
    asText(
      'name',
      'Nombre de cuenta',
      'Nombre de la cuenta',
      'Cuenta contable',
      'Descripción',
      'Account name',
      'Ledger account',
      'Description',
    ),
  ),
  text(
    { es: 'Cuenta padre', en: 'Parent account' },
    ({ parentCode }) => parentCode,
    asText(
      'parentCode',
      'Código padre',
      'Cuenta control',
      'Cuenta de control',
      'Cuenta mayor',
      'Cuenta superior',
      'Padre',
      'Parent code',
      'Parent',
    ),
  ),
  text(
    { es: 'Tipo', en: 'Type' },
    ({ kind }, language) => kinds[language][kind],
    asWord(kinds, otherKinds)('kind', 'Kind', 'Clase', 'Clasificación', 'Tipo de cuenta', 'Account type'),
  ),
  text({ es: 'Moneda', en: 'Currency' }, ({ currency }) => currency, asText('currency')),
  yesNo(
    { es: 'Recibe movimientos', en: 'Takes postings' },
    ({ postable }) => postable,
    asYesNo('postable', 'Imputable', 'De movimiento', 'Movimientos', 'Postable'),
  ),
  yesNo({ es: 'Archivada', en: 'Archived' }, ({ archivedAt }) => archivedAt !== null),
];
