import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { waits } from '#platform/ports/schedule.ts';
import { refusal } from '#platform/refusal.ts';
import { type Attempt, attempt } from './attempt.ts';
import {
  type DueDelivery,
  deleteOldDeliveries,
  insertDeliveries,
  resumeFailed,
  selectForAttempt,
  updateAttempts,
} from './delivery.sql.ts';
import { handleFailure } from './failures.ts';
import { deliveries, type Webhook, webhooks } from './tables.ts';
import { clearFailures } from './webhook.sql.ts';
import { matches } from './webhook.ts';

export const WebhookIsOff = refusal('webhook_is_off', 'This webhook is switched off: switch it on, then retry.');
export const TestNotRetried = refusal('test_not_retried', 'A test is not retried: send another one.');

/** Eleven attempts over about a day. */
const retryAfter = waits([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800]);
const RETRIES_MAX = 10_000;
const BATCH_MAX = 25;
const RECEIVERS_IN_ORDER_MAX = 10;
const BUSY_WAIT = { seconds: 2 };
const RESULTS_KEPT_HOURS = 30 * 24;
const DELETE_BATCH = 5_000;

/** Creates a delivery for every webhook that wants an event, in the transaction that advances the event cursor. */
export async function fanOut(ctx: TenantContext, events: RecordedEvent[]): Promise<void> {
  // The lock keeps a webhook from being deleted before its deliveries are inserted.
  const columns = ['id', 'eventTypes', 'failingSince', 'parallelism'] as const;
  const active = await webhooks.all(ctx, { active: true }, { columns, lock: 'FOR KEY SHARE' });
  const byEvent = events.map((event) => {
    const message = { seq: event.seq, id: event.id, type: event.type, body: envelope(event) };
    return active
      .filter(({ eventTypes }) => matches(eventTypes, event.type))
      .map((webhook) => ({
        id: newId(),
        webhookId: webhook.id,
        parallelism: webhook.parallelism,
        isFailing: webhook.failingSince !== null,
        event: message,
      }));
  });
  const added = byEvent.flat();
  if (added.length === 0) return;
  await insertDeliveries(ctx, realNow(), added, 'keep');
  for (const ofEvent of byEvent) enqueueFirstAttempts(ctx, ofEvent);
}

export const envelope = ({ id, type, createdAt, payload }: RecordedEvent): string =>
  JSON.stringify({ id, type, timestamp: createdAt, data: payload });

/**
 * A delivery has a job in the group of its webhook, which keeps the order. If very many webhooks receive an event, the healthy ones
 * share jobs, so that a thousand cost a few transactions; these may change places.
 */
function enqueueFirstAttempts(
  ctx: TenantContext,
  added: { id: string; webhookId: string; parallelism: number; isFailing: boolean }[],
): void {
  const isShared = added.length > RECEIVERS_IN_ORDER_MAX;
  const sharing = isShared ? added.filter(({ isFailing }) => !isFailing) : [];
  for (let from = 0; from < sharing.length; from += BATCH_MAX) {
    const batch = sharing.slice(from, from + BATCH_MAX);
    ctx.enqueue(deliver, { deliveries: batch.map(({ id }) => ({ id, attempts: 0 })) });
  }
  const alone = isShared ? added.filter(({ isFailing }) => isFailing) : added;
  for (const delivery of alone) enqueueAttempt(ctx, { ...delivery, attempts: 0 });
}

/** Jobs are grouped by webhook, so that a slow one cannot take every slot of the queue. */
export function enqueueAttempt(
  ctx: TenantContext,
  { id, webhookId, parallelism, attempts }: { id: string; webhookId: string; parallelism: number; attempts: number },
  startAt?: Temporal.Instant,
): void {
  const options = { group: webhookId, groupConcurrency: parallelism, ...(startAt && { startAt }) };
  ctx.enqueue(deliver, { deliveries: [{ id, attempts }] }, options);
}

/**
 * Attempts each delivery once: read, send outside of any transaction, record the results as they arrive. The queue repeats
 * the job only after our own faults (a crash, an unreachable database); a receiver that fails leads to a later job.
 */
export const deliver = tenantJob({
  name: 'webhooks/deliver',
  queue: 'deliveries',
  attempts: 12,
  timeoutSeconds: 60,
  payload: {
    /** `attempts` is the count when the job was enqueued; a delivery with another count has been attempted since. */
    deliveries: z.array(z.object({ id: z.uuid(), attempts: z.number().int() })).max(BATCH_MAX),
  },
  run: async (ctx, payload) => {
    const due = await ctx.transaction((unit) => findDue(unit, payload.deliveries));
    // Check and count in the same turn: of many jobs at once, only the first few get through to the webhook.
    const { busy = [], free = [] } = Object.groupBy(due, (each) => (beginRequest(each) ? 'free' : 'busy'));
    const sent = free.map(async (delivery) => {
      try {
        const message = { id: delivery.eventId, body: delivery.requestBody };
        return { delivery, made: await attempt(ctx, ctx.organizationId, delivery, message, ctx.signal) };
      } finally {
        endRequest(delivery.id);
      }
    });
    await Promise.all([
      inBatches(sent, (results) => ctx.transaction((unit) => record(unit, results))),
      busy.length > 0 && ctx.transaction(async (unit) => postpone(unit, busy)),
    ]);
  },
});

