import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { payloadConditions } from '#platform/events/payload-filter.sql.ts';
import type { PayloadFilter } from '#platform/events/payload-filter.ts';
import type { PageWindow } from '#platform/http/page.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export interface Delivery {
  id: string;
  webhookId: string;
  eventSeq: bigint | null;
  eventId: string;
  eventType: string;
  requestBody: string;
  requestHeaders: Record<string, string> | null;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: string | null;
  responseStatus: number | null;
  responseSnippet: string | null;
  error: string | null;
  durationMs: number | null;
  createdAt: string;
  lastAttemptAt: string | null;
}

const columns = [
  'id',
  'webhookId',
  'eventSeq',
  'eventId',
  'eventType',
  'requestBody',
  'requestHeaders',
  'status',
  'attempts',
  'nextAttemptAt',
  'responseStatus',
  'responseSnippet',
  'error',
  'durationMs',
  'createdAt',
  'lastAttemptAt',
] as const;

const RESULTS_COUNTED_MAX = 10_000;

export interface NewDelivery {
  id: string;
  webhookId: string;
  event: { seq: bigint; id: string; type: string; body: string };
}

/** One statement, however many; each event's text travels once, however many listen to it. */
export function insertDeliveries(
  tx: Tx,
  organizationId: string,
  at: Temporal.Instant,
  deliveries: NewDelivery[],
): Promise<unknown> {
  const events = [...new Set(deliveries.map(({ event }) => event))];
  return sql`
    INSERT INTO webhook_deliveries
      (organization_id, id, webhook_id, event_seq, event_id, event_type, request_body, status, next_attempt_at, created_at)
    SELECT ${organizationId}::uuid, d.id, d.webhook_id, e.seq, e.id, e.type, e.body, 'pending', ${at}::timestamptz, ${at}::timestamptz
    FROM unnest(
      ${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map(({ webhookId }) => webhookId)}::uuid[],
      ${deliveries.map(({ event }) => event.seq)}::bigint[]
    ) AS d (id, webhook_id, seq)
    JOIN unnest(
      ${events.map(({ seq }) => seq)}::bigint[],
      ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map(({ body }) => body)}::text[]
    ) AS e (seq, id, type, body) ON e.seq = d.seq`.execute(tx);
}

/** Deliveries with all that their next attempt needs. */
export const selectForAttempt = (tx: Tx, organizationId: string, ids: string[]) =>
  tx
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhooks as w', (join) =>
      join.onRef('w.organizationId', '=', 'd.organizationId').onRef('w.id', '=', 'd.webhookId'),
    )
    .select(['d.id as deliveryId', 'd.eventId', 'd.requestBody', 'd.status', 'd.attempts'])
    .select(['w.id', 'w.url', 'w.active', 'w.secret', 'w.previousSecret', 'w.previousExpiresAt', 'w.failingSince'])
    .where('d.organizationId', '=', organizationId)
    .where('d.id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();

export interface AttemptRow {
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Temporal.Instant | null;
  requestHeaders: string;
  responseStatus: number | null;
  responseSnippet: string | null;
  error: string | null;
  durationMs: number;
  lastAttemptAt: Temporal.Instant;
}

/** Records attempts, each unless another has been recorded in its place; answers which were. */
export async function updateAttempts(
  tx: Tx,
  organizationId: string,
  rows: (AttemptRow & { id: string })[],
): Promise<Set<string>> {
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  const times = (name: 'nextAttemptAt' | 'lastAttemptAt') => rows.map((row) => row[name]?.toString() ?? null);
  const { rows: recorded } = await sql<{ id: string }>`
    UPDATE webhook_deliveries d
    SET status = a.status, attempts = a.attempts, next_attempt_at = a.next_attempt_at, request_headers = a.headers::jsonb,
        response_status = a.response_status, response_snippet = a.snippet, error = a.error, duration_ms = a.duration_ms,
        last_attempt_at = a.last_attempt_at
    FROM unnest(
      ${column('id')}::uuid[], ${column('status')}::text[], ${column('attempts')}::int[],
      ${times('nextAttemptAt')}::timestamptz[], ${column('requestHeaders')}::text[], ${column('responseStatus')}::int[],
      ${column('responseSnippet')}::text[], ${column('error')}::text[], ${column('durationMs')}::int[],
      ${times('lastAttemptAt')}::timestamptz[]
    ) AS a (id, status, attempts, next_attempt_at, headers, response_status, snippet, error, duration_ms, last_attempt_at)
    WHERE d.organization_id = ${organizationId} AND d.id = a.id AND d.status = 'pending' AND d.attempts = a.attempts - 1
    RETURNING d.id`.execute(tx);
  return new Set(recorded.map(({ id }) => id));
}

/** Gives deliveries up without another attempt. */
export const giveUp = (tx: Tx, organizationId: string, ids: string[], error: string): Promise<unknown> =>
  tx
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', nextAttemptAt: null, error })
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .where('status', '=', 'pending')
    .execute();

/** The result of a test. None is written when the webhook was deleted meanwhile. */
export async function insertTestResult(
  tx: Tx,
  test: AttemptRow & {
    organizationId: string;
    id: string;
    webhookId: string;
    eventId: string;
    eventType: string;
    requestBody: string;
    createdAt: Temporal.Instant;
  },
): Promise<Delivery | undefined> {
  const held = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', test.organizationId)
    .where('id', '=', test.webhookId)
    .forKeyShare()
    .executeTakeFirst();
  if (!held) return undefined;
  const row = await tx.insertInto('webhookDeliveries').values(test).returning(columns).executeTakeFirstOrThrow();
  return row as Delivery;
}

export async function lockDelivery(tx: Tx, organizationId: string, id: string) {
  return tx
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhooks as w', (join) =>
      join.onRef('w.organizationId', '=', 'd.organizationId').onRef('w.id', '=', 'd.webhookId'),
    )
    .select(['d.webhookId', 'd.eventSeq', 'w.active'])
    .where('d.organizationId', '=', organizationId)
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst();
}

