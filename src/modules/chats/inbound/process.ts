import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import type { Row } from '#platform/db/table.ts';
import { type TenantJobContext, tenantJob } from '#platform/jobs/job.ts';
import { Refusal, refusal, unknownReference } from '#platform/refusal.ts';
import { isBlocked } from '../blocked-sender/blocked-sender.ts';
import { insertSources, type Source, selectBySources, sourceKey } from '../conversation/conversation.sql.ts';
import { applyKept, applyReceipts } from '../message/status.ts';
import { type Channel, channels, inboundDrops } from '../tables.ts';
import { applyNotice, isTemplateField } from '../template/notice.ts';
import { continueVisits } from '../widget/continuation.ts';
import { changeMessage } from './change.ts';
import { commentsOf, readCommentAgain } from './comments.ts';
import { discardAttachments, letterOf } from './email.ts';
import {
  insertLost,
  markFailed,
  markProcessed,
  markUnrouted,
  type Payload,
  reopenPayload,
  selectLetters,
  takePayloads,
} from './inbound.sql.ts';
import { accountAddress, type Brought, nothing, type Part, partsOf, readPart } from './msgapp.ts';
import { receiveMessages } from './receive.ts';

const AT_ONCE = 250;
const BYTES_AT_ONCE = 8_000_000;
/** Afterwards other organizations have their turn. */
const BATCHES_MAX = 20;
const ATTEMPTS_MAX = 5;
/** The drop of a whole payload. */
const PAYLOAD = 'payload';
/** The reason of an edit or a deletion whose message is not there (yet). */
const TARGET_UNKNOWN = 'target_unknown';
/** After 1, 4, 16 minutes, and so on. */
const EARLY_RETRY_FACTOR = 4;
const EARLY_RETRIES_MAX = 6;

export const ChannelNeeded = refusal(
  'channel_needed',
  'Its channel is gone: name another one of the same kind in `channelId`.',
);

/** Makes messages of what arrived for an organization: all that waits, in one transaction. */
export const processInbound = tenantJob({
  name: 'chats/process-inbound',
  payload: { payloadId: z.uuid().nullable().default(null) },
  attempts: ATTEMPTS_MAX + 3,
  backoffSeconds: 2,
  run: async (steps, { payloadId }) => {
    for (let batch = 0, isMore = true; isMore && batch < BATCHES_MAX && !steps.signal.aborted; batch++) {
      const letters = await readLetters(steps);
      const isLast = batch === BATCHES_MAX - 1;
      try {
        isMore = await steps.transaction((ctx) => processBatch(ctx, letters, payloadId, isLast));
      } catch (error) {
        if (error instanceof RetryTransaction) throw error;
        await processOneByOne(steps, letters);
        return;
      } finally {
        await discardAttachments(letters.values());
      }
    }
    // The next attempt processes the rest.
    steps.signal.throwIfAborted();
  },
});

type Letters = Map<string, Awaited<ReturnType<typeof letterOf>>>;

/** E-mails are parsed in a thread, before the transaction that stores them. One that cannot be parsed must not block the others. */
async function readLetters(steps: TenantJobContext): Promise<Letters> {
  const letters: Letters = new Map();
  const { waiting, own } = await steps.transaction(async (ctx) => {
    const found = await selectLetters(ctx, { limit: AT_ONCE, bytesMax: BYTES_AT_ONCE });
    const known = await channels.all(
      ctx,
      { id: found.flatMap((each) => each.channelId ?? []) },
      { columns: ['id', 'address'] },
    );
    return { waiting: found, own: new Map(known.map(({ id, address }) => [id, address!])) };
  });
  for (const payload of waiting) {
    try {
      // The files of an e-mail whose channel is gone are not stored.
      const address = own.get(payload.channelId!);
      letters.set(payload.id, address ? await letterOf(steps, payload, address) : nothing());
    } catch (error) {
      if (error instanceof Refusal) throw error;
      await recordFailure(steps, payload, error);
    }
  }
  return letters;
}

