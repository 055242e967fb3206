import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { bookings, sessionHosts } from '../tables.ts';

/** Takes a place on a session unless all are taken: two writers cannot both get the last one. */
export async function incrementTaken({ tx, organizationId }: Tenant, sessionId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE schedule_sessions SET taken = taken + 1
    WHERE organization_id = ${organizationId} AND id = ${sessionId} AND taken < capacity`.execute(tx);
  return numAffectedRows === 1n;
}

/** Gives places back. */
export const decrementTaken = ({ tx, organizationId }: Tenant, sessionId: string, places: number) =>
  sql`UPDATE schedule_sessions SET taken = taken - ${places}::int
      WHERE organization_id = ${organizationId} AND id = ${sessionId}`.execute(tx);

/** Frees the time of a session that nobody is booked for. A place that was taken meanwhile keeps it. */
export const deleteEmptySession = ({ tx, organizationId }: Tenant, sessionId: string) =>
  sql`DELETE FROM schedule_sessions
      WHERE organization_id = ${organizationId} AND id = ${sessionId} AND taken = 0`.execute(tx);

/** Makes hosts busy and answers how many of them were free: the exclusion constraint decides, and waits for other writers. */
export async function insertBusyHosts(
  { tx, organizationId }: Tenant,
  sessionId: string,
  hostIds: readonly string[],
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO session_hosts (organization_id, session_id, host_id, busy_from, busy_until)
    SELECT c.organization_id, ${sessionId}::uuid, h.id, ${from}::timestamptz, ${until}::timestamptz
    FROM event_counters c, unnest(${hostIds.toSorted()}::uuid[]) AS h (id) WHERE c.organization_id = ${organizationId}
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows);
}

/** The holds that have ended, to be released by the first transaction that finds them. */
export const lockExpiredHolds = (
  tenant: Tenant,
  now: Temporal.Instant,
  limit: number,
): Promise<{ id: string; sessionId: string; scheduleId: string; startsAt: string; invoiceId: string | null }[]> =>
  rowsOf<{
    id: string;
    sessionId: string;
    scheduleId: string;
    startsAt: string;
    invoiceId: string | null;
  }>(tenant.tx)`
    SELECT id, session_id, schedule_id, starts_at, invoice_id FROM bookings
    WHERE organization_id = ${tenant.organizationId} AND state = 'held' AND hold_expires_at <= ${now}::timestamptz
    ORDER BY hold_expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;

/** The first who waits for a place at this time. */
export async function lockFirstWaiting(
  { tx, organizationId }: Tenant,
  scheduleId: string,
  startsAt: string,
): Promise<string | undefined> {
  const rows = await rowsOf<{ id: string }>(tx)`
    SELECT id FROM bookings
    WHERE organization_id = ${organizationId} AND schedule_id = ${scheduleId} AND starts_at = ${startsAt}::timestamptz
      AND state = 'waiting'
    ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return rows[0]?.id;
}

/** The times to come that people wait for, the earliest first. */
export async function selectWaitingTimes(
  tenant: Tenant,
  scheduleId: string,
  { after, limit }: { after: Temporal.Instant; limit: number },
): Promise<string[]> {
  const rows = await rowsOf<{ startsAt: string }>(tenant.tx)`
    SELECT DISTINCT b.starts_at FROM ${bookings.of(tenant)} b
    WHERE b.schedule_id = ${scheduleId} AND b.state = 'waiting' AND b.starts_at > ${after}::timestamptz
    ORDER BY b.starts_at LIMIT ${limit}`;
  return rows.map(({ startsAt }) => startsAt);
}

export async function selectHostsOf(tenant: Tenant, sessionIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sessionHosts.all(tenant, { sessionId: sessionIds }, { columns: ['sessionId', 'hostId'] });
  const grouped = Map.groupBy(rows, ({ sessionId }) => sessionId);
  return new Map([...grouped].map(([id, hosts]) => [id, hosts.map(({ hostId }) => hostId)]));
}

/** New capacity for the sessions to come; one with more bookings keeps room for them. */
export const updateCapacity = ({ tx, organizationId }: Tenant, scheduleId: string, capacity: number) =>
  sql`UPDATE schedule_sessions SET capacity = greatest(taken, ${capacity}::int)
      WHERE organization_id = ${organizationId} AND schedule_id = ${scheduleId}`.execute(tx);
