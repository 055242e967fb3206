import { contactsByData, findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { shortened } from '#platform/text.ts';
import {
  insertConversations,
  insertSources,
  type Source,
  selectByProviderIds,
  selectBySources,
  sourceKey,
} from '../conversation/conversation.sql.ts';
import { beginEpisodes } from '../conversation/state.ts';
import type { Channel } from '../tables.ts';
import type { Arriving } from './arriving.ts';

export const NAME_MAX = 200;

/** The conversation of each arriving message; those that do not exist are made. */
export async function findConversations(ctx: TenantContext, channel: Channel, arriving: Arriving[]) {
  const sources = arriving.flatMap((each) => each.sources);
  const known = await selectBySources(ctx, channel.id, sources);
  const threads = await threadsOf(ctx, channel, arriving);
  const knownIdOf = (each: Arriving) =>
    each.sources.map((source) => known.get(sourceKey(source))).find(Boolean) ?? threads.get(each.replyTo ?? '');
  const strangers = arriving.filter((each) => !knownIdOf(each));
  const contacts = await heldContacts(ctx, strangers);
  const wanted = new Map<string, NewConversation>();
  const added: (Source & { conversationId: string })[] = [];
  const byArrival = arriving.map((each) => {
    const found = knownIdOf(each);
    const conversationId = found ?? newId();
    if (!found)
      wanted.set(conversationId, rowOfConversation(ctx, channel, each, conversationId, contactOf(contacts, each)));
    for (const source of each.sources) {
      if (known.has(sourceKey(source))) continue;
      known.set(sourceKey(source), conversationId);
      added.push({ ...source, conversationId });
    }
    if (isInThread(each)) threads.set(each.providerMessageId, conversationId);
    return conversationId;
  });
  const rows = [...wanted.values()];
  const { created, idOf } = await insertConversations(ctx, channel.id, rows);
  await beginEpisodes(
    ctx,
    rows.filter(({ id }) => created.has(id)),
  );
  const made = added.map((source) => ({ ...source, conversationId: idOf(source.conversationId) }));
  await insertSources(ctx, channel.id, made, ctx.now);
  return { byArrival: byArrival.map(idOf), created };
}

const isInThread = ({ sources: [{ kind }] }: Arriving): boolean => kind === 'thread';

/** The conversations of the comments that arriving ones answer: an answer to an answer belongs to the same thread. */
async function threadsOf(ctx: TenantContext, channel: Channel, arriving: Arriving[]): Promise<Map<string, string>> {
  const answered = arriving.flatMap((each) => (isInThread(each) && each.replyTo ? each.replyTo : []));
  const found = answered.length > 0 ? await selectByProviderIds(ctx, channel.id, answered) : [];
  return new Map(found.map(({ providerMessageId, conversationId }) => [providerMessageId!, conversationId]));
}

type NewConversation = ReturnType<typeof rowOfConversation>;

const rowOfConversation = (
  ctx: TenantContext,
  channel: Channel,
  { sources: [{ value: sourceId }], name, subject = '' }: Arriving,
  id: string,
  contactId: string | null,
) => ({
  id,
  channelId: channel.id,
  sourceId,
  name: shortened(name, NAME_MAX),
  subject,
  contactId,
  contactVerified: contactId !== null,
  lastMessageAt: toTimestamp(ctx.now),
  createdAt: toTimestamp(ctx.now),
  updatedAt: toTimestamp(ctx.now),
});

/** Contacts by their numbers and addresses, held so that none is merged away before its conversation is written. */
export async function heldContacts(ctx: TenantContext, arriving: Arriving[]): Promise<Map<string, string>> {
  const found = [...(await contactsByData(ctx, dataOf(arriving)))];
  const held = await Promise.all(found.map(([, id]) => findContact(ctx, id, 'reference')));
  return new Map(found.map(([value], place) => [value, held[place]!.id]));
}

const dataOf = (arriving: Arriving[]) => [
  ...arriving.flatMap(({ phone }) => (phone ? [{ kind: 'phone' as const, value: phone }] : [])),
  ...arriving.flatMap(({ email }) => (email ? [{ kind: 'email' as const, value: email }] : [])),
];
/** The contact of a message: by its number, or else by its address. */
export const contactOf = (contacts: Map<string, string>, { phone, email }: Arriving): string | null =>
  contacts.get(phone ?? '') ?? contacts.get(email ?? '') ?? null;
