import { z } from 'zod';
import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { waits } from '#platform/ports/schedule.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { type Attempt, attempt } from './attempt.ts';
import {
  deleteOldDeliveries,
  giveUp,
  insertDeliveries,
  lockDelivery,
  resumeDelivery,
  resumeFailed,
  selectForAttempt,
  updateAttempts,
} from './delivery.sql.ts';
import {
  clearFailures,
  countFailure,
  countWebhooks,
  type DisabledReason,
  disableWebhook,
  lockListeners,
  selectWebhook,
} from './webhook.sql.ts';
import { wants } from './webhook.ts';

export const WebhookIsOff = refusal(422, 'webhook_is_off', 'This webhook is switched off: switch it on, then retry.');
export const TestNotRetried = refusal(422, 'test_not_retried', 'A test is not retried: send another one.');

/** Eleven attempts over about a day. */
const retryAfter = waits([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800]);
const RETRIES_AT_ONCE = 10_000;
const SENT_TOGETHER_MAX = 25;
const UNDER_WAY_MAX = 4;
const CROWDED_WAIT = { seconds: 2 };
const FAILING_HOURS_MAX = 5 * 24;
const EXHAUSTED_MAX = 20;
const RESULTS_KEPT_HOURS = 30 * 24;
const FORGOTTEN_AT_ONCE = 5_000;

/** Gives every webhook that listens its copy of these events: one row each, in the transaction of the cursor. */
export async function fanOut(ctx: TenantContext, events: RecordedEvent[]): Promise<void> {
  const listeners = await lockListeners(ctx.tx, ctx.organizationId);
  const rounds = events.map((event) => {
    const written = { seq: event.seq, id: event.id, type: event.type, body: envelope(event) };
    return listeners
      .filter(({ eventTypes }) => wants(eventTypes, event.type))
      .map((webhook) => ({ id: newId(), webhookId: webhook.id, failing: webhook.failing, event: written }));
  });
  const deliveries = rounds.flat();
  if (deliveries.length === 0) return;
  await insertDeliveries(ctx.tx, ctx.organizationId, realNow(), deliveries);
  for (const round of rounds) enqueueRound(ctx, round);
}

const envelope = ({ id, type, createdAt, payload }: RecordedEvent): string =>
  JSON.stringify({ id, type, timestamp: createdAt, data: payload });

/**
 * One event to its webhooks. Those that answer share jobs, so that a thousand cost a few transactions; one that has failed
 * before goes alone, with its own few places in the lane.
 */
function enqueueRound(ctx: TenantContext, round: { id: string; webhookId: string; failing: boolean }[]): void {
  const healthy = round.filter(({ failing }) => !failing);
  for (let from = 0; from < healthy.length; from += SENT_TOGETHER_MAX) {
    const together = healthy.slice(from, from + SENT_TOGETHER_MAX);
    const deliveries = together.map(({ id }) => ({ id, attempts: 0 }));
    const alone = together.length === 1 ? { group: together[0]!.webhookId } : {};
    ctx.enqueue(deliver, { deliveries }, alone);
  }
  for (const { id, webhookId, failing } of round) if (failing) enqueueAttempt(ctx, { id, webhookId, attempts: 0 });
}

/** The webhook is the group: one that hangs holds a few places of the lane and never all. */
function enqueueAttempt(
  ctx: TenantContext,
  delivery: { id: string; webhookId: string; attempts: number },
  startAt?: Temporal.Instant,
): void {
  const { id, webhookId, attempts } = delivery;
  const payload = { deliveries: [{ id, attempts }] };
  ctx.enqueue(deliver, payload, { group: webhookId, ...(startAt && { startAt }) });
}

/**
 * One attempt each: read, send outside of any transaction, record as the answers come. The queue repeats the job only for
 * faults of our own (a crash, an unreachable database); a receiver that fails leads to another job, later.
 */
