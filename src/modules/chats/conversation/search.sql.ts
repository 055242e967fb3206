import { type RawBuilder, sql } from 'kysely';
import { contactsMatching, phonePrefixes } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { endOfPrefix, folded } from '#platform/search/folded.ts';
import { indexTexts, isFound } from '#platform/search/search.sql.ts';
import { wordsToSearch } from '#platform/search/words.ts';
import { channels, conversationSources, conversations, messages } from '../tables.ts';

const MESSAGE = 'message';
/** Up to so many messages are read to find their conversations. */
const MATCHES_MAX = 5_000;

/**
 * Conversations `t` with a message that has words beginning with these. The messages of a rare word name their conversations.
 * If every word is common, the conversations are tested in the order of the list until the page is full: reading all matches
 * would take longer the more messages there are.
 */
export async function hasMessageWith(tenant: Tenant, search: string): Promise<RawBuilder<unknown>> {
  const { organizationId, tx } = tenant;
  const rarest = await selectRarest(tenant, wordsToSearch(search));
  const found = isFound(organizationId, MESSAGE, sql`m.id`, search);
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
  const rarest = await selectRarest(tenant, wordsToSearch(search));
  const found = isFound(organizationId, MESSAGE, sql`t.id`, search);
  if (rarest === null) return found;
  const rows = await rowsOf<{ seq: bigint }>(tx)`
    SELECT DISTINCT m.seq FROM ${matchesOf(tenant, rarest)} AS w
    CROSS JOIN ${lookedUp(messages.of(tenant), 'm', sql`m.id = w.entity_id`)}`;
  return sql`t.seq = ANY (${rows.map(({ seq }) => seq)}::bigint[]) AND ${found}`;
}

const matchesOf = ({ organizationId }: Tenant, word: string): RawBuilder<unknown> => sql`(
  SELECT w.entity_id FROM search_words w
  WHERE w.organization_id = ${organizationId} AND w.kind = ${MESSAGE} AND w.word >= ${word} AND w.word < ${endOfPrefix(word)}
  LIMIT ${MATCHES_MAX})`;

/** The word with the fewest matches; null: all have more than may be read. */
const selectRarest = ({ tx, organizationId }: Tenant, words: string[]) =>
  scalarOf<string | null>(tx)`
    SELECT given.word FROM unnest(${words}::text[], ${words.map(endOfPrefix)}::text[]) AS given (word, after), LATERAL (
      SELECT count(*) AS matches FROM (
        SELECT FROM search_words w
        WHERE w.organization_id = ${organizationId} AND w.kind = ${MESSAGE} AND w.word >= given.word AND w.word < given.after
        LIMIT ${MATCHES_MAX + 1}) AS first_ones) AS counted
    WHERE matches <= ${MATCHES_MAX} ORDER BY matches LIMIT 1`;

const CONVERSATION = 'conversation';
/** Shorter texts would match too many e-mail addresses. */
const EMAIL_LENGTH_MIN = 3;
/** Up to so many matches are found first and then sorted; of more, names are looked up for each conversation of the page. */
const MATCHES_LISTED_MAX = 2_000;

/** Makes conversations findable by the names under which their customers write. */
export const indexNames = (tenant: Tenant, named: readonly { id: string; name: string }[]): Promise<void> =>
  named.length === 0
    ? Promise.resolve()
    : indexTexts(tenant, CONVERSATION, new Map(named.map(({ id, name }) => [id, [name]])));

/** The conversations `t` whose customer has such a name, number or e-mail address, as a contact or as the channel knows them. */
export async function isOfCustomer(
  ctx: TenantContext,
  text: string,
  listedMax = MATCHES_LISTED_MAX,
): Promise<RawBuilder<unknown>> {
  const otherwise = [...bySource(ctx, text), await byContact(ctx, text)];
  const limited = [...byName(ctx, text), ...otherwise].map(
    (search) => sql`(${search} LIMIT ${sql.lit(listedMax + 1)})`,
  );
  const rows = await rowsOf<{ id: string }>(ctx.tx)`${sql.join(limited, sql` UNION `)}`;
  if (rows.length <= listedMax) return sql`t.id = ANY (${rows.map(({ id }) => id)}::uuid[])`;
  // OFFSET keeps PostgreSQL from reading all names before it looks at the first conversation.
  const isNamed = sql`EXISTS (SELECT WHERE ${isFound(ctx.organizationId, CONVERSATION, sql`t.id`, text)} OFFSET 0)`;
  return sql`(${isNamed} OR t.id IN (${sql.join(otherwise, sql` UNION ALL `)}))`;
}

function byName({ organizationId }: Tenant, text: string): RawBuilder<unknown>[] {
  const [first, ...others] = wordsToSearch(text);
  if (first === undefined) return [];
  const hasOthers =
    others.length > 0 ? isFound(organizationId, CONVERSATION, sql`n.entity_id`, others.join(' ')) : sql`true`;
  return [
    sql`SELECT n.entity_id AS id FROM search_words n
      WHERE n.organization_id = ${organizationId} AND n.kind = ${CONVERSATION} AND n.word >= ${first} AND n.word < ${endOfPrefix(first)}
        AND ${hasOthers}`,
  ];
}

/** A name in the channel is sought in each channel, because its index begins with the channel. */
function bySource(ctx: TenantContext, text: string): RawBuilder<unknown>[] {
  const email = folded(text);
  const prefixes = [
    ...phonePrefixes(text, ctx.country).map((prefix) => ({ kind: 'phone', prefix })),
    ...(email.length < EMAIL_LENGTH_MIN ? [] : [{ kind: 'email', prefix: email }]),
  ];
  return prefixes.map(
    ({ kind, prefix }) => sql`
    SELECT s.conversation_id AS id FROM ${channels.of(ctx)} c JOIN ${conversationSources.of(ctx)} s ON s.channel_id = c.id
    WHERE s.kind = ${kind} AND s.value >= ${prefix} AND s.value < ${endOfPrefix(prefix)}`,
  );
}

async function byContact(ctx: TenantContext, text: string): Promise<RawBuilder<unknown>> {
  return sql`
    SELECT c.id FROM (${await contactsMatching(ctx, { search: text })}) k
    JOIN ${conversations.of(ctx)} c ON c.contact_id = k.id`;
}
