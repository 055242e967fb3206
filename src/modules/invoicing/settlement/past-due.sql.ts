import { columnOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { pendingRecords } from '../tables.ts';

/** Marks invoices that were due before today. It skips those that another transaction has locked: the next tick marks them. */
export const updatePastDue = (
  { tx, organizationId }: Tenant,
  today: Temporal.PlainDate,
  at: Temporal.Instant,
  limit: number,
) =>
  columnOf<string>(tx)`
    UPDATE pending_records d SET past_due_at = ${at}::timestamptz, version = version + 1, updated_at = ${at}::timestamptz
    WHERE d.organization_id = ${organizationId} AND d.id IN (
      SELECT id FROM pending_records
      WHERE organization_id = ${organizationId} AND is_open AND past_due_at IS NULL AND kind = 'invoice'
        AND due_on < ${today}::date
      ORDER BY due_on LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING d.id`;

/** The first due date of the invoices that are not past due yet. */
export const selectNextDue = (tenant: Tenant) =>
  scalarOf<string | null>(tenant.tx)`
    SELECT d.due_on FROM ${pendingRecords.of(tenant)} d
    WHERE d.is_open AND d.past_due_at IS NULL AND d.kind = 'invoice'
    ORDER BY d.due_on LIMIT 1`;
