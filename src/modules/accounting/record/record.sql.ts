import { type RawBuilder, sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { askedOnce } from '#platform/db/batched.ts';
import { mapOf, onlyRowOf, rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import {
  chartAccounts,
  divisions,
  ledgerEntries,
  ledgerTransfers,
  projects,
  type RecordRow,
  records,
} from '../tables.ts';

export type RecordContent = Omit<RecordRow, 'id' | 'version' | 'status' | 'createdBy' | 'createdAt' | 'updatedAt'>;

export const selectRecord = (tenant: Tenant, id: string): Promise<RecordRow | undefined> => records.find(tenant, id);

export const selectRecords = (tenant: Tenant, ids: string[]): Promise<RecordRow[]> => records.all(tenant, { id: ids });

export const lockRecord = (tenant: Tenant, id: string): Promise<RecordRow | undefined> =>
  records.find(tenant, id, { lock: 'FOR UPDATE' });

/** Those of these accounts of the chart that exist. The ledger checks whether they take transfers. */
export const selectPostingAccounts = askedOnce(
  (tenant: Tenant, ids: string[]): Promise<{ id: string; currency: string }[]> =>
    chartAccounts.all(tenant, { id: ids }, { columns: ['id', 'currency'] }),
);

/** Whether the division and the project exist; true for null. */
export const selectKnown = askedOnce(async (tenant: Tenant, divisionId: string | null, projectId: string | null) => {
  if (divisionId === null && projectId === null) return { division: true, project: true };
  return onlyRowOf<{ division: boolean; project: boolean }>(tenant.tx)`
      SELECT ${divisionId}::uuid IS NULL OR EXISTS (
               SELECT FROM ${divisions.of(tenant)} d WHERE d.id = ${divisionId}) AS division,
             ${projectId}::uuid IS NULL OR EXISTS (
               SELECT FROM ${projects.of(tenant)} p WHERE p.id = ${projectId}) AS project`;
});

export interface PostedLine {
  entryId: string;
  version: number;
  reversesId: string | null;
  date: string;
  postedAt: string;
  debitId: string;
  debitCode: string;
  debitName: string;
  creditId: string;
  creditCode: string;
  creditName: string;
  amount: bigint;
  debitAmount: bigint;
  creditAmount: bigint;
  debitCurrency: string;
  creditCurrency: string;
  purpose: string;
}

/** Every transfer that the versions of a record posted, in the order of posting. */
export const selectPosted = (tenant: Tenant, recordId: string) =>
  rowsOf<PostedLine>(tenant.tx)`
    SELECT e.id AS entry_id, e.version, e.reverses_id, e.date, e.posted_at,
           d.id AS debit_id, d.code AS debit_code, d.name AS debit_name,
           c.id AS credit_id, c.code AS credit_code, c.name AS credit_name,
           t.amount, t.debit_amount, t.credit_amount, t.debit_currency, t.credit_currency, t.purpose
    FROM ${ledgerEntries.of(tenant)} e
    JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id
    JOIN ${chartAccounts.of(tenant)} d ON d.id = t.debit_account_id
    JOIN ${chartAccounts.of(tenant)} c ON c.id = t.credit_account_id
    WHERE e.record_id = ${recordId}
    ORDER BY e.version, e.reverses_id IS NOT NULL, t.line`;

/** The transfers of the current version of a record. */
export const selectCurrent = async (tenant: Tenant, { id, version }: Pick<RecordRow, 'id' | 'version'>) =>
  (await selectPosted(tenant, id)).filter((line) => line.version === version && line.reversesId === null);

/** The expense in the current version of each of these records, in the organization's currency. */
export const selectExpenses = (tenant: Tenant, ids: string[]) =>
  mapOf<bigint>(tenant.tx)`
    SELECT r.id, sum(CASE WHEN d.kind = 'expense' THEN t.amount ELSE 0 END
                   - CASE WHEN c.kind = 'expense' THEN t.amount ELSE 0 END)::numeric(40,0) AS expense
    FROM ${records.of(tenant)} r
    JOIN ${ledgerEntries.of(tenant)} e ON e.record_id = r.id AND e.version = r.version
      AND e.reverses_id IS NULL
    JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id
    JOIN ${chartAccounts.of(tenant)} d ON d.id = t.debit_account_id
    JOIN ${chartAccounts.of(tenant)} c ON c.id = t.credit_account_id
    WHERE r.id = ANY (${ids}::uuid[])
    GROUP BY r.id`;

/** Records follow a merge of contacts. Their version stays, because it is also the version of their ledger entries. */
export const moveRecordsOfContacts = (ctx: TenantContext, { from, into }: ContactMerge): Promise<number> =>
  records.updateAll(ctx, { contactId: from }, { contactId: into, version: sql`version`, updatedAt: ctx.now });

/** The record that reverses a journal entry. */
export const selectReversal = (tenant: Tenant, id: string) =>
  rowOf<{ id: string; date: string }>(tenant.tx)`
    SELECT r.id, r.date FROM ${records.of(tenant)} r WHERE r.reversal_of = ${id} AND r.status = 'posted'`;

/** Whether the record of a row of another module is dated on this day or before. */
export const isDatedBy = (tenant: Tenant, recordId: RawBuilder<unknown>, date: string): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM ${records.of(tenant)} dated WHERE dated.id = ${recordId} AND dated.date <= ${date}::date)`;
