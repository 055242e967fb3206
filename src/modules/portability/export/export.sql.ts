import { sql } from 'kysely';
import { columnOf, rowsOf, type Tenant } from '#platform/db/table.ts';

/** Marks exports as failed whose worker died at the last attempt. */
export const failAbandoned = ({ tx, organizationId }: Tenant, before: Temporal.Instant, now: Temporal.Instant) =>
  sql`
    UPDATE organization_exports SET status = 'failed', finished_at = ${now}
    WHERE organization_id = ${organizationId} AND status = 'running' AND created_at < ${before}::timestamptz`.execute(
    tx,
  );

/** Marks exports whose time is over and answers their ids, so that their bytes are deleted too. */
export const expireExports = ({ tx, organizationId }: Tenant, now: Temporal.Instant) =>
  columnOf<string>(tx)`
    UPDATE organization_exports SET status = 'expired'
    WHERE organization_id = ${organizationId} AND status = 'done' AND expires_at <= ${now}::timestamptz
    RETURNING id`;

export async function selectNextExpiry({ tx, organizationId }: Tenant): Promise<Temporal.Instant | null> {
  const rows = await rowsOf<{ next: string | null }>(tx)`
    SELECT min(expires_at) AS next FROM organization_exports
    WHERE organization_id = ${organizationId} AND status = 'done'`;
  return rows[0]!.next === null ? null : Temporal.Instant.from(rows[0]!.next);
}
