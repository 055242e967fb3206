import { type RawBuilder, sql } from 'kysely';
import { lookedUp } from '#platform/db/looked-up.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { ledgerEntries, ledgerTransfers } from '../tables.ts';

export interface CashMovement {
  /** The account on the other side. */
  accountId: string;
  inflow: bigint;
  outflow: bigint;
}

/**
 * The money that came into and left these accounts in a period, by the account on the other side. A reversal counts against what it
 * reverses. Reads that period only.
 */
export async function selectCashMovements(
  tenant: Tenant,
  cash: string[],
  filter: { from: string; to: string; knownAt: string | null; divisionId: string | null },
): Promise<CashMovement[]> {
  const isKnown = sql`e.id = t.entry_id
    AND (${filter.knownAt}::timestamptz IS NULL OR e.posted_at <= ${filter.knownAt}::timestamptz)`;
  const between = (own: RawBuilder<unknown>, other: RawBuilder<unknown>, isInflow: boolean) => sql`
    SELECT ${other} AS account_id, (e.reverses_id IS NULL) = ${isInflow}::boolean AS is_inflow,
           CASE WHEN e.reverses_id IS NULL THEN t.amount ELSE -t.amount END AS counted
    FROM ${ledgerTransfers.of(tenant)} t CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', isKnown)}
    WHERE ${own} = ANY (${cash}::uuid[]) AND ${other} <> ALL (${cash}::uuid[])
      AND t.date BETWEEN ${filter.from}::date AND ${filter.to}::date
      AND (${filter.divisionId}::uuid IS NULL OR t.division_id = ${filter.divisionId}::uuid)`;
  const [debit, credit] = [sql`t.debit_account_id`, sql`t.credit_account_id`];
  return rowsOf<CashMovement>(tenant.tx)`
    SELECT * FROM (
      SELECT account_id, coalesce(sum(counted) FILTER (WHERE is_inflow), 0)::numeric(40,0) AS inflow,
             coalesce(sum(counted) FILTER (WHERE NOT is_inflow), 0)::numeric(40,0) AS outflow
      FROM (${between(debit, credit, true)} UNION ALL ${between(credit, debit, false)}) AS moved
      GROUP BY account_id
    ) AS flows WHERE inflow <> 0 OR outflow <> 0`;
}