/** Counts a failed attempt. The last one leaves the payload on the list of what is unhandled, from where it can be retried. */
async function recordFailure(steps: TenantJobContext, payload: Payload, error: unknown): Promise<void> {
  steps.log.error({ err: error, payloadId: payload.id }, 'a payload could not be processed');
  const problem = String(error).slice(0, 1000);
  await steps.transaction(async (ctx) => {
    await markFailed(ctx, payload.id, problem, ATTEMPTS_MAX);
    if (payload.attempts + 1 < ATTEMPTS_MAX) return;
    await dropPayload(ctx, (await channelOf(ctx, payload)) ?? null, payload.id, 'processing_failed', problem);
  });
}

const dropPayload = (ctx: TenantContext, channel: Channel | null, payloadId: string, reason: string, detail: string) =>
  drop(ctx, channel, { reason, detail, part: { field: PAYLOAD, value: { payloadId } } });

async function channelOf(ctx: TenantContext, { channelId, adapter, body }: Payload): Promise<Channel | undefined> {
  if (channelId) return channels.find(ctx, channelId);
  const named = new Set(partsOf(body).map((part) => part.address));
  const own = adapter ? await channels.all(ctx, { adapter }) : [];
  return own.find(({ address, account }) => named.has(address!) || named.has(accountAddress(account ?? '')));
}

/** Answers whether more may wait. */
async function processBatch(
  ctx: TenantContext,
  letters: Letters,
  onlyId: string | null,
  isLast: boolean,
): Promise<boolean> {
  const payloads = await takePayloads(ctx, { limit: AT_ONCE, bytesMax: BYTES_AT_ONCE, onlyId });
  const ready = payloads.filter(({ id, kind }) => kind !== 'email' || letters.has(id));
  if (ready.length === 0) return false;
  const { byChannel, strays, orphans } = await gather(ctx, ready, letters);
  for (const [channel, brought] of byChannel) await store(ctx, channel, brought);
  await markProcessed(
    ctx,
    ready.map(({ id }) => id),
    ctx.now,
  );
  for (const { id, addresses, isWhole } of strays) {
    const lost = { addresses, problem: 'The number has lost its channel.' };
    await (isWhole ? markUnrouted(ctx, id, lost) : insertLost(ctx, id, lost));
  }
  for (const id of orphans) {
    const problem = 'The channel that it arrived for is gone.';
    await markFailed(ctx, id, problem, 1);
    await dropPayload(ctx, null, id, 'channel_gone', problem);
  }
  if (isLast && onlyId === null) ctx.enqueue(processInbound, {}, { group: ctx.organizationId });
  return onlyId === null;
}

/** A payload that fails must not block the others. */
async function processOneByOne(steps: TenantJobContext, letters: Letters): Promise<void> {
  const oldest = { limit: AT_ONCE, bytesMax: BYTES_AT_ONCE, onlyId: null };
  const waiting = await steps.transaction((ctx) => takePayloads(ctx, oldest));
  let failure: unknown = null;
  for (const payload of waiting) {
    try {
      await steps.transaction((ctx) => processBatch(ctx, letters, payload.id, false));
    } catch (error) {
      failure = error;
      await recordFailure(steps, payload, error);
    }
  }
  if (failure) throw failure;
  await steps.transaction(async (ctx) => ctx.enqueue(processInbound, {}, { group: ctx.organizationId }));
}

/**
 * The contents of the payloads by channel of the organization, in their order. A stray has numbers that lost their channel since it
 * was stored; the channel of an orphan is gone.
 */
