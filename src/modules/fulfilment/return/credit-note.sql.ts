import { sql } from 'kysely';
import type { FiscalKey, FiscalSpan } from '#modules/invoicing/index.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { returns } from '../tables.ts';

const keyColumns = sql`r.id, r.date, r.fiscal_number, r.base_total`;

const isNumbered = sql`r.fiscal_number IS NOT NULL`;
/** Also of an invoice without a number: a return of a numbered receipt needs a numbered note. */
const isUnnumbered = sql`r.fiscal_number IS NULL AND r.modifies_fiscal_number IS NULL`;

/** The credit notes of a period by date, after the given one. */
export async function selectNoteKeys(
  tenant: Tenant,
  span: FiscalSpan & { after: Pick<FiscalKey, 'date' | 'id'> | null; limit: number },
): Promise<FiscalKey[]> {
  const { direction, from, to, unnumbered, after, limit } = span;
  const behind = after ? sql`AND (r.date, r.id) > (${after.date}::date, ${after.id}::uuid)` : sql``;
  return rowsOf<FiscalKey>(tenant.tx)`
    SELECT ${keyColumns} FROM ${returns.of(tenant)} r
    WHERE r.direction = ${direction} AND r.status = 'issued'
      AND ${unnumbered ? isUnnumbered : isNumbered} AND r.date BETWEEN ${from}::date AND ${to}::date ${behind}
    ORDER BY r.date, r.id LIMIT ${limit}`;
}

/** Earlier credit notes of these invoices that reverse withheld tax. */
export const selectWithheldNoteKeys = (
  tenant: Tenant,
  { pendingRecordIds, before }: { pendingRecordIds: string[]; before: string },
) =>
  rowsOf<FiscalKey>(tenant.tx)`
    SELECT ${keyColumns} FROM ${returns.of(tenant)} r
    WHERE r.pending_record_id = ANY (${pendingRecordIds}::uuid[])
      AND r.status = 'issued' AND r.fiscal_number IS NOT NULL AND r.withheld > 0 AND r.date < ${before}::date`;