/** Handles the results that have arrived together, while the others are pending. Throws the first rejection at the end. */
async function inBatches<T>(pending: Promise<T>[], handle: (batch: T[]) => Promise<void>): Promise<void> {
  let arrived: T[] = [];
  let handling = Promise.resolve();
  const outcomes = await Promise.allSettled(
    pending.map(async (promise) => {
      // Await first: `arrived` is replaced while this waits.
      const result = await promise;
      arrived.push(result);
      handling = handling.then(async () => {
        const batch = arrived;
        arrived = [];
        if (batch.length > 0) await handle(batch);
      });
      await handling;
    }),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function findDue(ctx: TenantContext, enqueued: { id: string; attempts: number }[]): Promise<DueDelivery[]> {
  const attempts = new Map(enqueued.map((delivery) => [delivery.id, delivery.attempts]));
  const found = await selectForAttempt(ctx, [...attempts.keys()]);
  const due = found.filter((each) => each.status === 'pending' && each.attempts === attempts.get(each.deliveryId));
  const off = due.filter(({ active }) => !active).map(({ deliveryId }) => deliveryId);
  if (off.length > 0) {
    const failed = { status: 'failed', nextAttemptAt: null, error: 'The webhook was switched off.' } as const;
    await deliveries.updateAll(ctx, { id: off, status: 'pending' }, failed);
  }
  return due.filter(({ active }) => active);
}

function postpone(ctx: TenantContext, postponed: DueDelivery[]): void {
  const startAt = realNow().add(BUSY_WAIT);
  for (const { deliveryId, id, parallelism, attempts } of postponed) {
    enqueueAttempt(ctx, { id: deliveryId, webhookId: id, parallelism, attempts }, startAt);
  }
}

/** How many requests this process has open to each webhook, so that one that hangs does not get more. */
const openRequests = new Map<string, number>();

function beginRequest({ id, parallelism }: Pick<DueDelivery, 'id' | 'parallelism'>): boolean {
  const open = openRequests.get(id) ?? 0;
  if (open >= parallelism) return false;
  openRequests.set(id, open + 1);
  return true;
}

function endRequest(webhookId: string): void {
  const open = openRequests.get(webhookId)! - 1;
  if (open > 0) openRequests.set(webhookId, open);
  else openRequests.delete(webhookId);
}

/** Records attempts, schedules the next one of those that failed and updates the health of their webhooks. */
async function record(ctx: TenantContext, sent: { delivery: DueDelivery; made: Attempt }[]): Promise<void> {
  const results = sent.map(({ delivery, made }) => {
    const attempts = delivery.attempts + 1;
    const nextAttemptAt = made.delivered || made.gone ? null : retryAt(attempts, made.waitSeconds);
    return { delivery, made, attempts, nextAttemptAt };
  });
  const recorded = await updateAttempts(
    ctx,
    results.map(({ delivery, made, attempts, nextAttemptAt }) => ({
      ...describeAttempt(made),
      id: delivery.deliveryId,
      status: made.delivered ? 'delivered' : nextAttemptAt ? 'pending' : 'failed',
      attempts,
      nextAttemptAt,
    })),
  );
  for (const { delivery, made, attempts, nextAttemptAt } of results) {
    if (!recorded.has(delivery.deliveryId)) continue;
    if (made.delivered) {
      if (delivery.failingSince !== null) await clearFailures(ctx, delivery.id);
      continue;
    }
    const { parallelism } = delivery;
    const next = { id: delivery.deliveryId, webhookId: delivery.id, parallelism, attempts };
    if (nextAttemptAt) enqueueAttempt(ctx, next, nextAttemptAt);
    await handleFailure(ctx, delivery, made, !nextAttemptAt);
  }
}

/** The columns of a delivery that describe its last attempt. */
export const describeAttempt = ({ delivered, gone, waitSeconds, at, ...result }: Attempt) => ({
  ...result,
  lastAttemptAt: at,
});

function retryAt(attempts: number, waitSeconds: number): Temporal.Instant | null {
  const seconds = retryAfter({ failures: attempts });
  return seconds === null ? null : realNow().add({ milliseconds: Math.round(Math.max(seconds, waitSeconds) * 1_000) });
}

/** Restarts a finished delivery with all its attempts, or attempts a pending one now. */
export async function retryDelivery(ctx: TenantContext, id: string): Promise<{ retried: number }> {
  const { eventSeq, webhookId, ...delivery } = await deliveries.lock(ctx, id);
  if (eventSeq === null) throw TestNotRetried();
  const { parallelism } = await activeWebhook(ctx, webhookId);
  const attempts = delivery.status === 'pending' ? delivery.attempts : 0;
  await deliveries.update(ctx, id, { status: 'pending', attempts, nextAttemptAt: realNow() });
  enqueueAttempt(ctx, { id, webhookId, parallelism, attempts });
  return { retried: 1 };
}

export async function activeWebhook(ctx: TenantContext, id: string): Promise<Webhook> {
  const webhook = await webhooks.get(ctx, id);
  if (!webhook.active) throw WebhookIsOff();
  return webhook;
}

export async function retryFailed(ctx: TenantContext, webhookId: string): Promise<{ retried: number }> {
  const { parallelism } = await activeWebhook(ctx, webhookId);
  const ids = await resumeFailed(ctx, webhookId, realNow(), RETRIES_MAX);
  for (const id of ids) enqueueAttempt(ctx, { id, webhookId, parallelism, attempts: 0 });
  return { retried: ids.length };
}

/** Deletes results after 30 days, in batches. Returns when to run again: never, once no webhook is left. */
export async function deleteOldResults(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const before = realNow().subtract({ hours: RESULTS_KEPT_HOURS });
  const deleted = await deleteOldDeliveries(ctx, before, DELETE_BATCH);
  if (deleted === DELETE_BATCH) return ctx.now;
  return (await webhooks.exists(ctx, {})) ? ctx.now.add({ hours: 24 }) : null;
}