async function gather(ctx: TenantContext, payloads: Payload[], letters: Letters) {
  const own = await channels.all(ctx, {});
  const targetsOf = targetsAmong(own);
  const byId = new Map(own.map((channel) => [channel.id, channel]));
  const byChannel = new Map<Channel, Brought>();
  const strays: { id: string; addresses: string[]; isWhole: boolean }[] = [];
  const orphans: string[] = [];
  const add = (channel: Channel, brought: Brought): void => {
    const all = byChannel.get(channel) ?? nothing();
    for (const name of Object.keys(all) as (keyof Brought)[]) (all[name] as unknown[]).push(...brought[name]);
    byChannel.set(channel, all);
  };
  const addParts = ({ id, adapter, addresses, body }: Payload): void => {
    const targeted = partsOf(body).map((part) => ({ part, targets: targetsOf(adapter, part) }));
    for (const { part, targets } of targeted) for (const target of targets) add(target, readPart(part));
    const lost = lostAddresses(addresses, targeted);
    const isWhole = targeted.every(({ targets }) => targets.length === 0);
    if (lost.length > 0) strays.push({ id, addresses: lost, isWhole });
  };
  for (const payload of payloads) {
    const { id, kind, channelId, body } = payload;
    const channel = channelId && byId.get(channelId);
    if (kind === 'msgapp') addParts(payload);
    else if (kind === 'email' && channel) add(channel, letters.get(id)!);
    else if (kind === 'social-a' && channel) add(channel, commentsOf(body));
    else orphans.push(id);
  }
  return { byChannel, strays, orphans };
}

/** Finds the channels that a part of a webhook is for. */
function targetsAmong(own: Channel[]): (adapter: string | null, part: Part) => Channel[] {
  const byAddress = new Map(own.map((channel) => [`${channel.adapter} ${channel.address}`, channel]));
  const byAccount = Map.groupBy(own, ({ adapter, account }) => `${adapter} ${accountAddress(account ?? '')}`);
  return (adapter, { address, field }) => {
    const named = byAddress.get(`${adapter} ${address}`);
    if (named) return [named];
    // All numbers of an account have its templates. Other news of the account is kept once.
    const sharing = byAccount.get(`${adapter} ${address}`) ?? [];
    return isTemplateField(field) ? sharing : sharing.slice(0, 1);
  };
}

/** The numbers that a webhook was given to the organization for and that no channel of it has any more. */
function lostAddresses(addresses: string[], targeted: { part: Part; targets: Channel[] }[]): string[] {
  const reached = new Set(targeted.flatMap(({ part, targets }) => (targets.length > 0 ? [part.address] : [])));
  if (addresses.length > 0) return addresses.filter((address) => !reached.has(address));
  // Stored by an earlier release, which did not note the numbers: those of other organizations have their own copy.
  return reached.size > 0 ? [] : [...new Set(targeted.map(({ part }) => part.address))];
}

/** Writes what arrived. False: a change was for a message that is not there (yet), which is kept unless it was before. */
async function store(ctx: TenantContext, channel: Channel, brought: Brought, keepsDrops = true): Promise<boolean> {
  const arriving = brought.messages.map((each) => each.arriving);
  const stored = await receiveMessages(ctx, channel, await continueVisits(ctx, channel, arriving));
  const own = stored.filter(({ direction }) => direction === 'out').map((message) => message.providerMessageId!);
  if (own.length > 0) await applyKept(ctx, channel.id, own);
  await applyReceipts(ctx, channel, brought.receipts);
  for (const { from, to } of brought.moves) await moveSources(ctx, channel, from, to);
  const late: Brought['drops'] = [];
  for (const change of brought.changes) {
    const { kind, by, target, part } = change;
    if (kind === 'edit' && (await isBlocked(ctx, channel, by))) continue;
    const isApplied = await changeMessage(ctx, channel, change);
    // The messages of blocked senders will never be there.
    if (!isApplied && !(await isBlocked(ctx, channel, by))) late.push({ reason: TARGET_UNKNOWN, detail: target, part });
  }
  for (const notice of brought.templates) await applyNotice(ctx, channel, notice);
  if (keepsDrops) for (const each of [...late, ...brought.drops]) await drop(ctx, channel, each);
  return late.length === 0;
}

/** The other side has a new number or id: it leads to the same conversation. */
async function moveSources(ctx: TenantContext, channel: Channel, from: Source[], to: Source[]): Promise<void> {
  const known = await selectBySources(ctx, channel.id, from);
  const conversationId = from.map((source) => known.get(sourceKey(source))).find(Boolean);
  if (!conversationId) return;
  const sources = to.map((source) => ({ ...source, conversationId }));
  await insertSources(ctx, channel.id, sources, ctx.now);
}