export const deliver = tenantJob({
  name: 'webhooks/deliver',
  queue: 'deliveries',
  attempts: 12,
  timeoutSeconds: 60,
  payload: {
    /** `attempts` is how many there were when this one was asked for: if there are more by now, it is a stale request. */
    deliveries: z.array(z.object({ id: z.uuid(), attempts: z.number().int() })).max(SENT_TOGETHER_MAX),
  },
  run: async (ctx, { deliveries }) => {
    const due = await ctx.transaction((unit) => findDue(unit, deliveries));
    // Asked and counted in the same turn: of many jobs at once only the first few find the webhook free.
    const { crowded = [], free = [] } = Object.groupBy(due, ({ id }) => (enter(id) ? 'free' : 'crowded'));
    const sent = free.map(async (delivery) => {
      try {
        const message = { id: delivery.eventId, body: delivery.requestBody };
        return { delivery, made: await attempt(ctx, ctx.organizationId, delivery, message, ctx.signal) };
      } finally {
        leave(delivery.id);
      }
    });
    await Promise.all([
      asTheyCome(sent, (answered) => ctx.transaction((unit) => record(unit, answered))),
      crowded.length > 0 && ctx.transaction(async (unit) => postpone(unit, crowded)),
    ]);
  },
});

/** Handles what has arrived, together, while the rest is still on its way. What was rejected is thrown at the end. */
async function asTheyCome<T>(awaited: Promise<T>[], handle: (arrived: T[]) => Promise<void>): Promise<void> {
  let arrived: T[] = [];
  let handling = Promise.resolve();
  const outcomes = await Promise.allSettled(
    awaited.map(async (promise) => {
      arrived.push(await promise);
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

type DueDelivery = Awaited<ReturnType<typeof selectForAttempt>>[number];

async function findDue(ctx: TenantContext, asked: { id: string; attempts: number }[]): Promise<DueDelivery[]> {
  const attempts = new Map(asked.map((delivery) => [delivery.id, delivery.attempts]));
  const found = await selectForAttempt(ctx.tx, ctx.organizationId, [...attempts.keys()]);
  const due = found.filter((each) => each.status === 'pending' && each.attempts === attempts.get(each.deliveryId));
  const off = due.filter(({ active }) => !active).map(({ deliveryId }) => deliveryId);
  if (off.length > 0) await giveUp(ctx.tx, ctx.organizationId, off, 'The webhook was switched off.');
  return due.filter(({ active }) => active);
}

function postpone(ctx: TenantContext, deliveries: DueDelivery[]): void {
  const startAt = realNow().add(CROWDED_WAIT);
  for (const { deliveryId, id, attempts } of deliveries) {
    enqueueAttempt(ctx, { id: deliveryId, webhookId: id, attempts }, startAt);
  }
}

/** How many messages each webhook is being asked to take right now: one that hangs is not given more. */
const underWay = new Map<string, number>();

function enter(webhookId: string): boolean {
  const now = underWay.get(webhookId) ?? 0;
  if (now >= UNDER_WAY_MAX) return false;
  underWay.set(webhookId, now + 1);
  return true;
}

function leave(webhookId: string): void {
  const left = underWay.get(webhookId)! - 1;
  if (left > 0) underWay.set(webhookId, left);
  else underWay.delete(webhookId);
}

/** Writes down what came of some attempts, and what follows from it. */
async function record(ctx: TenantContext, answered: { delivery: DueDelivery; made: Attempt }[]): Promise<void> {
  const results = answered.map(({ delivery, made }) => {
    const attempts = delivery.attempts + 1;
    const nextAttemptAt = made.delivered || made.gone ? null : retryAt(attempts);
    return { delivery, made, attempts, nextAttemptAt };
  });
  const recorded = await updateAttempts(
    ctx.tx,
    ctx.organizationId,
    results.map(({ delivery, made, attempts, nextAttemptAt }) => ({
      ...attemptRow(made),
      id: delivery.deliveryId,
      status: made.delivered ? 'delivered' : nextAttemptAt ? 'pending' : 'failed',
      attempts,
      nextAttemptAt,
    })),
  );
  for (const { delivery, made, attempts, nextAttemptAt } of results) {
    if (!recorded.has(delivery.deliveryId)) continue;
    if (made.delivered) {
      if (delivery.failingSince !== null) await clearFailures(ctx.tx, ctx.organizationId, delivery.id);
      continue;
    }
    if (nextAttemptAt)
      enqueueAttempt(ctx, { id: delivery.deliveryId, webhookId: delivery.id, attempts }, nextAttemptAt);
    await countAgainst(ctx, delivery.id, made, !nextAttemptAt);
  }
}

/** What an attempt leaves in its row. */
export const attemptRow = (made: Attempt) => ({
  requestHeaders: JSON.stringify(made.requestHeaders),
  responseStatus: made.responseStatus,
  responseSnippet: made.responseSnippet,
  error: made.error,
  durationMs: made.durationMs,
  lastAttemptAt: made.at,
});

function retryAt(attempts: number): Temporal.Instant | null {
  const seconds = retryAfter({ failures: attempts });
  return seconds === null ? null : realNow().add({ milliseconds: Math.round(seconds * 1_000) });
}

/** Counts a failure and switches a webhook off that has had too many, with a letter to the owner. */
async function countAgainst(ctx: TenantContext, webhookId: string, made: Attempt, exhausted: boolean): Promise<void> {
  const at = made.at;
  const failures = await countFailure(ctx.tx, ctx.organizationId, webhookId, { at, exhausted });
  if (!failures) return;
  const failingForTooLong =
    Temporal.Instant.compare(failures.failingSince, at.subtract({ hours: FAILING_HOURS_MAX })) <= 0;
  let reason: DisabledReason | null = null;
  if (made.gone) reason = 'gone';
  else if (failingForTooLong) reason = 'failing';
  else if (failures.exhaustedInARow >= EXHAUSTED_MAX) reason = 'exhausted';
  if (!reason) return;
  const disabled = await disableWebhook(ctx.tx, ctx.organizationId, webhookId, reason, at);
  if (!disabled) return;
  await tellOwner(ctx, disabled, reason);
}

/** In the owner's list and by letter, whatever they chose for notifications: a business that hears nothing must know. */
async function tellOwner(
  ctx: TenantContext,
  webhook: { id: string; url: string },
  reason: DisabledReason,
): Promise<void> {
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (!owner) return;
  await notify(ctx, [owner.userId], {
    kind: 'webhook-disabled',
    title: 'Apagamos un webhook',
    body: `Dejamos de enviar eventos a ${webhook.url} porque ${reasons[reason]}.`,
    data: { webhookId: webhook.id },
  });
  ctx.mail({
    to: owner.email,
    subject: `Apagamos un webhook de ${owner.organizationName}`,
    text: [
      `Hola${owner.name && ` ${owner.name}`}:`,
      `Dejamos de enviar eventos a ${webhook.url} porque ${reasons[reason]}.`,
      'Cuando esté resuelto, enciéndelo de nuevo y reintenta las entregas que fallaron. Lo que pase mientras está apagado no se envía después, pero queda en el registro de eventos.',
    ].join('\n\n'),
  });
}

const reasons: Record<DisabledReason, string> = {
  gone: 'respondió que esa dirección ya no existe (410)',
  failing: 'lleva 5 días sin recibir ninguna entrega',
  exhausted: '20 entregas seguidas agotaron todos sus intentos',
};

/** Starts one delivery anew, or brings its next attempt forward. */
export async function retryDelivery(ctx: TenantContext, id: string): Promise<{ retried: number }> {
  const delivery = await lockDelivery(ctx.tx, ctx.organizationId, id);
  if (!delivery) throw NotFound();
  if (delivery.eventSeq === null) throw TestNotRetried();
  if (!delivery.active) throw WebhookIsOff();
  const { attempts } = await resumeDelivery(ctx.tx, ctx.organizationId, id, realNow());
  enqueueAttempt(ctx, { id, webhookId: delivery.webhookId, attempts });
  return { retried: 1 };
}

export async function retryFailed(ctx: TenantContext, webhookId: string): Promise<{ retried: number }> {
  const webhook = await selectWebhook(ctx.tx, ctx.organizationId, webhookId);
  if (!webhook) throw NotFound();
  if (!webhook.active) throw WebhookIsOff();
  const ids = await resumeFailed(ctx.tx, ctx.organizationId, webhookId, realNow(), RETRIES_AT_ONCE);
  for (const id of ids) enqueueAttempt(ctx, { id, webhookId, attempts: 0 });
  return { retried: ids.length };
}

/** Forgets results after 30 days, some at a time, and says when to look again: never, once there is no webhook left. */
export async function forgetOldResults(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const before = realNow().subtract({ hours: RESULTS_KEPT_HOURS });
  const forgotten = await deleteOldDeliveries(ctx.tx, ctx.organizationId, before, FORGOTTEN_AT_ONCE);
  if (forgotten === FORGOTTEN_AT_ONCE) return ctx.now;
  return (await countWebhooks(ctx.tx, ctx.organizationId)) > 0 ? ctx.now.add({ hours: 24 }) : null;
}
