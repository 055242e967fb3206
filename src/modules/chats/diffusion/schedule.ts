import type { TenantContext } from '#platform/context.ts';
import { isAfter, isBefore, realNow } from '#platform/date.ts';
import { type Diffusion, diffusions } from '../tables.ts';
import { enqueueBatch, prepareDiffusion } from './send-batch.ts';

/** A batch that has not ended for so long has been lost with its process. */
const LOST_AFTER_SECONDS = 120;
const LOCKED_SECONDS = 5;

/**
 * Begins what is due, goes on with what waited, and takes up again what was lost. One that a batch holds is left alone: the batch
 * may be waiting for the row of this tick.
 */
export async function runDiffusions(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const active = { state: ['scheduled', 'preparing', 'running'] } as const;
  const free = await diffusions.all(ctx, active, { orderBy: ['id'], lock: 'FOR UPDATE SKIP LOCKED' });
  const next = await Promise.all(free.map((diffusion) => attend(ctx, diffusion)));
  if ((await diffusions.count(ctx, active)) > free.length) next.push(ctx.now.add({ seconds: LOCKED_SECONDS }));
  return next.toSorted(Temporal.Instant.compare).at(0) ?? null;
}

/** Answers when to look at it next, by the clock of the organization. */
async function attend(ctx: TenantContext, diffusion: Diffusion): Promise<Temporal.Instant> {
  const { id, state, version } = diffusion;
  const dueAt = state === 'scheduled' ? diffusion.startAt : diffusion.resumeAt;
  if (dueAt !== null && isAfter(dueAt, ctx.now)) return Temporal.Instant.from(dueAt);
  if (state === 'scheduled') await beginPreparing(ctx, diffusion);
  else if (dueAt !== null)
    enqueueBatch(ctx, await diffusions.update(ctx, id, { resumeAt: null, beatAt: realNow(), version }));
  else if (isLost(diffusion)) takeUpAgain(ctx, diffusion);
  return ctx.now.add({ seconds: LOST_AFTER_SECONDS });
}

const isLost = ({ beatAt }: Diffusion): boolean =>
  beatAt === null || isBefore(beatAt, realNow().subtract({ seconds: LOST_AFTER_SECONDS }));

function takeUpAgain(ctx: TenantContext, diffusion: Diffusion): void {
  if (diffusion.state === 'preparing') enqueuePreparing(ctx, diffusion);
  else enqueueBatch(ctx, diffusion);
}

const enqueuePreparing = (ctx: TenantContext, { id }: Diffusion): void =>
  ctx.enqueue(prepareDiffusion, { diffusionId: id }, { group: ctx.organizationId });

/** The recipients are written by a job, because a large audience takes seconds. */
export async function beginPreparing(ctx: TenantContext, diffusion: Diffusion): Promise<Diffusion> {
  enqueuePreparing(ctx, diffusion);
  return diffusions.update(ctx, diffusion.id, {
    state: 'preparing',
    startedAt: ctx.now,
    beatAt: realNow(),
    updatedAt: ctx.now,
  });
}
