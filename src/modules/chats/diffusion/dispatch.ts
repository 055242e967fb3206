import { contactsByData, selectArchivedContacts } from '#modules/contacts/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import {
  insertConversations,
  insertSources,
  type Source,
  selectBySources,
  sourceKey,
} from '../conversation/conversation.sql.ts';
import { type BulkMessage, writeBulk } from '../message/bulk.ts';
import {
  type Channel,
  type Conversation,
  conversations,
  type Diffusion,
  diffusionRecipients,
  type MessageTemplate,
  messageTemplates,
} from '../tables.ts';
import { isSendable, requireValues, templateMessage } from '../template/facts.ts';
import type { DiffusionTemplate } from './diffusion.schema.ts';
import { addSpent } from './diffusion.sql.ts';
import { selectOptedOut } from './opt-out.ts';
import {
  type Dispatched,
  type Due,
  markCanceled,
  markSending,
  markSkipped,
  moveAll,
  selectReached,
} from './recipients.sql.ts';
import { filledValues } from './variables.ts';

/** A template of a diffusion with its status at the provider. Null: the provider has no template of this name. */
export interface Arm {
  number: number;
  given: DiffusionTemplate;
  template: MessageTemplate | null;
}

export const armsOf = (ctx: TenantContext, { channelId, templates }: Diffusion): Promise<Arm[]> =>
  Promise.all(
    templates.map(async (given, place) => ({
      number: place + 1,
      given,
      template: (await messageTemplates.find(ctx, { channelId, name: given.name, language: given.language })) ?? null,
    })),
  );

/** Whether the provider takes messages with this template and these values. */
export function isArmReady({ template, given }: Arm): boolean {
  if (!template || !isSendable(template)) return false;
  try {
    requireValues(template, { values: given.parameters, hasFile: false });
    return true;
  } catch {
    return false;
  }
}

/** Holds the recipients whose template the provider does not take at the moment, and queues those whose template it takes again. */
export async function holdArms(ctx: TenantContext, { id }: Diffusion, arms: Arm[]): Promise<void> {
  for (const arm of arms) {
    const [from, to] = isArmReady(arm) ? (['held', 'queued'] as const) : (['queued', 'held'] as const);
    await moveAll(ctx, id, { from: [from], to, arm: arm.number });
  }
}

/** Writes the messages of a batch. It commits with the change of its recipients, so each recipient gets exactly one, also after a failure. */
export async function dispatch(
  ctx: TenantContext,
  batch: { diffusion: Diffusion; channel: Channel; arms: Arm[]; due: Due[]; places: Temporal.Instant[] },
): Promise<void> {
  const { diffusion, channel, arms, places } = batch;
  const current = diffusion.audience.filter ? await withoutGone(ctx, diffusion, batch.due) : batch.due;
  const reachable = await withoutOptedOut(ctx, diffusion, current);
  if (reachable.length === 0) return;
  const conversationOf = await conversationsFor(ctx, channel, reachable);
  const wanted = await withoutBlocked(ctx, diffusion, reachable, conversationOf);
  const due = await withoutTwins(ctx, diffusion, wanted, conversationOf);
  const organization = (await findOrganization(ctx.tx, ctx.organizationId))?.name ?? '';
  const written = due.map(({ number, arm: place, name, fields }, index): BulkMessage => {
    const { template, given } = arms.find((arm) => arm.number === place)!;
    const values = filledValues(given.parameters, { name, organization, fields });
    const needs = requireValues(template!, { values, hasFile: false });
    const { content, ...message } = templateMessage(template!, needs, values);
    return {
      ...message,
      content: { ...content, diffusionId: diffusion.id },
      conversation: conversationOf.get(number)!,
      place: places[index]!,
    };
  });
  const ids = await writeBulk(ctx, channel, written);
  const sent = due.map(({ number }, index): Dispatched => {
    const { conversation } = written[index]!;
    return { number, conversationId: conversation.id, messageId: ids[index]! };
  });
  await addSpent(ctx, channel.id, ctx.now, sent.length);
  await markSending(ctx, diffusion.id, sent, ctx.now);
}

/** Somebody may have opted out since the audience was written. */
async function withoutOptedOut(ctx: TenantContext, { id }: Diffusion, due: Due[]): Promise<Due[]> {
  const addresses = due.map(({ address }) => address);
  const out = await selectOptedOut(ctx, addresses);
  const skipped = due.filter(({ address }) => out.has(address));
  if (skipped.length > 0) await markSkipped(ctx, id, numbersOf(skipped), 'opted_out');
  return due.filter(({ address }) => !out.has(address));
}

