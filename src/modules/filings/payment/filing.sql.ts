import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export const filingKinds = ['it1', 'ir17', 'payroll', 'tss', 'ir3'] as const;
export type FilingKind = (typeof filingKinds)[number];

export interface Filing {
  id: string;
  kind: FilingKind;
  period: string;
  status: 'paid' | 'void';
  paidOn: string;
  amount: bigint;
  credit: bigint;
  figures: unknown;
  accountId: string | null;
  recordId: string | null;
  voidedAt: string | null;
  createdAt: string;
}

const columns = [
  'id',
  'kind',
  'period',
  'status',
  'paidOn',
  'amount',
  'credit',
  'figures',
  'accountId',
  'recordId',
  'voidedAt',
  'createdAt',
] as const;

/** Undefined where the month is paid already. The condition is a literal: only so is it known as that of the index. */
export async function insertFiling(
  tx: Tx,
  organizationId: string,
  filing: Omit<Filing, 'status' | 'voidedAt' | 'createdAt' | 'recordId'> & { createdBy: string | null },
  at: Temporal.Instant,
): Promise<Filing | undefined> {
  const row = await tx
    .insertInto('taxFilings')
    .values({ ...filing, figures: JSON.stringify(filing.figures), organizationId, createdAt: at })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'kind', 'period']).where('status', '=', sql.lit('paid')).doNothing(),
    )
    .returning(columns)
    .executeTakeFirst();
  return row as Filing | undefined;
}

export const updateFiling = async (
  tx: Tx,
  organizationId: string,
  id: string,
  change: { recordId?: string; status?: 'void'; voidedAt?: Temporal.Instant },
): Promise<Filing> =>
  (await tx
    .updateTable('taxFilings')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()) as Filing;

export const lockFiling = async (tx: Tx, organizationId: string, id: string): Promise<Filing | undefined> =>
  (await tx
    .selectFrom('taxFilings')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as Filing | undefined;

const paidIn = (tx: Tx, organizationId: string, period: string) =>
  tx
    .selectFrom('taxFilings')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('period', '=', period)
    .where('status', '=', 'paid');

/** What was paid for a month, of each kind. */
export const selectPaid = async (tx: Tx, organizationId: string, period: string): Promise<Filing[]> =>
  (await paidIn(tx, organizationId, period).execute()) as Filing[];

/** The same, for whoever builds on it: nobody takes it back meanwhile. */
export const holdPaid = async (tx: Tx, organizationId: string, period: string): Promise<Filing[]> =>
  (await paidIn(tx, organizationId, period).forShare().execute()) as Filing[];

const newestBefore = (tx: Tx, organizationId: string, kind: FilingKind, period: string) =>
  tx
    .selectFrom('taxFilings')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('period', '<', period)
    .where('status', '=', 'paid')
    .orderBy('period', 'desc')
    .limit(1);

/** The last month of a kind that was paid before another, and may have left something over. */
export const selectPaidBefore = async (
  tx: Tx,
  organizationId: string,
  kind: FilingKind,
  period: string,
): Promise<Filing | undefined> =>
  (await newestBefore(tx, organizationId, kind, period).executeTakeFirst()) as Filing | undefined;

/** The same, for whoever uses what it has left over: meanwhile nobody takes it back, and nobody else uses it. */
export const holdPaidBefore: typeof selectPaidBefore = async (tx, organizationId, kind, period) =>
  (await newestBefore(tx, organizationId, kind, period).forNoKeyUpdate().executeTakeFirst()) as Filing | undefined;

export async function isPaidAfter(tx: Tx, organizationId: string, kind: FilingKind, period: string): Promise<boolean> {
  const later = await tx
    .selectFrom('taxFilings')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('period', '>', period)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

export interface FilingFilter {
  kind?: FilingKind | undefined;
  period?: string | undefined;
  status?: 'paid' | 'void' | undefined;
}

const matching = (tx: Tx, organizationId: string, filter: FilingFilter) =>
  tx
    .selectFrom('taxFilings')
    .where('organizationId', '=', organizationId)
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind!))
    .$if(filter.period !== undefined, (query) => query.where('period', '=', filter.period!))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status!));

export async function selectFilings(
  tx: Tx,
  organizationId: string,
  filter: FilingFilter,
  window: PageWindow,
): Promise<{ rows: Filing[]; counted: number }> {
  const [rows, counted] = await Promise.all([
    matching(tx, organizationId, filter)
      .select(columns)
      .orderBy('period', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching(tx, organizationId, filter).select('id'), window.countLimit),
  ]);
  return { rows: rows as Filing[], counted };
}
