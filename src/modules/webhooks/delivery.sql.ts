import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { affectedBy, onlyRowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { payloadConditions } from '#platform/events/payload-filter.sql.ts';
import { payloadFilter } from '#platform/events/payload-filter.ts';
import { type Delivery, deliveries, type Webhook, webhooks } from './tables.ts';
import { WebhookDeliveryStatus } from './webhook.schema.ts';

const RESULTS_COUNTED_MAX = 10_000;
const RESULTS_BYTES_MAX = 4_000_000;

interface NewDelivery {
  id: string;
  webhookId: string;
  event: { seq: bigint; id: string; type: string; body: string };
}

/**
 * One statement that sends the text of each event once, however many webhooks receive it. Deliveries that exist stay as they
 * are, or are started again if they are finished. Returns the ids of those to attempt, in the order of their events.
 */
export async function insertDeliveries(
  { tx, organizationId }: Tenant,
  at: Temporal.Instant,
  added: NewDelivery[],
  existing: 'keep' | 'restart',
): Promise<string[]> {
  const events = [...new Set(added.map(({ event }) => event))];
  const restart = sql`UPDATE SET status = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at
    WHERE webhook_deliveries.status <> 'pending'`;
  const rows = await rowsOf<{ id: string; eventSeq: bigint }>(tx)`
    INSERT INTO webhook_deliveries
      (organization_id, id, webhook_id, event_seq, event_id, event_type, request_body, status, next_attempt_at, created_at)
    SELECT c.organization_id, d.id, d.webhook_id, e.seq, e.id, e.type, e.body, 'pending', ${at}::timestamptz, ${at}::timestamptz
    FROM event_counters c, unnest(
      ${added.map(({ id }) => id)}::uuid[],
      ${added.map(({ webhookId }) => webhookId)}::uuid[],
      ${added.map(({ event }) => event.seq)}::bigint[]
    ) AS d (id, webhook_id, seq)
    JOIN unnest(
      ${events.map(({ seq }) => seq)}::bigint[],
      ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map(({ body }) => body)}::text[]
    ) AS e (seq, id, type, body) ON e.seq = d.seq
    WHERE c.organization_id = ${organizationId}
    ON CONFLICT (organization_id, event_seq, webhook_id) WHERE event_seq IS NOT NULL
    DO ${existing === 'keep' ? sql`NOTHING` : restart}
    RETURNING id, event_seq`;
  return rows.sort((a, b) => Number(a.eventSeq - b.eventSeq)).map(({ id }) => id);
}

export type DueDelivery = { deliveryId: string } & Pick<Delivery, 'eventId' | 'requestBody' | 'status' | 'attempts'> &
  Pick<
    Webhook,
    'id' | 'url' | 'active' | 'secret' | 'previousSecret' | 'previousExpiresAt' | 'failingSince' | 'parallelism'
  >;

/** The newest deliveries of a webhook, and fewer where their requests are large. */
export const selectNewest = (tenant: Tenant, webhookId: string, limit: number) =>
  rowsOf<Delivery>(tenant.tx)`
    SELECT ${deliveries.columns('t')} FROM (
      SELECT d.*, sum(octet_length(d.request_body)) OVER (ORDER BY d.created_at DESC, d.id DESC) AS bytes FROM (
        SELECT * FROM ${deliveries.of(tenant)} o WHERE o.webhook_id = ${webhookId}
        ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}) d) t
    WHERE t.bytes < ${RESULTS_BYTES_MAX} ORDER BY t.created_at DESC, t.id DESC`;

/** Deliveries with everything that their next attempt needs. */
export const selectForAttempt = (tenant: Tenant, ids: string[]) =>
  rowsOf<DueDelivery>(tenant.tx)`
    SELECT d.id AS delivery_id, d.event_id, d.request_body, d.status, d.attempts,
           w.id, w.url, w.active, w.secret, w.previous_secret, w.previous_expires_at, w.failing_since, w.parallelism
    FROM ${deliveries.of(tenant)} d JOIN ${webhooks.of(tenant)} w ON w.id = d.webhook_id
    WHERE d.id = ANY (${ids}::uuid[])`;

interface AttemptRow {
  id: string;
  status: Delivery['status'];
  attempts: number;
  nextAttemptAt: Temporal.Instant | null;
  requestHeaders: Record<string, string>;
  responseStatus: number | null;
  responseSnippet: string | null;
  error: string | null;
  durationMs: number;
  lastAttemptAt: Temporal.Instant;
}

/** Records each attempt unless its delivery has been attempted or retried since; returns the ids of the recorded ones. */
export async function updateAttempts({ tx, organizationId }: Tenant, attempts: AttemptRow[]): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(tx)`
    UPDATE webhook_deliveries d
    SET status = a.status, attempts = a.attempts, next_attempt_at = a."nextAttemptAt",
        request_headers = a."requestHeaders", response_status = a."responseStatus",
        response_snippet = a."responseSnippet", error = a.error, duration_ms = a."durationMs",
        last_attempt_at = a."lastAttemptAt"
    FROM jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) AS a (
      id uuid, status text, attempts int, "nextAttemptAt" timestamptz, "requestHeaders" jsonb, "responseStatus" int,
      "responseSnippet" text, error text, "durationMs" int, "lastAttemptAt" timestamptz)
    WHERE d.organization_id = ${organizationId} AND d.id = a.id AND d.status = 'pending' AND d.attempts = a.attempts - 1
    RETURNING d.id`;
  return new Set(rows.map(({ id }) => id));
}

