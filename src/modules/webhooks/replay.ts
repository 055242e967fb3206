import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { isBefore, realNow, Timestamp } from '#platform/date.ts';
import { selectEventsAfter } from '#platform/events/events.sql.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { insertDeliveries, selectSpan } from './delivery.sql.ts';
import { activeWebhook, enqueueAttempt, envelope } from './delivery.ts';
import { webhooks } from './tables.ts';
import { matches } from './webhook.ts';

export const ReplayTooOld = refusal(
  'replay_too_old',
  'Events can be replayed for 30 days: read older ones in the event stream.',
);

const REPLAY_DAYS_MAX = 30;
const EVENTS_AT_ONCE = 500;

/** Sends the events since a time again, also those of the time while the webhook was off. */
export async function replay(ctx: TenantContext, given: { webhookId: string; since: string }) {
  await activeWebhook(ctx, given.webhookId);
  const oldest = ctx.now.subtract({ hours: REPLAY_DAYS_MAX * 24 });
  if (isBefore(given.since, oldest)) throw ReplayTooOld.at('body.since', 'too_old');
  const { after, last } = await selectSpan(ctx, given.since);
  if (after < last) ctx.enqueue(replayEvents, { ...given, after: String(after), through: String(last) });
  return { throughSeq: String(last) };
}

/** Creates the deliveries of a part of the stream and enqueues the next part. */
export const replayEvents = tenantJob({
  name: 'webhooks/replay',
  payload: { webhookId: z.uuid(), since: Timestamp, after: z.string(), through: z.string() },
  run: (ctx, { webhookId, since, after, through }) =>
    ctx.transaction(async (unit) => {
      const webhook = await webhooks.find(unit, webhookId);
      if (!webhook?.active) return;
      const events = await selectEventsAfter(unit.tx, unit.organizationId, BigInt(after), EVENTS_AT_ONCE);
      const wanted = events.filter(
        ({ seq, type, createdAt }) =>
          seq <= BigInt(through) && !isBefore(createdAt, since) && matches(webhook.eventTypes, type),
      );
      const added = wanted.map((event) => ({
        id: newId(),
        webhookId,
        event: { seq: event.seq, id: event.id, type: event.type, body: envelope(event) },
      }));
      const ids = added.length > 0 ? await insertDeliveries(unit, realNow(), added, 'restart') : [];
      for (const id of ids) enqueueAttempt(unit, { id, webhookId, parallelism: webhook.parallelism, attempts: 0 });
      const last = events.at(-1)?.seq;
      if (last !== undefined && last < BigInt(through))
        unit.enqueue(replayEvents, { webhookId, since, after: String(last), through });
    }),
});