/** Starts a delivery anew; one that still waits for its next attempt keeps its count and comes forward. */
export const resumeDelivery = (
  tx: Tx,
  organizationId: string,
  id: string,
  at: Temporal.Instant,
): Promise<{ attempts: number }> =>
  tx
    .updateTable('webhookDeliveries')
    .set({
      attempts: sql<number>`CASE status WHEN 'pending' THEN attempts ELSE 0 END`,
      status: 'pending',
      nextAttemptAt: at,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow();

/** Starts the failed deliveries of a webhook anew, oldest first. */
export async function resumeFailed(
  tx: Tx,
  organizationId: string,
  webhookId: string,
  at: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = ${at}
    WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM webhook_deliveries
      WHERE organization_id = ${organizationId} AND webhook_id = ${webhookId} AND status = 'failed'
        AND event_seq IS NOT NULL
      ORDER BY created_at, id LIMIT ${limit} FOR UPDATE)
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function selectNewestDeliveries(
  tx: Tx,
  organizationId: string,
  webhookId: string,
  limit: number,
): Promise<Delivery[]> {
  const rows = await tx
    .selectFrom('webhookDeliveries')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows as Delivery[];
}

export async function countResults(
  tx: Tx,
  organizationId: string,
  webhookId: string,
): Promise<Record<DeliveryStatus, number>> {
  const { rows } = await sql<{ status: DeliveryStatus; count: number }>`
    SELECT status, count(*)::int AS count FROM (
      SELECT status FROM webhook_deliveries
      WHERE organization_id = ${organizationId} AND webhook_id = ${webhookId}
      ORDER BY created_at DESC, id DESC LIMIT ${RESULTS_COUNTED_MAX}) AS newest
    GROUP BY status`.execute(tx);
  return { pending: 0, delivered: 0, failed: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) };
}

export interface ResultFilter extends PayloadFilter {
  organizationId: string;
  webhookId: string | null;
  status: DeliveryStatus | null;
  type: string | null;
}

const matching = (filter: ResultFilter) => {
  const { organizationId } = filter;
  const conditions = [sql`d.organization_id = ${organizationId}`];
  if (filter.webhookId) conditions.push(sql`d.webhook_id = ${filter.webhookId}`);
  if (filter.status) conditions.push(sql`d.status = ${filter.status}`);
  if (filter.type) conditions.push(sql`d.event_type = ${filter.type}`);
  const payload = payloadConditions(organizationId, filter);
  if (payload.length > 0) {
    conditions.push(sql`d.event_seq IN (
      SELECT e.seq FROM events e WHERE e.organization_id = ${organizationId} AND ${sql.join(payload, sql` AND `)})`);
  }
  return sql`FROM webhook_deliveries d WHERE ${sql.join(conditions, sql` AND `)}`;
};

const everyColumn = sql.join(columns.map((column) => sql.ref(`d.${column}`)));

/** Newest first. */
export async function selectDeliveries(tx: Tx, filter: ResultFilter, window: PageWindow): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    SELECT ${everyColumn} ${matching(filter)}
    ORDER BY d.created_at DESC, d.id DESC OFFSET ${window.offset} LIMIT ${window.limit}`.execute(tx);
  return rows;
}

export async function countDeliveries(tx: Tx, filter: ResultFilter, limit: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT 1 ${matching(filter)} LIMIT ${limit}) AS found`.execute(tx);
  return rows[0]!.count;
}

/** Forgets some of the oldest results; answers how many. */
export async function deleteOldDeliveries(
  tx: Tx,
  organizationId: string,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM webhook_deliveries WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM webhook_deliveries
      WHERE organization_id = ${organizationId} AND created_at < ${before}
      ORDER BY created_at LIMIT ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