/** The conversations are held, so nobody is blocked between this and their message. */
async function withoutBlocked(
  ctx: TenantContext,
  { id }: Diffusion,
  due: Due[],
  conversationOf: Map<number, Conversation>,
): Promise<Due[]> {
  const isBlocked = ({ number }: Due): boolean => conversationOf.get(number)!.isBlocked;
  const blocked = due.filter(isBlocked);
  if (blocked.length > 0) await markSkipped(ctx, id, numbersOf(blocked), 'blocked');
  return due.filter((each) => !isBlocked(each));
}

/** A contact may have been archived since the audience was written, or merged into one that the audience has too. */
async function withoutGone(ctx: TenantContext, { id }: Diffusion, due: Due[]): Promise<Due[]> {
  const contactIds = due.map(({ contactId }) => contactId!);
  const [archived, taken] = await Promise.all([
    selectArchivedContacts(ctx, contactIds),
    selectReached(ctx, id, contactIds),
  ]);
  const fateOf = ({ contactId }: Due): 'archived' | 'twins' | 'current' => {
    if (archived.has(contactId!)) return 'archived';
    if (taken.has(contactId!)) return 'twins';
    taken.add(contactId!);
    return 'current';
  };
  const { archived: gone = [], twins = [], current = [] } = Object.groupBy(due, fateOf);
  if (gone.length > 0) await markCanceled(ctx, id, numbersOf(gone));
  if (twins.length > 0) await markSkipped(ctx, id, numbersOf(twins), 'duplicate');
  return current;
}

const numbersOf = (due: Due[]): number[] => due.map(({ number }) => number);

/** Two addresses may turn out to be one person: the conversation gets one message of a diffusion. */
async function withoutTwins(
  ctx: TenantContext,
  { id }: Diffusion,
  due: Due[],
  conversationOf: Map<number, Conversation>,
): Promise<Due[]> {
  const numbers = new Set(numbersOf(due));
  const reached = await diffusionRecipients.all(
    ctx,
    {
      diffusionId: id,
      conversationId: [...conversationOf.values()].map((each) => each.id),
      state: ['sending', 'sent'],
    },
    { columns: ['number', 'conversationId'] },
  );
  const taken = new Set(reached.filter(({ number }) => !numbers.has(number)).map((each) => each.conversationId!));
  const isTwin = ({ number }: Due): boolean => {
    const conversationId = conversationOf.get(number)!.id;
    if (taken.has(conversationId)) return true;
    taken.add(conversationId);
    return false;
  };
  const { twins = [], single = [] } = Object.groupBy(due, (each) => (isTwin(each) ? 'twins' : 'single'));
  if (twins.length > 0) await markSkipped(ctx, id, numbersOf(twins), 'duplicate');
  return single;
}

const USER = 'user:';
const sourceOf = (address: string): Source =>
  address.startsWith(USER) ? { kind: 'user', value: address.slice(USER.length) } : { kind: 'phone', value: address };

/** The conversation of each recipient, held. One that is made here stays closed, so that it waits for nobody. */
async function conversationsFor(ctx: TenantContext, channel: Channel, due: Due[]): Promise<Map<number, Conversation>> {
  const strangers = due.filter(({ conversationId }) => conversationId === null);
  const keyOf = ({ address }: Due) => sourceKey(sourceOf(address));
  const sources = strangers.map(({ address }) => sourceOf(address));
  const known = await selectBySources(ctx, channel.id, sources);
  const missing = strangers.filter((each) => !known.has(keyOf(each)));
  if (missing.length > 0) {
    await makeConversations(ctx, channel, missing);
    for (const [key, id] of await selectBySources(ctx, channel.id, sources)) known.set(key, id);
  }
  const idOf = (each: Due): string => each.conversationId ?? known.get(keyOf(each))!;
  const ids = [...new Set(due.map(idOf))].toSorted();
  const held = await conversations.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE' });
  const byId = new Map(held.map((conversation) => [conversation.id, conversation]));
  return new Map(due.map((each) => [each.number, byId.get(idOf(each))!]));
}

async function makeConversations(ctx: TenantContext, channel: Channel, missing: Due[]): Promise<void> {
  const phones = missing.filter(({ contactId, address }) => contactId === null && !address.startsWith(USER));
  const wanted = phones.map(({ address }) => ({ kind: 'phone' as const, value: address }));
  const contacts = await contactsByData(ctx, wanted);
  const rows = missing.map(({ address, name, contactId }) => ({
    id: newId(),
    channelId: channel.id,
    sourceId: sourceOf(address).value,
    name,
    state: 'closed' as const,
    contactId: contactId ?? contacts.get(address) ?? null,
    lastMessageAt: toTimestamp(ctx.now),
    createdAt: toTimestamp(ctx.now),
    updatedAt: toTimestamp(ctx.now),
  }));
  const { idOf } = await insertConversations(ctx, channel.id, rows);
  const sources = missing.map(({ address }, place) => ({
    ...sourceOf(address),
    conversationId: idOf(rows[place]!.id),
  }));
  await insertSources(ctx, channel.id, sources, ctx.now);
}
