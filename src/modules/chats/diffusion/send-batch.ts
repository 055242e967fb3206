import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { isAfter, realNow, toTimestamp } from '#platform/date.ts';
import { type TenantJobContext, tenantJob } from '#platform/jobs/job.ts';
import { tick } from '#platform/tick.ts';
import { nextOpening } from '../channel/hours.ts';
import { takePlaces } from '../message/message.sql.ts';
import { type Channel, channels, type Diffusion, diffusions } from '../tables.ts';
import { insertRecipients } from './audience.sql.ts';
import { deleteOldSends, selectSpent } from './diffusion.sql.ts';
import { type Arm, armsOf, dispatch, holdArms } from './dispatch.ts';
import { awaitsReports, requeueUnknown, selectCounts, selectDue, takeTurn } from './recipients.sql.ts';

export const diffusionsDue = tick('chats-diffusions');

/** A batch has as many messages as its number sends in one second, at most this many. */
const BATCH_MAX = 100;
/** Batches that may wait in the outbox: few, so that a pause takes effect within seconds. */
const BATCHES_IN_FLIGHT = 3;
/** The pause between two checks whether the last messages have an outcome. */
const LOOK_AGAIN_SECONDS = 3;
/** How long to wait for the provider's reports before messages of unknown delivery are sent again. */
const REPORTS_WITHIN_HOURS = 1;
/** The pause while the template or the channel is paused. */
const WAIT_SECONDS = 60;

/** Writes the recipients of a diffusion that was started, and begins to send. */
export const prepareDiffusion = tenantJob({
  name: 'chats/prepare-diffusion',
  payload: { diffusionId: z.uuid() },
  timeoutSeconds: 600,
  run: (steps, { diffusionId }) =>
    steps.transaction(async (ctx) => {
      const diffusion = await diffusions.find(ctx, { id: diffusionId, state: 'preparing' }, { lock: 'FOR UPDATE' });
      if (!diffusion) return;
      await insertRecipients(ctx, diffusion);
      const running = await diffusions.update(ctx, diffusionId, {
        state: 'running',
        turn: diffusion.turn + 1,
        beatAt: realNow(),
        updatedAt: ctx.now,
      });
      enqueueBatch(ctx, running);
    }),
});

/**
 * Sends the next messages of a diffusion and enqueues itself. Each batch is one transaction, and a repeated job does
 * nothing because its turn is over: after a crash at any moment a batch has been written whole, or not at all.
 */
export const sendBatch = tenantJob({
  name: 'chats/diffuse',
  queue: 'deliveries',
  payload: { diffusionId: z.uuid(), turn: z.number().int() },
  run: async (steps, { diffusionId, turn }) => {
    const plan = await steps.transaction((ctx) => planBatch(ctx, diffusionId, turn));
    if (plan) await writeBatch(steps, plan);
  },
});

export const enqueueBatch = (ctx: TenantContext, { id, turn }: Diffusion, startAt?: Temporal.Instant): void =>
  ctx.enqueue(sendBatch, { diffusionId: id, turn }, { group: ctx.organizationId, ...(startAt && { startAt }) });

interface Plan {
  diffusionId: string;
  turn: number;
  /** The places in the pace of the number are taken before, in a transaction of their own: agents wait for that row too. */
  places: Temporal.Instant[];
}

/** How many messages may be written now. Null: none, and it is arranged when to look again. */
async function planBatch(ctx: TenantContext, diffusionId: string, turn: number): Promise<Plan | null> {
  const diffusion = await takeTurn(ctx, diffusionId, turn);
  if (!diffusion) return null;
  const channel = await channels.get(ctx, diffusion.channelId);
  if (channel.state === 'paused') return wait(ctx, diffusion, 'channel', ctx.now.add({ seconds: WAIT_SECONDS }));
  const opening = nextOpening(diffusion.windows, ctx.now, diffusion.timeZone);
  if (isAfter(opening, ctx.now)) return wait(ctx, diffusion, 'window', opening);
  const arms = await armsOf(ctx, diffusion);
  await holdArms(ctx, diffusion, arms);
  const counts = await countsOf(ctx, diffusionId);
  if (counts.queued === 0) return endOrWait(ctx, diffusion, counts);
  const left = await budgetLeft(ctx, channel);
  if (left === 0) return wait(ctx, diffusion, 'budget', nextHour(ctx.now));
  const batch = Math.min(BATCH_MAX, channel.messagesPerSecond);
  const count = Math.min(batch, counts.queued, left, batch * BATCHES_IN_FLIGHT - counts.sending);
  if (count <= 0) return advance(ctx, diffusion, realNow().add({ seconds: 1 }));
  return { diffusionId, turn, places: await takePlaces(ctx, channel, realNow(), count) };
}

