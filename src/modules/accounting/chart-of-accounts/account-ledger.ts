import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { keepPlans } from '#platform/db/keep-plans.ts';
import { sumOf } from '#platform/decimal.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type RowBatches, type TranslatedColumn } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound } from '#platform/refusal.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import { recordKindLabel } from '../record/record-kinds.ts';
import type { ChartAccount } from '../tables.ts';
import { selectChart } from './chart.sql.ts';
import { elementList } from './data-source.sql.ts';
import { describeElements } from './data-source.ts';
import { balanceOf, subtreeOf } from './tree.ts';

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  divisionId?: string | undefined;
}

type Transfer = ReturnType<typeof describeElements>[number];

/** A movement of the account, with the balance after it. The first line has no movement: it is the balance before the period. */
interface Line {
  date: string | null;
  movement: Transfer | null;
  side: Transfer['debit'] | null;
  other: Transfer['debit'] | null;
  debited: string | null;
  credited: string | null;
  balance: string;
}

const BATCH = 500;
const OPENING = { es: 'Saldo inicial', en: 'Opening balance' };

const { text, number, date } = columnsOf<Line>();

const columns: TranslatedColumn<Line>[] = [
  date({ es: 'Fecha', en: 'Date' }, ({ date }) => date),
  text({ es: 'Asiento', en: 'Entry' }, ({ movement }) => movement?.entryId),
  text(
    { es: 'Tipo', en: 'Type' },
    ({ movement }, language) => movement && recordKindLabel(movement.recordKind, language),
  ),
  text({ es: 'Descripción', en: 'Description' }, ({ movement }, language) =>
    movement ? movement.description : OPENING[language],
  ),
  text({ es: 'Referencia', en: 'Reference' }, ({ movement }) => movement?.reference),
  text({ es: 'Código contable', en: 'Ledger code' }, ({ side }) => side?.code),
  text({ es: 'Cuenta contable', en: 'Ledger account' }, ({ side }) => side?.name),
  text({ es: 'Contrapartida', en: 'Other account' }, ({ other }) => other && `${other.code} ${other.name}`),
  number({ es: 'Debe', en: 'Debit' }, ({ debited }) => debited),
  number({ es: 'Haber', en: 'Credit' }, ({ credited }) => credited),
  number({ es: 'Saldo', en: 'Balance' }, ({ balance }) => balance),
  text({ es: 'Registro', en: 'Record' }, ({ movement }) => movement?.recordId),
];

/** The ledger of an account (libro mayor), or of a heading with everything under it, as a file. */
export async function downloadLedger(
  ctx: TenantSteps,
  accountId: string,
  { format, ...period }: Period & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const { account, ids, opening, currency } = await ctx.transaction((unit) => openLedger(unit, accountId, period));
  const batches = batchesByCursor((cursor) =>
    ctx.transaction(async (unit) => {
      const [chart] = await Promise.all([selectChart(unit), keepPlans(unit)]);
      const query = { ...period, chartAccountId: ids, sort: 'date', itemsPerPage: BATCH, cursor } as const;
      return elementList.next(unit, query, (rows) => describeElements(unit, chart, rows));
    }),
  );
  const fileName = ['mayor', account.code, period.from, period.to].filter(Boolean).join('-');
  const lines = withBalances(batches, {
    from: period.from ?? null,
    account,
    ids: new Set(ids),
    opening,
    currency,
  });
  return tableDownload(ctx, { format, fileName, columns, batches: lines });
}

async function openLedger(ctx: TenantContext, accountId: string, { from, divisionId }: Period) {
  const under = subtreeOf(await selectChart(ctx), accountId);
  const account = under.find(({ id }) => id === accountId);
  if (!account) throw NotFound();
  const ids = under.map(({ id }) => id);
  const until = from && Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  const totals = until ? await selectTotals(ctx, { accountIds: ids, divisionId: divisionId ?? null, until }) : [];
  const opening = balanceOf(account.kind, {
    debit: sumOf(totals, ({ debit }) => debit),
    credit: sumOf(totals, ({ credit }) => credit),
  });
  return { account, ids, opening, currency: ctx.currency };
}

interface Ledger {
  from: string | null;
  account: ChartAccount;
  ids: ReadonlySet<string>;
  opening: bigint;
  currency: string;
}

/** A line for each side of a transfer that is in the ledger: a transfer between two of its accounts has both. */
async function* withBalances(
  batches: RowBatches<Transfer>,
  { from, account, ids, opening, currency }: Ledger,
): AsyncIterable<Line[]> {
  let balance = opening;
  const next = (movement: Transfer, side: 'debit' | 'credit'): Line => {
    const amount = toMinor(movement.amount, currency);
    balance += balanceOf(account.kind, { debit: 0n, credit: 0n, [side]: amount });
    return {
      date: movement.date,
      movement,
      side: movement[side],
      other: movement[side === 'debit' ? 'credit' : 'debit'],
      debited: side === 'debit' ? movement.amount : null,
      credited: side === 'credit' ? movement.amount : null,
      balance: fromMinor(balance, currency),
    };
  };
  const nothing = { movement: null, side: null, other: null, debited: null, credited: null };
  yield [{ ...nothing, date: from, balance: fromMinor(balance, currency) }];
  for await (const transfers of batches)
    yield transfers.flatMap((transfer) =>
      (['debit', 'credit'] as const).flatMap((side) => (ids.has(transfer[side].id) ? [next(transfer, side)] : [])),
    );
}