/** A part as a drop keeps it. */
interface DroppedPart {
  field: string;
  value: Record<string, unknown>;
  /** When the provider sent it. */
  at?: string;
  /** It is read again from the bytes that arrived. */
  payloadId?: string;
}

/** Keeps a part that could not be made a message, with its reason. The same part again is the same drop. */
async function drop(ctx: TenantContext, channel: Channel | null, { reason, detail, part }: Brought['drops'][0]) {
  const { at: _at, payloadId, ...same } = part as DroppedPart;
  const hash = createHash('sha256').update(JSON.stringify(same)).digest();
  const channelId = channel?.id ?? null;
  const kept = { reason, detail: detail.slice(0, 1000), part: part as object };
  const dropped = await inboundDrops.insertUnlessTaken(ctx, { channelId, hash, ...kept });
  if (dropped) {
    if (reason === TARGET_UNKNOWN) retryLater(ctx, { id: dropped.id, attempts: 1 });
    return;
  }
  // It was retried and is dropped again.
  if (payloadId || same.field === PAYLOAD)
    await inboundDrops.updateAll(ctx, { channelId, hash }, { ...kept, resolvedAt: null });
}

/** Tries a dropped part again; one whose channel is gone, in another channel of its kind. */
export async function retryDrop(ctx: TenantContext, { id, channelId }: { id: string; channelId?: string | undefined }) {
  const dropped = await inboundDrops.lock(ctx, id);
  if (dropped.resolvedAt !== null) return dropped;
  const part = dropped.part as DroppedPart;
  const payloadId = part.field === PAYLOAD ? String(part.value.payloadId) : part.payloadId;
  const isResolved = payloadId
    ? await reopen(ctx, payloadId, { channelId, isChannelGone: dropped.reason === 'channel_gone' })
    : await storeAgain(ctx, dropped, part);
  return inboundDrops.update(ctx, id, { attempts: dropped.attempts + 1, ...(isResolved && { resolvedAt: ctx.now }) });
}

/** Has the payload processed again, in another channel if one is given. */
async function reopen(
  ctx: TenantContext,
  payloadId: string,
  { channelId, isChannelGone }: { channelId: string | undefined; isChannelGone: boolean },
): Promise<boolean> {
  const given = channelId ? await channels.find(ctx, channelId) : null;
  if (given === undefined) throw unknownReference('body.channelId', 'The channel');
  if (isChannelGone && !given) throw ChannelNeeded.at('body.channelId');
  const isReopened = await reopenPayload(ctx, payloadId, given);
  if (given && !isReopened) throw unknownReference('body.channelId', 'A channel of this kind');
  if (isReopened) ctx.enqueue(processInbound, {}, { group: ctx.organizationId });
  return isReopened;
}

async function storeAgain(ctx: TenantContext, dropped: Row<typeof inboundDrops>, part: DroppedPart): Promise<boolean> {
  const channel = await channels.get(ctx, dropped.channelId!);
  const at = Temporal.Instant.from(part.at ?? dropped.createdAt);
  const brought = readCommentAgain(part) ?? readPart({ address: '', ...part, at });
  return brought.drops.length === 0 && store(ctx, channel, brought, false);
}

/** An edit or a deletion may arrive before its message: it is retried with growing pauses for about a day. */
export const retryEarlyChange = tenantJob({
  name: 'chats/retry-early-change',
  payload: { dropId: z.uuid() },
  run: (steps, { dropId }) =>
    steps.transaction(async (ctx) => {
      if (!(await inboundDrops.exists(ctx, dropId))) return;
      const dropped = await retryDrop(ctx, { id: dropId });
      if (dropped.resolvedAt === null) retryLater(ctx, dropped);
    }),
});

/** `attempts` counts the arrival as the first. */
function retryLater(ctx: TenantContext, { id, attempts }: { id: string; attempts: number }): void {
  if (attempts > EARLY_RETRIES_MAX) return;
  const startAt = realNow().add({ minutes: EARLY_RETRY_FACTOR ** (attempts - 1) });
  ctx.enqueue(retryEarlyChange, { dropId: id }, { startAt, group: ctx.organizationId });
}
