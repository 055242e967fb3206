import type { z } from 'zod';
import { contactDataOf, normalise } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { InvalidRequest, unknownReference } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { shortened } from '#platform/text.ts';
import { addHappening } from '../conversation/state.ts';
import type { ArrivedMessages } from '../hooks.ts';
import {
  type Conversation,
  conversationSources,
  conversations,
  diffusionRecipients,
  type Message,
  type OptOut,
  optOuts,
} from '../tables.ts';
import type { NewOptOut } from './diffusion.schema.ts';

/** Whole messages that mean it: a word inside a sentence may mean anything. */
const STOP = new Set(['stop', 'baja', 'dar de baja', 'darme de baja', 'unsubscribe', 'stop promociones']);
const START = new Set(['start', 'alta', 'dar de alta', 'darme de alta', 'subscribe']);
const NOTE_MAX = 500;
/** The provider's code for a person who does not want marketing of this number. */
const MARKETING_REFUSED = '131050';

const plain = (text: string): string => folded(text.replace(/[\p{P}\p{S}]/gu, ' '));

/**
 * The names of a conversation under which a diffusion would reach its person. One who shows only a user id is reached at the
 * numbers of their contact.
 */
async function addressesOf(ctx: TenantContext, conversationId: string): Promise<string[]> {
  const sources = await conversationSources.all(ctx, { conversationId, kind: ['phone', 'user'] });
  const own = sources.map(({ kind, value }) => (kind === 'user' ? `user:${value}` : value));
  if (own.length === 0 || sources.some(({ kind }) => kind === 'phone')) return own;
  const { contactId } = await conversations.get(ctx, conversationId);
  return contactId === null ? own : [...own, ...(await phonesOf(ctx, contactId))];
}

const phonesOf = async (ctx: TenantContext, contactId: string): Promise<string[]> =>
  (await contactDataOf(ctx, [contactId])).flatMap(({ kind, normalised }) => (kind === 'phone' ? normalised : []));

/** Remembers that the person of a conversation wants no diffusions. Answers the addresses for which that is new. */
async function rememberOptOut(
  ctx: TenantContext,
  conversationId: string,
  source: OptOut['source'],
  note: string,
): Promise<OptOut[]> {
  const addresses = await addressesOf(ctx, conversationId);
  return remember(ctx, addresses, { source, conversationId, note: shortened(note, NOTE_MAX) });
}

/** Merged contacts are one person: if one of their numbers has opted out, all have. */
export async function mergeOptOuts(ctx: TenantContext, contactId: string): Promise<void> {
  const [phones, own] = await Promise.all([
    phonesOf(ctx, contactId),
    conversations.all(ctx, { contactId }, { columns: ['id'] }),
  ]);
  const written = await Promise.all(own.map(({ id }) => addressesOf(ctx, id)));
  const addresses = [...new Set([...phones, ...written.flat()])];
  const optOut = await optOuts.find(ctx, { address: addresses }, { orderBy: ['createdAt'] });
  if (optOut) await remember(ctx, addresses, optOut);
}

async function remember(
  ctx: TenantContext,
  addresses: string[],
  { source, conversationId, note }: Pick<OptOut, 'source' | 'conversationId' | 'note'>,
): Promise<OptOut[]> {
  const facts = { source, conversationId, note };
  const made = await Promise.all(addresses.map((address) => optOuts.insertUnlessTaken(ctx, { ...facts, address })));
  return made.filter((row) => row !== undefined);
}

/** Which of these addresses want no diffusions. */
export async function selectOptedOut(ctx: TenantContext, addresses: string[]): Promise<Set<string>> {
  const found = await optOuts.all(ctx, { address: addresses }, { columns: ['address'] });
  return new Set(found.map(({ address }) => address));
}

/** The ids of the messages of diffusions whose recipients have opted out since they were written. */
export async function selectUnwanted(ctx: TenantContext, written: Message[]): Promise<Set<string>> {
  const messageId = written.flatMap(({ id, content }) => (content.diffusionId ? id : []));
  if (messageId.length === 0) return new Set();
  const recipients = await diffusionRecipients.all(ctx, { messageId }, { columns: ['messageId', 'address'] });
  const addresses = recipients.map(({ address }) => address!);
  const out = await selectOptedOut(ctx, addresses);
  return new Set(recipients.flatMap((each) => (out.has(each.address!) ? each.messageId! : [])));
}

/** A customer who writes only STOP or BAJA gets no more diffusions, and after START or ALTA does again. */
export async function applyOptOutKeywords(
  ctx: TenantContext,
  {
    channel,
    conversation,
    messages,
  }: Pick<ArrivedMessages, 'channel' | 'conversation'> & {
    messages: Pick<Message, 'text'>[];
  },
): Promise<void> {
  if (channel.kind !== 'msgapp') return;
  const words = messages.map(({ text }) => plain(text)).findLast((text) => STOP.has(text) || START.has(text));
  if (words === undefined) return;
  const isStop = STOP.has(words);
  const changed = isStop
    ? (await rememberOptOut(ctx, conversation.id, 'keyword', words)).length
    : await optOuts.delete(ctx, { address: await addressesOf(ctx, conversation.id) });
  if (changed > 0) await note(ctx, conversation.id, isStop);
}

export async function optOutOnRefusal(ctx: TenantContext, { conversationId, failure }: Message): Promise<void> {
  if (failure?.code === MARKETING_REFUSED) await rememberOptOut(ctx, conversationId, 'provider', failure.message);
}

/** Colleagues see it in the conversation. */
async function note(ctx: TenantContext, conversationId: string, isStop: boolean): Promise<Conversation> {
  const conversation = await conversations.lock(ctx, conversationId);
  return addHappening(ctx, conversation, { kind: 'system' }, isStop ? 'opted-out' : 'opted-in', {});
}

/** Notes by hand that a person wants no diffusions. */
export async function addOptOut(ctx: TenantContext, given: z.output<typeof NewOptOut>): Promise<OptOut> {
  const facts = { source: 'manual' as const, conversationId: given.conversationId ?? null, note: given.note ?? '' };
  const addresses =
    given.phone === undefined ? await addressesIn(ctx, given.conversationId!) : [phoneIn(ctx, given.phone)];
  await remember(ctx, addresses, facts);
  return optOuts.get(ctx, { address: addresses[0]! });
}

function phoneIn({ country }: TenantContext, phone: string): string {
  const normalised = normalise('phone', phone, country);
  if (normalised !== null) return normalised;
  throw InvalidRequest.at('body.phone', 'invalid_phone', 'is not a telephone number');
}

async function addressesIn(ctx: TenantContext, conversationId: string): Promise<string[]> {
  const addresses = await addressesOf(ctx, conversationId);
  if (addresses.length === 0) throw unknownReference('body.conversationId', 'A conversation with a number');
  return addresses;
}