const writeBatch = (steps: TenantJobContext, { diffusionId, turn, places }: Plan): Promise<void> =>
  steps.transaction(async (ctx) => {
    const diffusion = await takeTurn(ctx, diffusionId, turn);
    if (!diffusion) return;
    const [channel, arms, due] = await Promise.all([
      channels.get(ctx, diffusion.channelId),
      armsOf(ctx, diffusion),
      selectDue(ctx, diffusionId, places.length),
    ]);
    if (channel.state === 'paused' || !isReadyFor(due, arms)) return void (await advance(ctx, diffusion));
    await dispatch(ctx, { diffusion, channel, arms, due, places });
    await advance(ctx, diffusion, places.at(-1));
  });

/** A template may have been paused since the batch was planned. */
const isReadyFor = (due: { arm: number }[], arms: Arm[]): boolean =>
  due.every(({ arm }) => arms.some(({ number, template }) => number === arm && template?.status === 'APPROVED'));

/** Counts the turn up and enqueues the next batch. */
async function advance(ctx: TenantContext, diffusion: Diffusion, startAt?: Temporal.Instant): Promise<null> {
  const next = await diffusions.update(ctx, diffusion.id, {
    turn: diffusion.turn + 1,
    beatAt: realNow(),
    waitingFor: null,
    resumeAt: null,
    version: diffusion.version,
  });
  enqueueBatch(ctx, next, startAt);
  return null;
}

const lookAgain = (ctx: TenantContext, diffusion: Diffusion): Promise<null> =>
  advance(ctx, diffusion, realNow().add({ seconds: LOOK_AGAIN_SECONDS }));

/** Waits for a time by the clock of the organization. */
async function wait(
  ctx: TenantContext,
  diffusion: Diffusion,
  waitingFor: NonNullable<Diffusion['waitingFor']>,
  resumeAt: Temporal.Instant,
): Promise<null> {
  await diffusions.update(ctx, diffusion.id, {
    turn: diffusion.turn + 1,
    waitingFor,
    resumeAt: toTimestamp(resumeAt),
    ...(diffusion.waitingFor !== waitingFor && { updatedAt: ctx.now }),
    version: diffusion.version,
  });
  ctx.wakeAt(diffusionsDue, resumeAt);
  return null;
}

type Totals = Awaited<ReturnType<typeof countsOf>>;

async function countsOf(ctx: TenantContext, diffusionId: string) {
  const arms = (await selectCounts(ctx, [diffusionId])).get(diffusionId) ?? [];
  const sum = (name: 'queued' | 'sending' | 'held') => arms.reduce((total, arm) => total + arm[name], 0);
  return { queued: sum('queued'), sending: sum('sending'), held: sum('held') };
}

/** All messages are written: the diffusion is done once each has an outcome and no recipient is held. */
async function endOrWait(ctx: TenantContext, diffusion: Diffusion, { sending, held }: Totals): Promise<null> {
  if (sending > 0) return lookAgain(ctx, diffusion);
  if (await requeueUnknown(ctx, diffusion.id)) return advance(ctx, diffusion);
  if (await awaitsReports(ctx, diffusion.id, ctx.now.subtract({ hours: REPORTS_WITHIN_HOURS })))
    return lookAgain(ctx, diffusion);
  if (held > 0) return wait(ctx, diffusion, 'template', ctx.now.add({ seconds: WAIT_SECONDS }));
  await deleteOldSends(ctx, diffusion.channelId, ctx.now);
  await diffusions.update(ctx, diffusion.id, {
    state: 'done',
    turn: diffusion.turn + 1,
    waitingFor: null,
    resumeAt: null,
    finishedAt: ctx.now,
    updatedAt: ctx.now,
  });
  return null;
}

/** How many people the number may still write to today; infinite: it has no budget. */
export async function budgetLeft(ctx: TenantContext, { id, dailyBudget }: Channel): Promise<number> {
  if (dailyBudget === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, dailyBudget - (await selectSpent(ctx, id, ctx.now)));
}

const nextHour = (now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO('UTC').round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 }).toInstant();
