import { z } from 'zod';
import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import { newId } from '#platform/id.ts';
import { job } from '#platform/jobs/job.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { type Attempt, attempt } from './attempt.ts';
import {
  deleteOldDeliveries,
  giveUp,
  insertDeliveries,
  lockDelivery,
  type NewDelivery,
  resumeDelivery,
  resumeFailed,
  selectForAttempt,
  updateAttempt,
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

/** The waits between attempts, each a fifth shorter or longer by chance: eleven attempts over about a day. */
const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
const RETRY_JITTER = 0.2;
const RETRIES_AT_ONCE = 10_000;
const FAILING_HOURS_MAX = 5 * 24;
const EXHAUSTED_MAX = 20;
const RESULTS_KEPT_HOURS = 30 * 24;
const FORGOTTEN_AT_ONCE = 5_000;

/** Gives every webhook that listens its copy of these events: one row and one job each, in the transaction of the cursor. */
export async function fanOut(ctx: TenantContext, events: RecordedEvent[]): Promise<void> {
  const listeners = await lockListeners(ctx.tx, ctx.organizationId);
  if (listeners.length === 0) return;
  const deliveries = events
    .map((event) => ({ seq: event.seq, id: event.id, type: event.type, body: envelope(event) }))
    .flatMap((event): NewDelivery[] =>
      listeners
        .filter(({ eventTypes }) => wants(eventTypes, event.type))
        .map((webhook) => ({ id: newId(), webhookId: webhook.id, event })),
    );
  if (deliveries.length === 0) return;
  await insertDeliveries(ctx.tx, ctx.organizationId, realNow(), deliveries);
  for (const { id, webhookId } of deliveries) enqueueAttempt(ctx, { id, webhookId, attempts: 0 });
}

const envelope = ({ id, type, createdAt, payload }: RecordedEvent): string =>
  JSON.stringify({ id, type, timestamp: createdAt, data: payload });

/** The webhook is the group: one that hangs holds a few places of the lane and never all. */
function enqueueAttempt(
  ctx: TenantContext,
  delivery: { id: string; webhookId: string; attempts: number },
  startAt?: Temporal.Instant,
): void {
  const payload = { organizationId: ctx.organizationId, deliveryId: delivery.id, attempts: delivery.attempts };
  ctx.enqueue(deliver, payload, { group: delivery.webhookId, ...(startAt && { startAt }) });
}

/**
 * One attempt: read, send outside of any transaction, record. The job is repeated by the queue only when we fail ourselves
 * (a crash, an unreachable database); what the receiver does leads to another job, later.
 */
export const deliver = job({
  name: 'webhooks/deliver',
  queue: 'deliveries',
  attempts: 12,
  timeoutSeconds: 60,
  payload: z.object({
    organizationId: z.uuid(),
    deliveryId: z.uuid(),
    /** How many attempts there were when this one was asked for: if there are more by now, it is a stale request. */
    attempts: z.number().int(),
  }),
  run: async (ctx, { organizationId, deliveryId, attempts }) => {
    const due = await ctx.within(organizationId, (unit) => findDue(unit, deliveryId, attempts));
    if (!due) return;
    const message = { id: due.eventId, body: due.requestBody };
    const made = await attempt(ctx, organizationId, due, message, ctx.signal);
    await ctx.within(organizationId, (unit) =>
      record(unit, { id: deliveryId, webhookId: due.id, attempts, wasFailing: due.failingSince !== null }, made),
    );
  },
});

async function findDue(ctx: TenantContext, deliveryId: string, attempts: number) {
  const found = await selectForAttempt(ctx.tx, ctx.organizationId, deliveryId);
  if (found?.status !== 'pending' || found.attempts !== attempts) return null;
  if (found.active) return found;
  await giveUp(ctx.tx, ctx.organizationId, deliveryId, 'The webhook was switched off.');
  return null;
}

async function record(
  ctx: TenantContext,
  delivery: { id: string; webhookId: string; attempts: number; wasFailing: boolean },
  made: Attempt,
): Promise<void> {
  const attempts = delivery.attempts + 1;
  const nextAttemptAt = made.delivered || made.gone ? null : retryAt(attempts);
  const recorded = await updateAttempt(ctx.tx, ctx.organizationId, delivery.id, delivery.attempts, {
    ...attemptRow(made),
    status: made.delivered ? 'delivered' : nextAttemptAt ? 'pending' : 'failed',
    attempts,
    nextAttemptAt,
  });
  if (!recorded) return;
  if (made.delivered) {
    if (delivery.wasFailing) await clearFailures(ctx.tx, ctx.organizationId, delivery.webhookId);
    return;
  }
  if (nextAttemptAt) enqueueAttempt(ctx, { ...delivery, attempts }, nextAttemptAt);
  await countAgainst(ctx, delivery.webhookId, made, !nextAttemptAt);
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
  const seconds = RETRY_AFTER_SECONDS[attempts - 1];
  if (seconds === undefined) return null;
  const jitter = 1 + RETRY_JITTER * (2 * Math.random() - 1);
  return realNow().add({ milliseconds: Math.round(seconds * 1_000 * jitter) });
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
