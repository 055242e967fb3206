import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { isUnused } from '#modules/organization/index.ts';
import { columnOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Conversation, conversationLinks, conversationSources, conversations, messages } from '../tables.ts';
import { indexNames } from './search.sql.ts';

/** A name under which a provider knows somebody. */
export interface Source {
  kind: 'user' | 'phone' | 'thread' | 'visitor' | 'email';
  value: string;
}

export const sourceKey = ({ kind, value }: Source): string => `${kind} ${value}`;

/** The conversations of these sources on a channel, by `sourceKey`. */
export async function selectBySources(
  tenant: Tenant,
  channelId: string,
  sources: readonly Source[],
): Promise<Map<string, string>> {
  // LIMIT makes PostgreSQL seek each one. A join may read all sources of the channel while its statistics lag behind.
  const rows = await rowsOf<Source & { conversationId: string }>(tenant.tx)`
    SELECT w.kind, w.value, found.conversation_id
    FROM unnest(${sources.map(({ kind }) => kind)}::text[], ${sources.map(({ value }) => value)}::text[]) AS w (kind, value),
      LATERAL (SELECT s.conversation_id FROM ${conversationSources.of(tenant)} s
        WHERE s.channel_id = ${channelId} AND s.kind = w.kind AND s.value = w.value LIMIT 1) AS found`;
  return new Map(rows.map((row) => [sourceKey(row), row.conversationId]));
}

/** Adds sources that no conversation of the channel has. */
export async function insertSources(
  tenant: Tenant,
  channelId: string,
  rows: readonly (Source & { conversationId: string })[],
  now: Temporal.Instant,
): Promise<void> {
  if (rows.length === 0) return;
  const sources = rows.map(({ kind, value, conversationId }) => {
    return { channelId, kind, value, conversationId, createdAt: now };
  });
  await sql`${conversationSources.insertion(tenant, sources)} ORDER BY g.kind, g.value
    ON CONFLICT DO NOTHING`.execute(tenant.tx);
}

type NewConversation = Parameters<typeof conversations.insertMany>[1][number] & { id: string; sourceId: string };

/**
 * Inserts conversations of a channel whose sources have none. `created` has the ids of those; `idOf` gives the id of the existing one
 * where another transaction made it first.
 */
export async function insertConversations(tenant: Tenant, channelId: string, rows: readonly NewConversation[]) {
  if (rows.length === 0) return { created: new Set<string>(), idOf: (id: string) => id };
  // In one order, so that two transactions with the same people wait for each other only once.
  const inOrder = rows.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
  const inserted = await rowsOf<{ id: string; name: string }>(tenant.tx)`
    ${conversations.insertion(tenant, inOrder)} ON CONFLICT DO NOTHING RETURNING id, name`;
  await indexNames(tenant, inserted);
  const created = new Set(inserted.map(({ id }) => id));
  const taken = rows.filter(({ id }) => !created.has(id));
  const existing = await conversations.all(
    tenant,
    { channelId, sourceId: taken.map(({ sourceId }) => sourceId) },
    { columns: ['id', 'sourceId'] },
  );
  const bySource = new Map(existing.map(({ id, sourceId }) => [sourceId, id]));
  const replaced = new Map(taken.map(({ id, sourceId }) => [id, bySource.get(sourceId)!]));
  return { created, idOf: (id: string) => replaced.get(id) ?? id };
}

/** How many open conversations each of these members has, and when each got the last one. */
export async function selectLoads(
  tenant: Tenant,
  userIds: readonly string[],
): Promise<Map<string, { open: number; assignedAt: string | null }>> {
  const rows = await rowsOf<{ userId: string; open: number; assignedAt: string | null }>(tenant.tx)`
    SELECT c.user_id, count(*)::int AS open, max(c.assigned_at) AS assigned_at FROM ${conversations.of(tenant)} c
    WHERE c.user_id = ANY (${userIds}::uuid[]) AND c.state = 'open' GROUP BY c.user_id`;
  return new Map(rows.map(({ userId, ...load }) => [userId, load]));
}

/** One conversation at a time is assigned by turns, so that two at once do not choose the same member. */
export const lockTurns = ({ tx, organizationId }: Tenant, channelId: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${organizationId} turns ${channelId}`}, 0))`.execute(tx);

export const selectByProviderIds = (tenant: Tenant, channelId: string, ids: readonly string[]) =>
  messages.all(
    tenant,
    { channelId, providerMessageId: ids },
    { columns: ['id', 'providerMessageId', 'conversationId'] },
  );

/**
 * Labels and lists made by hand repeat the time of the last message of each conversation, because an index then has them in the
 * order in which they are read. Call it after that time has changed, and after adding conversations, while they are locked.
 */
export async function repeatLastMessage({ tx, organizationId }: Tenant, conversationIds: readonly string[]) {
  const repeatIn = (table: 'conversation_labels' | 'conversation_list_members') =>
    sql`
      UPDATE ${sql.table(table)} n SET last_message_at = c.last_message_at FROM conversations c
      WHERE n.organization_id = ${organizationId} AND n.conversation_id = ANY (${conversationIds}::uuid[])
        AND c.organization_id = ${organizationId} AND c.id = n.conversation_id
        AND n.last_message_at <> c.last_message_at`.execute(tx);
  await Promise.all([repeatIn('conversation_labels'), repeatIn('conversation_list_members')]);
}

/** The categories that an organization uses: one look into the index for each, however many conversations have them. */
export const selectCategories = (tenant: Tenant, limit: number) =>
  columnOf<string>(tenant.tx)`
    WITH RECURSIVE used AS (
      (SELECT c.category FROM ${conversations.of(tenant)} c WHERE c.category IS NOT NULL ORDER BY c.category LIMIT 1)
      UNION ALL
      SELECT (SELECT c.category FROM ${conversations.of(tenant)} c WHERE c.category > u.category ORDER BY c.category LIMIT 1)
      FROM used u WHERE u.category IS NOT NULL
    )
    SELECT category FROM used WHERE category IS NOT NULL LIMIT ${limit}`;

/** Takes a label off all conversations, unless its name is used again. */
export async function deleteLabel(tenant: Tenant, name: string): Promise<void> {
  await sql`
    DELETE FROM conversation_labels
    WHERE organization_id = ${tenant.organizationId} AND label = ${name} AND ${isUnused(tenant, name)}`.execute(
    tenant.tx,
  );
}

const CONTACT = 'beneficiaryId';

/** Lets conversations about merged contacts be about their survivor, each once. */
export async function moveLinksOfContacts(tenant: Tenant, { from, into }: ContactMerge): Promise<void> {
  await sql`
    INSERT INTO conversation_links (organization_id, conversation_id, entity_kind, entity_id, created_at)
    SELECT ${tenant.organizationId}::uuid, l.conversation_id, l.entity_kind, ${into}::uuid, min(l.created_at)
    FROM ${conversationLinks.of(tenant)} l
    WHERE l.entity_kind = ${CONTACT} AND l.entity_id = ANY (${from}::uuid[])
    GROUP BY l.conversation_id, l.entity_kind
    ON CONFLICT DO NOTHING`.execute(tenant.tx);
  await conversationLinks.delete(tenant, { entityKind: CONTACT, entityId: from });
}

export const lockSnoozed = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<Conversation>(tenant.tx)`
    SELECT ${conversations.columns('c')} FROM ${conversations.of(tenant)} c
    WHERE c.state = 'snoozed' AND c.snoozed_until <= ${now}::timestamptz
    ORDER BY c.snoozed_until, c.id LIMIT ${limit} FOR UPDATE OF c`;
