import { type RawBuilder, sql } from 'kysely';
import { affectedBy, columnOf, rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { isOpen } from '#platform/tenants.sql.ts';

export type PayloadKind = 'msgapp' | 'social-a' | 'email';

/** Bytes that were received, for one organization. */
export interface Payload {
  id: string;
  kind: PayloadKind;
  adapter: string | null;
  channelId: string | null;
  /** The numbers and accounts in it that it was given to the organization for; none: it was stored by an earlier release. */
  addresses: string[];
  body: Buffer;
  attempts: number;
}

interface Route {
  adapter: string;
  address: string;
  organizationId: string;
  channelId: string;
}

/** The channels that have these numbers at the provider. */
export const selectRoutes = (tx: Tx, adapter: string, addresses: readonly string[]) =>
  rowsOf<Route>(tx)`
    SELECT adapter, address, organization_id, channel_id FROM channel_addresses
    WHERE adapter = ${adapter} AND address = ANY (${addresses}::text[])`;

/** Takes a number for a channel. False: another channel has it. A proven claim replaces one that was not proven. */
export async function insertRoute(
  tx: Tx,
  { isProven = false, ...route }: Route & { isProven?: boolean; createdAt: Temporal.Instant },
): Promise<boolean> {
  const affected = await affectedBy(tx)`
    INSERT INTO channel_addresses AS known (adapter, address, organization_id, channel_id, is_proven, created_at)
    VALUES (${route.adapter}, ${route.address}, ${route.organizationId}, ${route.channelId}, ${isProven},
      ${route.createdAt}::timestamptz)
    ON CONFLICT (adapter, address) DO UPDATE SET organization_id = excluded.organization_id,
      channel_id = excluded.channel_id, is_proven = true, created_at = excluded.created_at
    WHERE excluded.is_proven AND (NOT known.is_proven OR known.channel_id = excluded.channel_id)`;
  return affected === 1;
}

export const deleteRoutes = (tx: Tx, organizationId: string, channelId: string): Promise<unknown> =>
  sql`DELETE FROM channel_addresses WHERE organization_id = ${organizationId} AND channel_id = ${channelId}`.execute(
    tx,
  );

export interface NewPayload extends Omit<Payload, 'attempts' | 'body'> {
  body: Uint8Array;
  organizationId: string | null;
  state: 'pending' | 'unrouted' | 'failed';
  /** The numbers in it that no channel has. */
  unrouted: string[];
  problem: string | null;
  receivedAt: Temporal.Instant;
}

/** Lists of numbers travel as JSON, because PostgreSQL has no arrays of arrays of different lengths. */
export const insertPayloads = (tx: Tx, rows: readonly NewPayload[]): Promise<unknown> =>
  sql`
    INSERT INTO inbound_payloads
      (id, kind, adapter, organization_id, channel_id, body, state, addresses, unrouted, problem, received_at)
    SELECT g.id, g.kind, g.adapter, g.organization_id, g.channel_id, g.body, g.state,
      ARRAY(SELECT jsonb_array_elements_text(g.addresses)), ARRAY(SELECT jsonb_array_elements_text(g.unrouted)), g.problem,
      g.received_at
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ adapter }) => adapter)}::text[], ${rows.map(({ organizationId }) => organizationId)}::uuid[],
      ${rows.map(({ channelId }) => channelId)}::uuid[], ${rows.map(({ body }) => Buffer.from(body))}::bytea[],
      ${rows.map(({ state }) => state)}::text[], ${rows.map(({ addresses }) => JSON.stringify(addresses))}::jsonb[],
      ${rows.map(({ unrouted }) => JSON.stringify(unrouted))}::jsonb[],
      ${rows.map(({ problem }) => problem)}::text[], ${rows.map(({ receivedAt }) => String(receivedAt))}::timestamptz[])
      AS g (id, kind, adapter, organization_id, channel_id, body, state, addresses, unrouted, problem, received_at)`.execute(
    tx,
  );

interface Batch {
  limit: number;
  bytesMax: number;
}

/** The oldest payloads of an organization that wait, up to so many bytes. */
const oldest = ({ organizationId }: Tenant, { limit, bytesMax }: Batch, matches: RawBuilder<unknown>) => sql`
    SELECT id, kind, adapter, channel_id, addresses, body, attempts FROM inbound_payloads
    WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(octet_length(body)) OVER (ORDER BY id) - octet_length(body) AS before FROM (
          SELECT id, body FROM inbound_payloads
          WHERE organization_id = ${organizationId} AND state = 'pending' AND ${matches}
          ORDER BY id LIMIT ${limit}) AS oldest) AS measured
      WHERE before < ${bytesMax}::int)`;

/** Takes the oldest payloads of an organization that wait, without those that another worker has, up to so many bytes. */
export const takePayloads = (tenant: Tenant, { onlyId, ...batch }: Batch & { onlyId: string | null }) =>
  rowsOf<Payload>(tenant.tx)`
    ${oldest(tenant, batch, sql`(${onlyId}::uuid IS NULL OR id = ${onlyId}::uuid)`)} AND state = 'pending'
    ORDER BY id FOR UPDATE SKIP LOCKED`;

/** Organizations with payloads that wait since before then. */
export const selectWaiting = (tx: Tx, before: Temporal.Instant, limit: number) =>
  columnOf<string>(tx)`
    SELECT DISTINCT p.organization_id FROM inbound_payloads p
    WHERE p.state = 'pending' AND p.received_at < ${before}::timestamptz AND ${isOpen('p.organization_id')}
    LIMIT ${limit}`;

/**
 * The e-mails of an organization that wait, oldest first, as many as one batch takes: they are parsed before the transaction that
 * stores them.
 */
export const selectLetters = (tenant: Tenant, batch: Batch) =>
  rowsOf<Payload>(tenant.tx)`${oldest(tenant, batch, sql`kind = 'email'`)} ORDER BY id`;

/** Lets a payload be processed again, in another channel of its kind if one is given. False: the payload is gone, or of another kind. */
export async function reopenPayload(
  { tx, organizationId }: Tenant,
  id: string,
  channel: { id: string; kind: string } | null,
): Promise<boolean> {
  const affected = await affectedBy(tx)`
    UPDATE inbound_payloads
    SET state = 'pending', attempts = 0, problem = NULL, processed_at = NULL,
      channel_id = coalesce(${channel?.id ?? null}::uuid, channel_id)
    WHERE organization_id = ${organizationId} AND id = ${id} AND state IN ('failed', 'done')
      AND (${channel?.kind ?? null}::text IS NULL OR kind = ${channel?.kind ?? null}::text)`;
  return affected === 1;
}

export const markProcessed = ({ tx, organizationId }: Tenant, ids: readonly string[], now: Temporal.Instant) =>
  sql`
    UPDATE inbound_payloads SET state = 'done', processed_at = ${now}::timestamptz, problem = NULL
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);

/** Takes a payload from the organization, which has none of its numbers any more, so that it waits for their next owner. */
export const markUnrouted = (
  { tx, organizationId }: Tenant,
  id: string,
  { addresses, problem }: { addresses: readonly string[]; problem: string },
) =>
  sql`
    UPDATE inbound_payloads
    SET organization_id = NULL, state = 'unrouted', unrouted = ${addresses}, problem = ${problem}, processed_at = NULL
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(tx);

/** Stores a copy of a payload for numbers that the organization has lost, so that it waits for their next owner. */
export const insertLost = (
  { tx, organizationId }: Tenant,
  id: string,
  { addresses, problem }: { addresses: readonly string[]; problem: string },
) =>
  sql`
    INSERT INTO inbound_payloads (id, kind, adapter, body, state, unrouted, problem, received_at)
    SELECT gen_random_uuid(), kind, adapter, body, 'unrouted', ${addresses}::text[], ${problem}, received_at
    FROM inbound_payloads WHERE organization_id = ${organizationId} AND id = ${id}`.execute(tx);

/** Counts a failed attempt; the last one leaves the payload to an operator. */
export const markFailed = ({ tx, organizationId }: Tenant, id: string, problem: string, attemptsMax: number) =>
  sql`
    UPDATE inbound_payloads SET attempts = attempts + 1, problem = ${problem},
      state = CASE WHEN attempts + 1 >= ${attemptsMax}::int THEN 'failed' ELSE 'pending' END
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(tx);

/** Gives payloads to the organization that has the number now. A payload with several numbers stays for the others. */
export const adoptPayloads = (tx: Tx, route: Route, limit: number) =>
  affectedBy(tx)`
    WITH found AS (
      SELECT id FROM inbound_payloads
      WHERE state = 'unrouted' AND adapter = ${route.adapter} AND unrouted @> ARRAY[${route.address}::text]
      ORDER BY id LIMIT ${limit} FOR UPDATE),
    left_over AS (
      UPDATE inbound_payloads p SET unrouted = array_remove(p.unrouted, ${route.address}::text),
        state = CASE WHEN cardinality(array_remove(p.unrouted, ${route.address}::text)) = 0 THEN 'done' ELSE 'unrouted' END,
        processed_at = now()
      FROM found WHERE p.id = found.id RETURNING p.id, p.kind, p.adapter, p.body, p.received_at)
    INSERT INTO inbound_payloads (id, kind, adapter, organization_id, addresses, body, received_at)
    SELECT gen_random_uuid(), kind, adapter, ${route.organizationId}::uuid, ARRAY[${route.address}::text], body, received_at
    FROM left_over`;

interface UnroutedPayload {
  id: string;
  adapter: string;
  /** The numbers that nobody has. */
  unrouted: string[];
  problem: string | null;
  receivedAt: string;
}

/** Payloads that belong to no organization, newest first: for numbers that nobody has, or unreadable. */
export const selectAllUnrouted = (tx: Tx, limit: number) =>
  rowsOf<UnroutedPayload>(tx)`
    SELECT id, adapter, unrouted, problem, received_at FROM inbound_payloads
    WHERE organization_id IS NULL AND state IN ('unrouted', 'failed') ORDER BY id DESC LIMIT ${limit}`;

/** Takes such a payload away, to be routed again. */
export const takeUnrouted = (tx: Tx, id: string) =>
  rowOf<{ adapter: string; body: Buffer }>(tx)`
    DELETE FROM inbound_payloads
    WHERE id = ${id} AND organization_id IS NULL AND state IN ('unrouted', 'failed') RETURNING adapter, body`;

/** Payloads that wait for one of these addresses, newest first. */
export const selectUnrouted = (tx: Tx, addresses: readonly string[], limit: number) =>
  rowsOf<UnroutedPayload & { bytes: number }>(tx)`
    SELECT id, adapter, unrouted, problem, octet_length(body) AS bytes, received_at FROM inbound_payloads
    WHERE state = 'unrouted' AND unrouted && ${addresses}::text[] ORDER BY id DESC LIMIT ${limit}`;

/** Removes what was processed long ago. */
export const deleteProcessed = (tx: Tx, before: Temporal.Instant, limit: number) =>
  affectedBy(tx)`
    DELETE FROM inbound_payloads WHERE id IN (
      SELECT id FROM inbound_payloads WHERE state = 'done' AND processed_at < ${before}::timestamptz LIMIT ${limit})`;
