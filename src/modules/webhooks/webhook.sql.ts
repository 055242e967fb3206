import { sql } from 'kysely';
import { rowOf, scalarOf, type Tenant } from '#platform/db/table.ts';

/** A delivery succeeded. Neither this nor a failure counts the version up: an owner who edits the webhook sees no conflict. */
export async function clearFailures({ tx, organizationId }: Tenant, id: string): Promise<void> {
  await sql`
    UPDATE webhooks SET failing_since = NULL, exhausted_in_a_row = 0
    WHERE organization_id = ${organizationId} AND id = ${id} AND failing_since IS NOT NULL`.execute(tx);
}

/** Counts a failed attempt; undefined when the webhook has been deleted. */
export const countFailure = (
  { tx, organizationId }: Tenant,
  id: string,
  failure: { at: Temporal.Instant; exhausted: boolean },
) =>
  rowOf<{ failingSince: string; exhaustedInARow: number }>(tx)`
    UPDATE webhooks
    SET failing_since = coalesce(failing_since, ${failure.at}),
        exhausted_in_a_row = exhausted_in_a_row + ${failure.exhausted ? 1 : 0}
    WHERE organization_id = ${organizationId} AND id = ${id}
    RETURNING failing_since, exhausted_in_a_row`;

/** When the first event happened for which no delivery was made yet. Null: there is none. */
export const selectFirstWaiting = ({ tx, organizationId }: Tenant) =>
  scalarOf<string | null>(tx)`
    SELECT (
      SELECT e.created_at FROM events e
      WHERE e.organization_id = c.organization_id AND e.seq > c.seq ORDER BY e.seq LIMIT 1) AS at
    FROM event_cursors c WHERE c.organization_id = ${organizationId} AND c.subscriber = 'webhooks'`;
