import { sql } from 'kysely';
import { startOf } from '#platform/db/step.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { ledgerDays, ledgerTail } from '../tables.ts';

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

/** The movements of accounts of the chart by interval: totals of days, and the open tail. */
export async function selectMovements(
  tenant: Tenant,
  filter: { accountIds: string[]; from: string; to: string; interval: Interval; weekStart: number },
): Promise<Movements[]> {
  const chosen = sql`
    account_id = ANY (${filter.accountIds}::uuid[])
    AND date BETWEEN ${filter.from}::date AND ${filter.to}::date`;
  return rowsOf<Movements>(tenant.tx)`
    SELECT account_id, ${startOf(sql`date`, filter.interval, filter.weekStart)} AS date,
           sum(debit)::numeric(40,0) AS debit, sum(credit)::numeric(40,0) AS credit,
           sum(own_debit)::numeric(40,0) AS own_debit, sum(own_credit)::numeric(40,0) AS own_credit
    FROM (
      SELECT account_id, date, debit, credit, own_debit, own_credit FROM ${ledgerDays.of(tenant)} AS days WHERE ${chosen}
      UNION ALL
      SELECT account_id, date, debit, credit, own_debit, own_credit FROM ${ledgerTail.of(tenant)} AS tail WHERE ${chosen}
    ) AS parts GROUP BY 1, 2`;
}
