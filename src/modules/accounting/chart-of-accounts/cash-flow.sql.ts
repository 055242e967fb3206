import { type RawBuilder, sql } from 'kysely';
import { lookedUp } from '#platform/db/looked-up.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { ledgerEntries, ledgerTransfers, records } from '../tables.ts';

export interface CashMovement {
  /** The account on the other side. */
  accountId: string;
  inflow: bigint;
  outflow: bigint;
}

/** The accounts of the chart that hold money, those of what is owed on invoices, and those of investments. */
interface FlowAccounts {
  cash: string[];
  owed: string[];
  investing: string[];
}

interface FlowFilter {
  from: string;
  to: string;
  knownAt: string | null;
  divisionId: string | null;
}

/**
 * The money that came into and left these accounts in a period, by the account on the other side. A reversal counts against what it
 * reverses. A payment of an invoice with investments among its lines counts there in proportion. Reads that period only, and the
 * invoices with investments.
 */
export async function selectCashMovements(
  tenant: Tenant,
  { cash, owed, investing }: FlowAccounts,
  filter: FlowFilter,
): Promise<CashMovement[]> {
  const knownBy = (entry: RawBuilder<unknown>) =>
    sql`(${filter.knownAt}::timestamptz IS NULL OR ${entry}.posted_at <= ${filter.knownAt}::timestamptz)`;
  const counts = sql`t.date BETWEEN ${filter.from}::date AND ${filter.to}::date
      AND (${filter.divisionId}::uuid IS NULL OR t.division_id = ${filter.divisionId}::uuid)`;
  const isKnown = sql`e.id = t.entry_id AND ${knownBy(sql`e`)}`;
  const between = (own: RawBuilder<unknown>, other: RawBuilder<unknown>, isInflow: boolean) => sql`
    SELECT ${other} AS account_id, (e.reverses_id IS NULL) = ${isInflow}::boolean AS is_inflow,
           CASE WHEN e.reverses_id IS NULL THEN t.amount ELSE -t.amount END AS counted
    FROM ${ledgerTransfers.of(tenant)} t CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', isKnown)}
    WHERE ${own} = ANY (${cash}::uuid[]) AND ${other} <> ALL (${cash}::uuid[]) AND ${counts}`;
  const [debit, credit] = [sql`t.debit_account_id`, sql`t.credit_account_id`];
  const investedIn = (account: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`
    SELECT ${account} AS account_id, i.amount, d.source_id, d.base_amount
    FROM ${ledgerTransfers.of(tenant)} i
    CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', sql`e.id = i.entry_id AND e.reverses_id IS NULL AND ${knownBy(sql`e`)}`)}
    CROSS JOIN ${lookedUp(records.of(tenant), 'd', sql`d.id = e.record_id AND d.source_kind = 'invoice' AND d.kind IN ('sale', 'purchase')`)}
    WHERE ${account} = ANY (${investing}::uuid[]) AND ${other} = ANY (${owed}::uuid[])
      AND NOT EXISTS (SELECT FROM ${ledgerEntries.of(tenant)} r WHERE r.reverses_id = e.id AND ${knownBy(sql`r`)})`;
  return rowsOf<CashMovement>(tenant.tx)`
    WITH invested AS (
      ${investedIn(sql`i.debit_account_id`, sql`i.credit_account_id`)}
      UNION ALL ${investedIn(sql`i.credit_account_id`, sql`i.debit_account_id`)}
    ), paid AS (
      SELECT i.account_id, CASE WHEN ${debit} = ANY (${owed}::uuid[]) THEN ${debit} ELSE ${credit} END AS owed_id,
             (e.reverses_id IS NULL) = (${credit} = ANY (${owed}::uuid[])) AS is_inflow,
             round(t.amount::numeric * i.amount / i.base_amount) * CASE WHEN e.reverses_id IS NULL THEN 1 ELSE -1 END AS counted
      FROM invested i
      CROSS JOIN ${lookedUp(records.of(tenant), 'p', sql`p.source_id = i.source_id AND p.source_kind IN ('payment', 'invoice')`)}
      CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', sql`e.record_id = p.id AND ${knownBy(sql`e`)}`)}
      CROSS JOIN ${lookedUp(
        ledgerTransfers.of(tenant),
        't',
        sql`t.entry_id = e.id AND ${counts}
          AND (${debit} = ANY (${cash}::uuid[]) AND ${credit} = ANY (${owed}::uuid[])
            OR ${credit} = ANY (${cash}::uuid[]) AND ${debit} = ANY (${owed}::uuid[]))`,
      )}
    )
    SELECT * FROM (
      SELECT account_id, coalesce(sum(counted) FILTER (WHERE is_inflow), 0)::numeric(40,0) AS inflow,
             coalesce(sum(counted) FILTER (WHERE NOT is_inflow), 0)::numeric(40,0) AS outflow
      FROM (
        ${between(debit, credit, true)} UNION ALL ${between(credit, debit, false)}
        UNION ALL SELECT account_id, is_inflow, counted FROM paid
        UNION ALL SELECT owed_id, is_inflow, -counted FROM paid
      ) AS moved
      GROUP BY account_id
    ) AS flows WHERE inflow <> 0 OR outflow <> 0`;
}
