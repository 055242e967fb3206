import { fiscalYearStart, selectChart, selectTotals } from '#modules/accounting/index.ts';
import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { tableDownload } from '#platform/export/download.ts';
import { columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { inDecimals } from '#platform/money.ts';
import { type RegisterRow, selectRegister } from './register.sql.ts';

interface RegisterQuery {
  from?: string | undefined;
  to?: string | undefined;
  category?: string | undefined;
  divisionId?: string | undefined;
}

const amountNames = [
  'costBefore',
  'acquired',
  'costDisposed',
  'depreciatedBefore',
  'depreciated',
  'depreciationDisposed',
] as const;

/** A page of the assets of a period, and the sums of all of them by category and by account of the books. */
export async function readRegister(
  ctx: TenantContext,
  query: RegisterQuery & PageRequest & { cursor?: string | undefined },
) {
  const { period, rows, shown } = await registerOf(ctx, query);
  const page = pageInMemory(query, shown, ({ id }) => id);
  const categories = [...Map.groupBy(shown, ({ category }) => category)];
  return {
    ...page,
    data: page.data.map((row) => describeRow(ctx, row)),
    ...period,
    currency: ctx.currency,
    categories: categories.map(([category, assets]) => ({ category, sums: sumsOf(ctx, assets) })),
    totals: sumsOf(ctx, shown),
    accounts: await accountsOf(ctx, rows, period.to),
  };
}

/** The assets that were in the books on a day of the period. */
async function registerOf(ctx: TenantContext, { from, to, category, divisionId }: RegisterQuery) {
  const { fiscalYearStartMonth } = await readSettings(ctx, accountingSettings);
  const last = to ?? ctx.today.toString();
  const period = { from: from ?? fiscalYearStart(last, fiscalYearStartMonth), to: last };
  const rows = await selectRegister(ctx, period);
  const shown = rows.filter(
    (row) =>
      (category === undefined || row.category === category) &&
      (divisionId === undefined || row.divisionId === divisionId) &&
      amountNames.some((name) => row[name] !== 0n),
  );
  return { period, rows, shown };
}

type Amounts = Pick<RegisterRow, (typeof amountNames)[number]>;

function withClosing(amounts: Amounts) {
  const cost = amounts.costBefore + amounts.acquired - amounts.costDisposed;
  const accumulatedDepreciation = amounts.depreciatedBefore + amounts.depreciated - amounts.depreciationDisposed;
  return { ...amounts, cost, accumulatedDepreciation, bookValue: cost - accumulatedDepreciation };
}

const describeRow = (ctx: TenantContext, row: RegisterRow) => inDecimals({ ...row, ...withClosing(row) }, ctx.currency);

function sumsOf(ctx: TenantContext, rows: RegisterRow[]) {
  const sums = Object.fromEntries(amountNames.map((name) => [name, sumOf(rows, (row) => row[name])]));
  return { assets: rows.length, ...inDecimals(withClosing(sums as Amounts), ctx.currency) };
}

/** The sums of the assets by account, next to the balance of the ledger: a difference was posted elsewhere. */
async function accountsOf(ctx: TenantContext, rows: RegisterRow[], until: string) {
  const sums = new Map<string, bigint>();
  const add = (id: string, amount: bigint) => sums.set(id, (sums.get(id) ?? 0n) + amount);
  for (const row of rows) {
    const { cost, accumulatedDepreciation } = withClosing(row);
    add(row.assetAccountId, cost);
    add(row.accumulatedAccountId, -accumulatedDepreciation);
  }
  const [chart, totals] = await Promise.all([
    selectChart(ctx),
    selectTotals(ctx, { accountIds: [...sums.keys()], divisionId: null, until, knownAt: null }),
  ]);
  return chart
    .filter(({ id }) => sums.has(id))
    .map(({ id, code, name }) => {
      const total = totals.find(({ accountId }) => accountId === id);
      const [register, ledger] = [sums.get(id)!, total ? total.debit - total.credit : 0n];
      return { id, code, name, ...inDecimals({ register, ledger, difference: ledger - register }, ctx.currency) };
    });
}

const { text, number, date } = columnsOf<ReturnType<typeof describeRow>>();

const columns: TranslatedColumn<ReturnType<typeof describeRow>>[] = [
  text({ es: 'Categoría', en: 'Category' }, ({ category }) => category),
  text({ es: 'Código', en: 'Code' }, ({ code }) => code),
  text({ es: 'Activo', en: 'Asset' }, ({ name }) => name),
  date({ es: 'Adquirido', en: 'Acquired' }, ({ acquiredOn }) => acquiredOn),
  date({ es: 'Dado de baja', en: 'Disposed of' }, ({ disposedOn }) => disposedOn),
  number({ es: 'Costo inicial', en: 'Opening cost' }, ({ costBefore }) => costBefore),
  number({ es: 'Adiciones', en: 'Additions' }, ({ acquired }) => acquired),
  number({ es: 'Retiros', en: 'Disposals' }, ({ costDisposed }) => costDisposed),
  number({ es: 'Costo final', en: 'Closing cost' }, ({ cost }) => cost),
  number({ es: 'Depreciación inicial', en: 'Opening depreciation' }, ({ depreciatedBefore }) => depreciatedBefore),
  number({ es: 'Depreciación del período', en: 'Depreciation of the period' }, ({ depreciated }) => depreciated),
  number(
    { es: 'Depreciación de los retiros', en: 'Depreciation of disposals' },
    ({ depreciationDisposed }) => depreciationDisposed,
  ),
  number(
    { es: 'Depreciación acumulada', en: 'Accumulated depreciation' },
    ({ accumulatedDepreciation }) => accumulatedDepreciation,
  ),
  number({ es: 'Valor en libros', en: 'Book value' }, ({ bookValue }) => bookValue),
];

export async function downloadRegister(
  ctx: TenantSteps,
  { format, ...query }: RegisterQuery & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const { to, rows } = await ctx.transaction(async (unit) => {
    const { period, shown } = await registerOf(unit, query);
    return { to: period.to, rows: shown.map((row) => describeRow(unit, row)) };
  });
  return tableDownload(ctx, { format, fileName: `activos-fijos-${to}`, columns, batches: [rows] });
}
