import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { type TenantJobContext, tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { insertSources, selectBySources, sourceKey } from '../conversation/source.sql.ts';
import { applyKept, applyReceipts, type Receipt } from '../message/status.ts';
import { type Channel, channels, inboundDrops } from '../tables.ts';
import { applyNotice, isTemplateField } from '../template/notice.ts';
import { continueVisits } from '../widget/continuation.ts';
import { changeMessage } from './change.ts';
import { commentsOf, readCommentAgain } from './comments.ts';
import { letterOf } from './email.ts';
import {
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
      }
    }
    // The next attempt processes the rest.
    steps.signal.throwIfAborted();
  },
});

type Letters = Map<string, Awaited<ReturnType<typeof letterOf>>>;

/** Letters are parsed in a thread, before the transaction that stores them. One that cannot be parsed must not block the others. */
async function readLetters(steps: TenantJobContext): Promise<Letters> {
  const letters: Letters = new Map();
  for (const payload of await steps.transaction((ctx) => selectLetters(ctx, AT_ONCE))) {
    try {
      letters.set(payload.id, await letterOf(steps, payload));
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
    const channel = await channelOf(ctx, payload);
    const part = { field: PAYLOAD, value: { payloadId: payload.id } };
    if (channel) await drop(ctx, channel, { reason: 'processing_failed', detail: problem, part });
  });
}

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
  const { byChannel, strays } = await gather(ctx, ready, letters);
  for (const [channel, brought] of byChannel) await store(ctx, channel, brought);
  await markProcessed(
    ctx,
    ready.map(({ id }) => id),
    ctx.now,
  );
  for (const { id, addresses } of strays) await markUnrouted(ctx, id, addresses);
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
 * The contents of the payloads by channel of the organization, in their order. A stray is for numbers that lost their channel
 * since it was stored.
 */
async function gather(ctx: TenantContext, payloads: Payload[], letters: Letters) {
  const own = await channels.all(ctx, {});
  const byAddress = new Map(own.map((channel) => [`${channel.adapter} ${channel.address}`, channel]));
  const byAccount = Map.groupBy(own, ({ adapter, account }) => `${adapter} ${accountAddress(account ?? '')}`);
  const targetsOf = (adapter: string | null, { address, field }: Part): Channel[] => {
    const named = byAddress.get(`${adapter} ${address}`);
    if (named) return [named];
    // All numbers of an account have its templates. Other news of the account is kept once.
    const sharing = byAccount.get(`${adapter} ${address}`) ?? [];
    return isTemplateField(field) ? sharing : sharing.slice(0, 1);
  };
  const byId = new Map(own.map((channel) => [channel.id, channel]));
  const byChannel = new Map<Channel, Brought>();
  const strays: { id: string; addresses: string[] }[] = [];
  const add = (channel: Channel, brought: Brought): void => {
    const all = byChannel.get(channel) ?? nothing();
    for (const name of Object.keys(all) as (keyof Brought)[]) (all[name] as unknown[]).push(...brought[name]);
    byChannel.set(channel, all);
  };
  for (const { id, kind, adapter, channelId, body } of payloads) {
    const channel = channelId && byId.get(channelId);
    if (kind === 'email' && channel) add(channel, letters.get(id)!);
    else if (kind === 'social-a' && channel) add(channel, commentsOf(body));
    else if (kind === 'msgapp') {
      const targeted = partsOf(body).map((part) => ({ part, targets: targetsOf(adapter, part) }));
      for (const { part, targets } of targeted) for (const target of targets) add(target, readPart(part));
      if (targeted.every(({ targets }) => targets.length === 0))
        strays.push({ id, addresses: [...new Set(targeted.map(({ part }) => part.address))] });
    }
  }
  return { byChannel, strays };
}

/** Writes what arrived. False: a change was for a message that is not there (yet), which is kept unless it was before. */
async function store(ctx: TenantContext, channel: Channel, brought: Brought, keepsDrops = true): Promise<boolean> {
  const arriving = await continueVisits(
    ctx,
    channel,
    brought.messages.map((each) => each.arriving),
  );
  const stored = await receiveMessages(ctx, channel, arriving);
  const own = stored.filter(({ direction }) => direction === 'out').map((message) => message.providerMessageId!);
  if (own.length > 0) await applyKept(ctx, channel.id, own);
  await applyReceipts(ctx, channel, brought.receipts as Receipt[]);
  for (const { from, to } of brought.moves) await moveSources(ctx, channel, from, to);
  const late: Brought['drops'] = [];
  for (const change of brought.changes)
    if (!(await changeMessage(ctx, channel, change)))
      late.push({ reason: 'target_unknown', detail: change.target, part: change.part });
  for (const notice of brought.templates) await applyNotice(ctx, channel, notice);
  if (keepsDrops) for (const each of [...late, ...brought.drops]) await drop(ctx, channel, each);
  return late.length === 0;
}

/** The other side has a new number or id: it leads to the same conversation. */
async function moveSources(
  ctx: TenantContext,
  channel: Channel,
  from: Brought['moves'][0]['from'],
  to: Brought['moves'][0]['to'],
) {
  const known = await selectBySources(ctx, channel.id, from);
  const conversationId = from.map((source) => known.get(sourceKey(source))).find(Boolean);
  if (conversationId)
    await insertSources(
      ctx,
      channel.id,
      to.map((source) => ({ ...source, conversationId })),
      ctx.now,
    );
}

/** Keeps a part that could not be made a message, with its reason. The same part again is the same drop. */
async function drop(
  ctx: TenantContext,
  channel: Channel,
  { reason, detail, part }: Brought['drops'][0],
): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(part)).digest();
  await inboundDrops.insertUnlessTaken(ctx, {
    id: newId(),
    channelId: channel.id,
    reason,
    detail: detail.slice(0, 1000),
    hash,
    part: part as object,
    createdAt: ctx.now,
  });
}

/** Tries a dropped part again. True: it has become what it was meant to be. */
export async function retryDrop(ctx: TenantContext, id: string) {
  const dropped = await inboundDrops.lock(ctx, id);
  if (dropped.resolvedAt !== null) return dropped;
  const channel = await channels.get(ctx, dropped.channelId);
  const part = dropped.part as { field: string; value: Record<string, unknown> };
  if (part.field === PAYLOAD) {
    await reopenPayload(ctx, String(part.value.payloadId));
    ctx.enqueue(processInbound, {}, { group: ctx.organizationId });
    return inboundDrops.update(ctx, id, { attempts: dropped.attempts + 1, resolvedAt: ctx.now });
  }
  const brought = readCommentAgain(part) ?? readPart({ address: '', at: null, ...part });
  const isResolved = brought.drops.length === 0 && (await store(ctx, channel, brought, false));
  return inboundDrops.update(ctx, id, {
    attempts: dropped.attempts + 1,
    ...(isResolved && { resolvedAt: ctx.now }),
  });
}
