import { onlyRowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { pendingRecords } from '../tables.ts';

/** How many documents there are, and how many kinds have a document beyond their counter. */
export const selectNumberGaps = (tenant: Tenant) =>
  onlyRowOf<{ counted: bigint; wrong: number }>(tenant.tx)`
    WITH highest AS (
      SELECT kind, direction, max(number) AS number, count(*) AS documents
      FROM ${pendingRecords.of(tenant)} d GROUP BY kind, direction)
    SELECT coalesce(sum(h.documents), 0)::numeric(40,0) AS counted,
           (count(*) FILTER (WHERE h.number > coalesce(c.number, 0)))::int AS wrong
    FROM highest h LEFT JOIN pending_record_counters c
      ON c.organization_id = ${tenant.organizationId} AND c.kind = h.kind AND c.direction = h.direction`;

/** The highest number that documents have of each sequence; a fiscal number begins with its type in three characters. */
export const selectHighestFiscalNumbers = (tenant: Tenant) =>
  rowsOf<{ numeralsId: string; number: bigint }>(tenant.tx)`
    SELECT d.numerals_id, max(substr(d.fiscal_number, 4)::bigint) AS number
    FROM ${pendingRecords.of(tenant)} d WHERE d.numerals_id IS NOT NULL
    GROUP BY d.numerals_id`;
