import { type RawBuilder, sql } from 'kysely';
import { contactsMatching, phonePrefixes } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Tenant } from '#platform/db/table.ts';
import { endOfPrefix, folded } from '#platform/search/folded.ts';
import { indexTexts, isFound } from '#platform/search/search.sql.ts';
import { wordsToSeek } from '#platform/search/words.ts';
import { channels, conversationSources, conversations } from '../tables.ts';

const KIND = 'conversation';
/** Shorter texts would match too many e-mail addresses. */
const EMAIL_LENGTH_MIN = 3;
/** Up to so many matches are found first and then sorted; more are joined with the other conditions of the list. */
const MATCHES_LISTED_MAX = 2_000;

/** Makes conversations findable by the names under which their customers write. */
export const indexNames = (tenant: Tenant, named: readonly { id: string; name: string }[]): Promise<void> =>
  named.length === 0 ? Promise.resolve() : indexTexts(tenant, KIND, new Map(named.map(({ id, name }) => [id, [name]])));

/** The conversations `t` whose customer has such a name, number or e-mail address, as a contact or as the channel knows them. */
export async function isOfCustomer(ctx: TenantContext, text: string): Promise<RawBuilder<unknown>> {
  const searches = [...byName(ctx, text), ...bySource(ctx, text), await byContact(ctx, text)];
  const limited = searches.map((search) => sql`(${search} LIMIT ${sql.lit(MATCHES_LISTED_MAX + 1)})`);
  const { rows } = await sql<{ id: string }>`${sql.join(limited, sql` UNION `)}`.execute(ctx.tx);
  return rows.length > MATCHES_LISTED_MAX
    ? sql`t.id IN (${sql.join(searches, sql` UNION ALL `)})`
    : sql`t.id = ANY (${rows.map(({ id }) => id)}::uuid[])`;
}

function byName({ organizationId }: Tenant, text: string): RawBuilder<unknown>[] {
  const [first] = wordsToSeek(text);
  if (first === undefined) return [];
  return [
    sql`SELECT n.entity_id AS id FROM search_words n
      WHERE n.organization_id = ${organizationId} AND n.kind = ${KIND} AND n.word >= ${first} AND n.word < ${endOfPrefix(first)}
        AND ${isFound(organizationId, KIND, sql`n.entity_id`, text)}`,
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
