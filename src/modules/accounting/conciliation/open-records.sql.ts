import { type RawBuilder, sql } from 'kysely';
import { keepPlans } from '#platform/db/keep-plans.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { mapOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import {
  accounts,
  conciliatedRecords,
  conciliations,
  ledgerEntries,
  ledgerTransfers,
  records,
  statementLines,
} from '../tables.ts';

/** Those records of an account that the bank does not have by the end of a day. Without a day: that are in no conciliation. */
interface OpenRecords {
  accountId: string;
  until: string | null;
}

/** The transfers that move the account `a`: their amounts in its currency, negative if they take from it. */
const movementsOf = (tenant: Pick<Tenant, 'organizationId'>, until: string | null) => sql`LATERAL (
  SELECT t.entry_id, t.debit_amount AS amount FROM ${ledgerTransfers.of(tenant)} t
  WHERE t.debit_account_id = a.chart_account_id AND (${until}::date IS NULL OR t.date <= ${until}::date)
  UNION ALL
  SELECT t.entry_id, -t.credit_amount FROM ${ledgerTransfers.of(tenant)} t
  WHERE t.credit_account_id = a.chart_account_id AND (${until}::date IS NULL OR t.date <= ${until}::date)) AS s`;

/** The bank has a record on the day of the lines that it is matched with. Without lines: on the last day of its conciliation. */
const isAtBank = (
  tenant: Pick<Tenant, 'organizationId'>,
  until: string | null,
) => sql`(${until}::date IS NULL OR coalesce(
  (SELECT max(l.date) FROM ${statementLines.of(tenant)} l WHERE l.conciliation_id = k.id AND l.match = c.match), k.until) <= ${until}::date)`;

/** The ids of open records with what they add to the account. */
const openRecords = (tenant: Pick<Tenant, 'organizationId'>, { accountId, until }: OpenRecords) => sql`
  SELECT r.id, sum(s.amount) AS amount
  FROM ${accounts.of(tenant)} a
  CROSS JOIN ${movementsOf(tenant, until)}
  CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', sql`e.id = s.entry_id AND e.reverses_id IS NULL`)}
  CROSS JOIN ${lookedUp(records.of(tenant), 'r', sql`r.id = e.record_id AND r.version = e.version AND r.status = 'posted'`)}
  WHERE a.id = ${accountId} AND NOT EXISTS (
    SELECT FROM ${conciliatedRecords.of(tenant)} c JOIN ${conciliations.of(tenant)} k ON k.id = c.conciliation_id
    WHERE c.account_id = a.id AND c.record_id = r.id AND ${isAtBank(tenant, until)})
  GROUP BY r.id HAVING sum(s.amount) <> 0`;

export const isOpenIn = (
  tenant: Pick<Tenant, 'organizationId'>,
  record: RawBuilder<unknown>,
  open: OpenRecords,
): RawBuilder<unknown> => sql`${record} IN (SELECT o.id FROM (${openRecords(tenant, open)}) AS o)`;

/** The sum that all open records of an account add to it. */
export async function selectOpenAmount(tenant: Tenant, open: OpenRecords): Promise<bigint> {
  await keepPlans(tenant);
  return (await scalarOf<bigint>(tenant.tx)`
    SELECT coalesce(sum(o.amount), 0)::numeric(40,0) FROM (${openRecords(tenant, open)}) AS o`)!;
}

/** The amounts that the current versions of these records add to an account. */
export const selectAmountsIn = (tenant: Tenant, accountId: string, recordIds: string[]): Promise<Map<string, bigint>> =>
  mapOf<bigint>(tenant.tx)`
    SELECT r.id, sum(CASE WHEN t.debit_account_id = a.chart_account_id THEN t.debit_amount ELSE 0 END
                   - CASE WHEN t.credit_account_id = a.chart_account_id THEN t.credit_amount ELSE 0 END)::numeric(40,0)
    FROM ${accounts.of(tenant)} a
    JOIN ${records.of(tenant)} r ON r.id = ANY (${recordIds}::uuid[])
    JOIN ${ledgerEntries.of(tenant)} e ON e.record_id = r.id AND e.version = r.version AND e.reverses_id IS NULL
    JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id
    WHERE a.id = ${accountId} GROUP BY r.id`;
