import { type RawBuilder, sql } from 'kysely';
import { lookedUp } from '#platform/db/looked-up.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { endOfPrefix } from '#platform/search/folded.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { wordsToSeek } from '#platform/search/words.ts';
import { messages } from '../tables.ts';

const KIND = 'message';
/** Up to so many messages are read to find their conversations. */
const MATCHES_MAX = 5_000;

/**
 * Conversations `t` with a message that has words beginning with these. The messages of a rare word name their conversations.
 * If every word is common, the conversations are tested in the order of the list until the page is full: reading all matches
 * would take longer the more messages there are.
 */
export async function hasMessageWith(tenant: Tenant, search: string): Promise<RawBuilder<unknown>> {
  const { organizationId, tx } = tenant;
  const rarest = await selectRarest(tenant, wordsToSeek(search));
  const found = isFound(organizationId, KIND, sql`m.id`, search);
  // OFFSET keeps PostgreSQL from joining all messages before it looks at the first conversation.
  if (rarest === null)
    return sql`EXISTS (SELECT FROM ${messages.of(tenant)} m WHERE m.conversation_id = t.id AND ${found} OFFSET 0)`;
  const rows = await rowsOf<{ conversationId: string }>(tx)`
    SELECT DISTINCT m.conversation_id FROM ${matchesOf(tenant, rarest)} AS w
    JOIN ${messages.of(tenant)} m ON m.id = w.entity_id AND ${found}`;
  return sql`t.id = ANY (${rows.map(({ conversationId }) => conversationId)}::uuid[])`;
}

/**
 * Messages `t` that have words beginning with these. Those of a rare word are found by their places in their conversations: left
 * to choose, PostgreSQL reads a whole conversation, of which it expects an average number of messages.
 */
export async function isMessageWith(tenant: Tenant, search: string): Promise<RawBuilder<unknown>> {
  const { organizationId, tx } = tenant;
  const rarest = await selectRarest(tenant, wordsToSeek(search));
  const found = isFound(organizationId, KIND, sql`t.id`, search);
  if (rarest === null) return found;
  const rows = await rowsOf<{ seq: bigint }>(tx)`
    SELECT DISTINCT m.seq FROM ${matchesOf(tenant, rarest)} AS w
    CROSS JOIN ${lookedUp(messages.of(tenant), 'm', sql`m.id = w.entity_id`)}`;
  return sql`t.seq = ANY (${rows.map(({ seq }) => seq)}::bigint[]) AND ${found}`;
}

const matchesOf = ({ organizationId }: Tenant, word: string): RawBuilder<unknown> => sql`(
  SELECT w.entity_id FROM search_words w
  WHERE w.organization_id = ${organizationId} AND w.kind = ${KIND} AND w.word >= ${word} AND w.word < ${endOfPrefix(word)}
  LIMIT ${MATCHES_MAX})`;

/** The word with the fewest matches; null: all have more than may be read. */
async function selectRarest({ tx, organizationId }: Tenant, words: string[]): Promise<string | null> {
  const rows = await rowsOf<{ word: string }>(tx)`
    SELECT given.word FROM unnest(${words}::text[], ${words.map(endOfPrefix)}::text[]) AS given (word, after), LATERAL (
      SELECT count(*) AS matches FROM (
        SELECT FROM search_words w
        WHERE w.organization_id = ${organizationId} AND w.kind = ${KIND} AND w.word >= given.word AND w.word < given.after
        LIMIT ${MATCHES_MAX + 1}) AS first_ones) AS counted
    WHERE matches <= ${MATCHES_MAX} ORDER BY matches LIMIT 1`;
  return rows[0]?.word ?? null;
}
