import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface VoidedNumbers {
  id: string;
  type: string;
  firstNumber: bigint;
  lastNumber: bigint;
  voidedOn: string;
  reason: string;
  numeralsId: string | null;
  createdAt: string;
}

const columns = ['id', 'type', 'firstNumber', 'lastNumber', 'voidedOn', 'reason', 'numeralsId', 'createdAt'] as const;

/** Undefined where the number is void already. */
export const insertVoided = (
  tx: Tx,
  organizationId: string,
  voided: Omit<VoidedNumbers, 'createdAt'> & { voidedBy: string | null },
  at: Temporal.Instant,
): Promise<VoidedNumbers | undefined> =>
  tx
    .insertInto('voidedNumbers')
    .values({ ...voided, organizationId, createdAt: at } as never)
    .onConflict((conflict) => conflict.columns(['organizationId', 'type', 'firstNumber']).doNothing())
    .returning(columns)
    .executeTakeFirst();

export interface VoidedFilter {
  type?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const matching = (tx: Tx, organizationId: string, filter: VoidedFilter) =>
  tx
    .selectFrom('voidedNumbers')
    .where('organizationId', '=', organizationId)
    .$if(filter.type !== undefined, (query) => query.where('type', '=', filter.type!))
    .$if(filter.from !== undefined, (query) => query.where('voidedOn', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('voidedOn', '<=', filter.to!));

export async function selectVoided(
  tx: Tx,
  organizationId: string,
  filter: VoidedFilter,
  window: PageWindow,
): Promise<{ rows: VoidedNumbers[]; counted: number }> {
  const [rows, counted] = await Promise.all([
    matching(tx, organizationId, filter)
      .select(columns)
      .orderBy('voidedOn', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching(tx, organizationId, filter).select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

export interface VoidedNumber {
  type: string;
  number: bigint;
  voidedOn: string;
  reason: string;
}

/** One by one, by type and number, from behind the one given: for files. */
export async function selectVoidedNumbers(
  tx: Tx,
  organizationId: string,
  filter: { from: string; to: string; after: { type: string; number: bigint } | null; limit: number },
): Promise<VoidedNumber[]> {
  const { from, to, after, limit } = filter;
  const { rows } = await sql<VoidedNumber>`
    SELECT v.type, n.number, v.voided_on, v.reason
    FROM voided_numbers v CROSS JOIN LATERAL generate_series(
      greatest(v.first_number, CASE WHEN v.type = ${after?.type ?? null} THEN ${after?.number ?? null}::bigint + 1 END),
      v.last_number) AS n (number)
    WHERE v.organization_id = ${organizationId} AND v.voided_on BETWEEN ${from}::date AND ${to}::date
      AND (${after?.type ?? null}::text IS NULL OR v.type >= ${after?.type ?? null})
    ORDER BY v.type, n.number LIMIT ${limit}`.execute(tx);
  return rows;
}

/**
 * Whether a number of this span is in a range and not among the voided unused ones. Neither ranges nor voided spans share a
 * number with one another, so it is enough to compare how many they have.
 */
export async function isAnyInUse(
  tx: Tx,
  organizationId: string,
  { type, first, last }: { type: string; first: bigint; last: bigint },
): Promise<boolean> {
  const shared = (table: 'numerals' | 'voided_numbers') => sql`
    SELECT coalesce(sum(least(last_number, ${last}::bigint) - greatest(first_number, ${first}::bigint) + 1), 0)
    FROM ${sql.table(table)}
    WHERE organization_id = ${organizationId} AND type = ${type}
      AND first_number <= ${last}::bigint AND last_number >= ${first}::bigint`;
  const { rows } = await sql<{ inUse: boolean }>`
    SELECT (${shared('numerals')}) > (${shared('voided_numbers')} AND numerals_id IS NOT NULL) AS in_use`.execute(tx);
  return rows[0]!.inUse;
}
