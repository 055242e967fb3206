import { sql } from 'kysely';
import type { FiscalSpan } from '#modules/invoicing/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { type ReturnRow, returnColumns } from './return.sql.ts';

/** What decides in which form a credit note is declared, with the invoice that it is of. */
export interface NoteKey {
  id: string;
  date: string;
  fiscalNumber: string;
  modifiesFiscalNumber: string | null;
  baseTotal: bigint;
  pendingRecordId: string;
}

const keyColumns = sql`r.id, r.date, r.fiscal_number, r.modifies_fiscal_number, r.base_total, r.pending_record_id`;

const isNumbered = sql`r.fiscal_number IS NOT NULL`;
/** Of an invoice without a number as well: what comes back of a receipt needs a note with one. */
const isUnnumbered = sql`r.fiscal_number IS NULL AND r.modifies_fiscal_number IS NULL`;

/** The credit notes of a time, by date, from behind the one given. */
export async function selectNoteKeys(
  tx: Tx,
  organizationId: string,
  span: FiscalSpan & { after: Pick<NoteKey, 'date' | 'id'> | null; limit: number },
): Promise<NoteKey[]> {
  const { direction, from, to, unnumbered, after, limit } = span;
  const behind = after ? sql`AND (r.date, r.id) > (${after.date}::date, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<NoteKey>`
    SELECT ${keyColumns} FROM returns r
    WHERE r.organization_id = ${organizationId} AND r.direction = ${direction} AND r.status = 'issued'
      AND ${unnumbered ? isUnnumbered : isNumbered} AND r.date BETWEEN ${from}::date AND ${to}::date ${behind}
    ORDER BY r.date, r.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The credit notes of these invoices from before a day that take back what was withheld. */
export async function selectWithheldNoteKeys(
  tx: Tx,
  organizationId: string,
  { pendingRecordIds, before }: { pendingRecordIds: string[]; before: string },
): Promise<NoteKey[]> {
  const { rows } = await sql<NoteKey>`
    SELECT ${keyColumns} FROM returns r
    WHERE r.organization_id = ${organizationId} AND r.pending_record_id = ANY (${pendingRecordIds}::uuid[])
      AND r.status = 'issued' AND r.fiscal_number IS NOT NULL AND r.withheld > 0 AND r.date < ${before}::date`.execute(
    tx,
  );
  return rows;
}

export async function selectReturnsById(tx: Tx, organizationId: string, ids: string[]): Promise<ReturnRow[]> {
  const rows = await tx
    .selectFrom('returns')
    .select(returnColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();
  return rows as ReturnRow[];
}
