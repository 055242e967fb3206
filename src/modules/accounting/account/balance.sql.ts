import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

export interface Movements {
  accountId: string;
  /** The first day of the interval. */
  date: string;
  debit: bigint;
  credit: bigint;
  ownDebit: bigint;
  ownCredit: bigint;
}

/** What moved on accounts of the chart, by interval: the totals of the days, and the open tail. */
export async function selectMovements(
  { tx, organizationId }: Tenant,
  filter: { accountIds: string[]; from: string; to: string; interval: Interval },
): Promise<Movements[]> {
  const chosen = sql`
    organization_id = ${organizationId} AND account_id = ANY (${filter.accountIds}::uuid[])
    AND date BETWEEN ${filter.from}::date AND ${filter.to}::date`;
  const { rows } = await sql<Movements>`
    SELECT account_id, date_trunc(${filter.interval}, date)::date AS date,
           sum(debit)::bigint AS debit, sum(credit)::bigint AS credit,
           sum(own_debit)::bigint AS own_debit, sum(own_credit)::bigint AS own_credit
    FROM (
      SELECT account_id, date, debit, credit, own_debit, own_credit FROM ledger_days WHERE ${chosen}
      UNION ALL
      SELECT account_id, date, debit, credit, own_debit, own_credit FROM ledger_tail WHERE ${chosen}
    ) AS parts GROUP BY 1, 2`.execute(tx);
  return rows;
}
