import { type RawBuilder, sql } from 'kysely';
import { contactsMatching, phonePrefixes } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { endOfPrefix, folded } from '#platform/search/folded.ts';
import { indexTexts, isFound } from '#platform/search/search.sql.ts';
import { wordsToSeek } from '#platform/search/words.ts';
import { channels, conversationSources, conversations } from '../tables.ts';

const KIND = 'conversation';
/** Shorter texts would match too many e-mail addresses. */
const EMAIL_LENGTH_MIN = 3;
/** Up to so many matches are found first and then sorted; of more, names are looked up for each conversation of the page. */
const MATCHES_LISTED_MAX = 2_000;

/** Makes conversations findable by the names under which their customers write. */
export const indexNames = (tenant: Tenant, named: readonly { id: string; name: string }[]): Promise<void> =>
  named.length === 0 ? Promise.resolve() : indexTexts(tenant, KIND, new Map(named.map(({ id, name }) => [id, [name]])));

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
  const isNamed = sql`EXISTS (SELECT WHERE ${isFound(ctx.organizationId, KIND, sql`t.id`, text)} OFFSET 0)`;
  return sql`(${isNamed} OR t.id IN (${sql.join(otherwise, sql` UNION ALL `)}))`;
}

function byName({ organizationId }: Tenant, text: string): RawBuilder<unknown>[] {
  const [first, ...others] = wordsToSeek(text);
  if (first === undefined) return [];
  const hasOthers = others.length > 0 ? isFound(organizationId, KIND, sql`n.entity_id`, others.join(' ')) : sql`true`;
  return [
    sql`SELECT n.entity_id AS id FROM search_words n
      WHERE n.organization_id = ${organizationId} AND n.kind = ${KIND} AND n.word >= ${first} AND n.word < ${endOfPrefix(first)}
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
