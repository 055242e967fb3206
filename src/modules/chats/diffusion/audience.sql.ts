import { type RawBuilder, sql } from 'kysely';
import { contactById, contactsMatching } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf } from '#platform/db/table.ts';
import { conversationList } from '../conversation/list.sql.ts';
import {
  blockedSenders,
  conversationSources,
  conversations,
  type Diffusion,
  type DiffusionRecipient,
  diffusionEntries,
  optOuts,
} from '../tables.ts';
import { firstShare } from './diffusion.schema.ts';
import { variablesOf } from './variables.ts';

/** Everybody whom the audience of a diffusion names, once for each time that it names them. */
async function sourceOf(ctx: TenantContext, { id, channelId, audience }: Diffusion): Promise<RawBuilder<unknown>> {
  if (audience.filter)
    return sql`
      SELECT c.id::text AS key, c.id AS contact_id, NULL::uuid AS conversation_id, c.phone AS address,
        NULL::text AS other_address, c.name, '{}'::jsonb AS fields
      FROM (${await contactsMatching(ctx, audience.filter)}) c`;
  if (audience.fileId)
    return sql`
      SELECT lpad(e.number::text, 10, '0') AS key, NULL::uuid AS contact_id, NULL::uuid AS conversation_id,
        e.phone AS address, NULL::text AS other_address, e.name, e.fields
      FROM ${diffusionEntries.of(ctx)} e WHERE e.diffusion_id = ${id}`;
  const newest = (kind: string) =>
    sql`(array_agg(s.value ORDER BY s.created_at DESC) FILTER (WHERE s.kind = ${sql.lit(kind)}))[1]`;
  return sql`
    SELECT t.id::text AS key, t.contact_id, CASE WHEN t.channel_id = ${channelId} THEN t.id END AS conversation_id,
      coalesce(own.phone, k.phone, own.user_address) AS address, own.user_address AS other_address,
      left(coalesce(k.name, t.name), 200) AS name, '{}'::jsonb AS fields
    FROM ${conversations.of(ctx)} t
    LEFT JOIN LATERAL (
      SELECT ${newest('phone')} AS phone,
        CASE WHEN t.channel_id = ${channelId} THEN 'user:' || ${newest('user')} END AS user_address
      FROM ${conversationSources.of(ctx)} s WHERE s.conversation_id = t.id) own ON true
    LEFT JOIN LATERAL ${contactById(ctx, sql`t.contact_id`)} k ON true
    WHERE ${await conversationList.where(ctx, { listId: audience.listId })}`;
}

/** The audience with the place of each, the template that it gets, and the reason for which it is left out. */
async function audienceOf(ctx: TenantContext, diffusion: Diffusion): Promise<RawBuilder<unknown>> {
  const { usesName, columns } = variablesOf(diffusion.templates);
  const share = firstShare(diffusion.templates);
  return sql`
    SELECT s.*, row_number() OVER (ORDER BY s.key)::int AS number,
      CASE WHEN abs(hashtextextended(${diffusion.id} || coalesce(s.address, s.key), 0) % 100) < ${share}::int THEN 1 ELSE 2 END AS arm,
      CASE
        WHEN s.address IS NULL THEN 'no_number'
        WHEN row_number() OVER (PARTITION BY s.address ORDER BY s.key) > 1 THEN 'duplicate'
        WHEN EXISTS (SELECT FROM ${optOuts.of(ctx)} o WHERE o.address IN (s.address, s.other_address)) THEN 'opted_out'
        WHEN ${isBlocked(ctx, diffusion)} THEN 'blocked'
        WHEN ${usesName}::boolean AND s.name = '' THEN 'missing_value'
        WHEN EXISTS (SELECT FROM unnest(${columns}::text[]) AS u (name) WHERE coalesce(s.fields->>u.name, '') = '') THEN 'missing_value'
      END AS reason
    FROM (${await sourceOf(ctx, diffusion)}) s`;
}

/** The blocked people of a number are few, so they are read once for all of the audience. */
function isBlocked(ctx: TenantContext, { channelId }: Diffusion): RawBuilder<unknown> {
  const blocked = sql`SELECT CASE s.kind WHEN 'user' THEN 'user:' || s.value ELSE s.value END FROM ${blockedSenders.of(ctx)} b
    JOIN ${conversationSources.of(ctx)} s ON s.conversation_id = b.conversation_id WHERE b.channel_id = ${channelId}`;
  return sql`s.address IN (${blocked}) OR s.other_address IN (${blocked})`;
}

interface Reach {
  arm: number;
  reason: DiffusionRecipient['reason'];
  count: number;
}

export const peopleIn = (rows: Reach[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** How many there are by template and by the reason for which they are left out. */
export const selectReach = async (ctx: TenantContext, diffusion: Diffusion) =>
  rowsOf<Reach>(ctx.tx)`
    SELECT a.arm, a.reason, count(*)::int AS count FROM (${await audienceOf(ctx, diffusion)}) a
    GROUP BY a.arm, a.reason ORDER BY count DESC`;

interface Sampled {
  arm: number;
  name: string;
  address: string;
  fields: Record<string, string>;
}

export const selectSample = async (ctx: TenantContext, diffusion: Diffusion, limit: number) =>
  rowsOf<Sampled>(ctx.tx)`
    SELECT a.arm, a.name, a.address, a.fields FROM (${await audienceOf(ctx, diffusion)}) a
    WHERE a.reason IS NULL ORDER BY a.number LIMIT ${limit}`;

/** Writes a row for everybody in the audience, and the counts, in one statement: none of it passes through this process. */
export async function insertRecipients(ctx: TenantContext, diffusion: Diffusion): Promise<void> {
  const { organizationId, tx } = ctx;
  const arms = diffusion.templates.map((_, place) => place + 1);
  await sql`
    WITH written AS (
      INSERT INTO diffusion_recipients
        (organization_id, diffusion_id, number, arm, address, contact_id, conversation_id, name, state, reason)
      SELECT c.organization_id, ${diffusion.id}::uuid, a.number, a.arm, a.address, a.contact_id, a.conversation_id, a.name,
        CASE WHEN a.reason IS NULL THEN 'queued' ELSE 'skipped' END, a.reason
      FROM event_counters c, (${await audienceOf(ctx, diffusion)}) a WHERE c.organization_id = ${organizationId}
      RETURNING arm, state)
    INSERT INTO diffusion_counts (organization_id, diffusion_id, arm, audience, queued, skipped)
    SELECT c.organization_id, ${diffusion.id}::uuid, n.arm, count(w.state), count(*) FILTER (WHERE w.state = 'queued'),
      count(*) FILTER (WHERE w.state = 'skipped')
    FROM event_counters c CROSS JOIN unnest(${arms}::smallint[]) AS n (arm) LEFT JOIN written w ON w.arm = n.arm
    WHERE c.organization_id = ${organizationId} GROUP BY c.organization_id, n.arm`.execute(tx);
}
