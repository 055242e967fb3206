import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow, Timestamp, toTimestamp } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { followMessages } from '../diffusion/follow.ts';
import { afterMessageFailed } from '../hooks.ts';
import { type Channel, type Message, type MessageStatus, messageReceipts, messages } from '../tables.ts';
import { insertReceipts } from './message.sql.ts';

const KEPT_LOOK_SECONDS = 5;

/** A notice of the provider about a message of ours. */
export const Receipt = z.object({
  providerMessageId: z.string().min(1).max(512),
  /** Our id, if the message was ours when it was sent. */
  reference: z.uuid().nullable(),
  status: z.enum(['accepted', 'sent', 'delivered', 'read', 'played', 'failed']),
  at: Timestamp,
  pricing: z.object({ category: z.string().max(60), model: z.string().max(60), isBilled: z.boolean() }).nullable(),
  failure: z.object({ code: z.string().max(60), message: z.string().max(1000) }).nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

/** A status never goes back. A failure counts unless the message has arrived, and an arrival counts more than a failure. */
const ranks: Record<MessageStatus, number> = {
  stored: 0,
  received: 0,
  queued: 1,
  sending: 2,
  unconfirmed: 3,
  accepted: 4,
  sent: 5,
  failed: 6,
  delivered: 7,
  read: 8,
  played: 9,
};

/** Applies notices of the provider, in any order. One about a message that has no name yet is kept until it has. */
export async function applyReceipts(ctx: TenantContext, channel: Channel, receipts: Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const references = receipts.flatMap(({ reference }) => reference ?? []);
  const byName = await messages.all(
    ctx,
    { channelId: channel.id, providerMessageId: receipts.map(({ providerMessageId }) => providerMessageId) },
    { columns: ['id', 'providerMessageId'] },
  );
  const idOf = new Map(byName.map(({ providerMessageId, id }) => [providerMessageId!, id]));
  const ids = [...new Set([...references, ...idOf.values()])];
  const locked = await messages.all(
    ctx,
    { id: ids, channelId: channel.id, direction: 'out' },
    { orderBy: ['id'], lock: 'FOR UPDATE' },
  );
  const ours = new Map(locked.map((message) => [message.id, message]));
  const named = receipts.filter(({ reference }) => reference !== null && ours.has(reference));
  for (const { providerMessageId, reference } of named) idOf.set(providerMessageId, reference!);
  const kept = await takeKept(ctx, channel.id, [...idOf.keys()]);
  const unknown: Receipt[] = [];
  for (const receipt of [...receipts, ...kept]) {
    const id = [receipt.reference, idOf.get(receipt.providerMessageId)].find((each) => each && ours.has(each));
    if (id) ours.set(id, changedBy(ours.get(id)!, receipt));
    else unknown.push(receipt);
  }
  await writeStatuses(ctx, locked, ours);
  await keep(ctx, channel.id, unknown);
  await followMessages(ctx, [...ours.values()]);
}

/** Writes what notices made of messages, all in one statement. */
async function writeStatuses(ctx: TenantContext, before: Message[], after: Map<string, Message>): Promise<void> {
  const changed = before.flatMap((message) => (after.get(message.id) === message ? [] : [after.get(message.id)!]));
  await messages.updateMany(
    ctx,
    changed.map((message) => ({
      id: message.id,
      providerMessageId: message.providerMessageId,
      status: message.status,
      sentAt: message.sentAt,
      deliveredAt: message.deliveredAt,
      readAt: message.readAt,
      failedAt: message.failedAt,
      failure: message.failure,
      priceCategory: message.priceCategory,
      priceModel: message.priceModel,
      isBilled: message.isBilled,
    })),
  );
  for (const { conversationId } of changed) ctx.wakeReaders(conversationId);
  for (const message of before)
    if (message.failedAt === null && after.get(message.id)!.failedAt !== null)
      await afterMessageFailed(ctx, after.get(message.id)!);
}

async function keep(ctx: TenantContext, channelId: string, receipts: Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await insertReceipts(
    ctx,
    receipts.map((receipt) => ({
      channelId,
      providerMessageId: receipt.providerMessageId,
      status: receipt.status,
      receipt,
    })),
  );
  // The transaction that names a message may be running: it does not see these rows, and this one does not see the name.
  const startAt = realNow().add({ seconds: KEPT_LOOK_SECONDS });
  const providerMessageIds = [...new Set(receipts.map(({ providerMessageId }) => providerMessageId))];
  ctx.enqueue(applyKeptLater, { channelId, providerMessageIds }, { startAt });
}

async function takeKept(ctx: TenantContext, channelId: string, providerMessageIds: string[]): Promise<Receipt[]> {
  const kept = await messageReceipts.all(ctx, { channelId, providerMessageId: providerMessageIds });
  if (kept.length > 0) await messageReceipts.delete(ctx, { channelId, providerMessageId: providerMessageIds });
  return kept.map(({ receipt }) => Receipt.parse(receipt));
}

/** A message as a notice makes it. */
function changedBy(message: Message, receipt: Receipt): Message {
  const { status, at, pricing, failure } = receipt;
  const isFailure = status === 'failed';
  const rises = ranks[status] > ranks[message.status] || isLate(message);
  const first = (before: string | null) => before ?? at;
  return {
    ...message,
    providerMessageId: message.providerMessageId ?? receipt.providerMessageId,
    ...(rises && { status }),
    ...(status === 'sent' && { sentAt: first(message.sentAt) }),
    ...(status === 'delivered' && { deliveredAt: first(message.deliveredAt) }),
    ...((status === 'read' || status === 'played') && { readAt: first(message.readAt) }),
    ...(isFailure && {
      failedAt: first(message.failedAt),
      failure: failure ?? { code: 'failed', message: 'It failed.' },
    }),
    ...(pricing && {
      priceCategory: pricing.category,
      priceModel: pricing.model,
      isBilled: pricing.isBilled || message.isBilled === true,
    }),
  };
}

/** Given up by us without an answer: the provider knows better. */
const isLate = ({ status, failure }: Message): boolean => status === 'failed' && failure?.code === 'outcome_unknown';

/** The provider has taken messages: by their ids, the names that it gave them. */
export async function markAccepted(ctx: TenantContext, nameOf: Map<string, string>): Promise<void> {
  const locked = await messages.all(ctx, { id: [...nameOf.keys()] }, { orderBy: ['id'], lock: 'FOR UPDATE' });
  const unnamed = locked.filter(
    ({ status, providerMessageId }) => ranks[status] < ranks.accepted || providerMessageId === null,
  );
  for (const { conversationId } of unnamed) ctx.wakeReaders(conversationId);
  await messages.updateMany(
    ctx,
    unnamed.map((message) => ({
      id: message.id,
      providerMessageId: nameOf.get(message.id)!,
      status: ranks[message.status] < ranks.accepted || isLate(message) ? ('accepted' as const) : message.status,
      sentAt: message.sentAt ?? toTimestamp(ctx.now),
    })),
  );
}

/** Applies the notices that were kept for messages that have a name now. */
export async function applyKept(ctx: TenantContext, channelId: string, providerMessageIds: string[]): Promise<void> {
  const kept = await takeKept(ctx, channelId, providerMessageIds);
  if (kept.length === 0) return;
  const names = [...new Set(kept.map(({ providerMessageId }) => providerMessageId))];
  const locked = await messages.all(
    ctx,
    { channelId, providerMessageId: names },
    { orderBy: ['id'], lock: 'FOR UPDATE' },
  );
  const idOf = new Map(locked.map(({ id, providerMessageId }) => [providerMessageId!, id]));
  const after = new Map(locked.map((message) => [message.id, message]));
  for (const receipt of kept) {
    const id = idOf.get(receipt.providerMessageId);
    if (id) after.set(id, changedBy(after.get(id)!, receipt));
  }
  await writeStatuses(ctx, locked, after);
}

export const applyKeptLater = tenantJob({
  name: 'chats/apply-kept-receipts',
  payload: { channelId: z.uuid(), providerMessageIds: z.array(z.string()) },
  run: (steps, { channelId, providerMessageIds }) =>
    steps.transaction(async (ctx) => {
      const named = await messages.all(ctx, { channelId, providerMessageId: providerMessageIds });
      const ids = named.map(({ providerMessageId }) => providerMessageId!);
      if (ids.length === 0) return;
      await applyKept(ctx, channelId, ids);
      await followMessages(ctx, await messages.all(ctx, { id: named.map(({ id }) => id) }));
    }),
});
