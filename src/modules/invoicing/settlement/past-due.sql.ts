import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

/** Marks invoices that were due before today; one that somebody is paying at this moment is looked at again. */
export async function updatePastDue(
  { tx, organizationId }: Tenant,
  today: Temporal.PlainDate,
  at: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE pending_records d SET past_due_at = ${at}::timestamptz, version = version + 1, updated_at = ${at}::timestamptz
    WHERE d.organization_id = ${organizationId} AND d.id IN (
      SELECT id FROM pending_records
      WHERE organization_id = ${organizationId} AND is_open AND past_due_at IS NULL AND kind = 'invoice'
        AND due_on < ${today}::date
      ORDER BY due_on LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING d.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The first day on which an invoice is due that is not past due yet. */
export async function selectNextDue({ tx, organizationId }: Tenant): Promise<string | null> {
  const { rows } = await sql<{ dueOn: string }>`
    SELECT due_on FROM pending_records
    WHERE organization_id = ${organizationId} AND is_open AND past_due_at IS NULL AND kind = 'invoice'
    ORDER BY due_on LIMIT 1`.execute(tx);
  return rows[0]?.dueOn ?? null;
}