/** Restarts the oldest failed deliveries of a webhook. Tests have no event and are never retried. */
export async function resumeFailed(
  tenant: Tenant,
  webhookId: string,
  at: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(tenant.tx)`
    UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = ${at}
    WHERE organization_id = ${tenant.organizationId} AND id IN (
      SELECT d.id FROM ${deliveries.of(tenant)} d
      WHERE d.webhook_id = ${webhookId} AND d.status = 'failed' AND d.event_seq IS NOT NULL
      ORDER BY d.created_at, d.id LIMIT ${limit} FOR UPDATE)
    RETURNING id`;
  return rows.map(({ id }) => id).sort();
}

export async function countResults(tenant: Tenant, webhookId: string): Promise<Record<Delivery['status'], number>> {
  const rows = await rowsOf<{ status: Delivery['status']; count: number }>(tenant.tx)`
    SELECT status, count(*)::int AS count FROM (
      SELECT d.status FROM ${deliveries.of(tenant)} d WHERE d.webhook_id = ${webhookId}
      ORDER BY d.created_at DESC, d.id DESC LIMIT ${RESULTS_COUNTED_MAX}) AS newest
    GROUP BY status`;
  return { pending: 0, delivered: 0, failed: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) };
}

/**
 * The last event before a time and the last event of all. Read backwards, so that it costs no more than the replay itself. The
 * minute covers transactions that began earlier and committed later.
 */
export const selectSpan = ({ tx, organizationId }: Tenant, since: string) =>
  onlyRowOf<{ after: bigint; last: bigint }>(tx)`
    SELECT coalesce((
             SELECT e.seq FROM events e
             WHERE e.organization_id = ${organizationId} AND e.created_at < ${since}::timestamptz - interval '1 minute'
             ORDER BY e.seq DESC LIMIT 1), 0) AS after,
           c.seq AS last
    FROM event_counters c WHERE c.organization_id = ${organizationId}`;

/** Deletes some of the oldest results; returns how many. */
export const deleteOldDeliveries = (tenant: Tenant, before: Temporal.Instant, limit: number) =>
  affectedBy(tenant.tx)`
    DELETE FROM webhook_deliveries WHERE organization_id = ${tenant.organizationId} AND id IN (
      SELECT d.id FROM ${deliveries.of(tenant)} d WHERE d.created_at < ${before}
      ORDER BY d.created_at LIMIT ${limit})`;

const payload = filter(
  z
    .record(z.string().max(100), z.unknown())
    .refine((fields) => Object.keys(fields).length <= 20, 'must name at most 20 fields')
    .describe('Fields of the payload with their values. Empty: every delivery.'),
  (fields, { eventTypes, organizationId }) => {
    const conditions = payloadConditions(organizationId, payloadFilter(eventTypes, fields));
    if (conditions.length === 0) return null;
    return sql`t.event_seq IN (
      SELECT e.seq FROM events e WHERE e.organization_id = ${organizationId} AND ${sql.join(conditions, sql` AND `)})`;
  },
);

export const deliveryList = listOf(deliveries, {
  filters: {
    payload,
    webhookId: oneOf('webhookId', z.uuid(), 'Deliveries to one of these webhooks.'),
    status: oneOf('status', WebhookDeliveryStatus, 'Deliveries with one of these statuses.'),
    type: oneOf('eventType', z.string().max(100), 'The type of the event.'),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});
