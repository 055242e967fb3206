import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { lockForLimit } from '#platform/db/table.ts';
import { refusal } from '#platform/refusal.ts';
import { automationFailed } from '../events.ts';
import { type Automation, type Thread, threads, versions, type WebhookRequest } from '../tables.ts';
import { enqueueThread } from './queue.ts';
import { fail, finish, markCauses } from './record.ts';
import { countThreads } from './thread.sql.ts';

export const AutomationDisabled = refusal('automation_disabled', 'The automation is disabled: enable it first.', 409);
export const TooManyThreads = refusal(
  'too_many_threads',
  'Too many threads were started or are unfinished: wait until some have ended.',
  429,
);

const UNFINISHED_MAX = 5_000;
/** An automation whose effects start it again, directly or through others, ends here. */
const DEPTH_MAX = 5;

/** The limits of an automation and of all together are counted one start at a time. */
const THREADS = 'automation threads';

interface Occasion {
  source: Thread['source'];
  /** The same key starts one thread, however often it is given. */
  triggerKey: string;
  input: unknown;
  request?: WebhookRequest | null;
  eventId?: string | null;
  scheduleId?: string | null;
  depth?: number;
}

/** Starts a thread for an occasion; the earlier one if the occasion started one before. Refuses more than the limits. */
export async function startThread(ctx: TenantContext, automation: Automation, occasion: Occasion): Promise<Thread> {
  if (!automation.enabled) throw AutomationDisabled();
  const key = { automationId: automation.id, triggerKey: occasion.triggerKey };
  await lockForLimit(ctx, THREADS);
  const earlier = await threads.find(ctx, key);
  if (earlier) return earlier;
  const excess = await excessOf(ctx, automation);
  if (excess !== null) throw TooManyThreads(excess);
  const inserted = await insertThread(ctx, automation, occasion);
  if (inserted) enqueueThread(ctx, inserted.id);
  return inserted ?? (await threads.get(ctx, key));
}

/** The same for an event or a plan, which nobody waits for: beyond the limits, or where it is refused, a failed thread shows the reason. */
export async function recordThread(
  ctx: TenantContext,
  automation: Automation,
  occasion: Occasion,
  refused: Failure | null = null,
): Promise<void> {
  const isTooDeep = (occasion.depth ?? 0) > DEPTH_MAX;
  const tooDeep = `Automations started each other ${DEPTH_MAX} times: this looks like a loop.`;
  const failure = isTooDeep
    ? { errorCode: 'too_deep', error: tooDeep }
    : (refused ?? (await excessFailure(ctx, automation)));
  const thread = await insertThread(ctx, automation, occasion);
  if (!thread) return;
  if (failure) await failAtOnce(ctx, thread, failure);
  else enqueueThread(ctx, thread.id);
}

/** A failure to report a failure is not reported itself: it would start the same automation again, without end. */
async function failAtOnce(ctx: TenantContext, thread: Thread, { errorCode, error }: Failure): Promise<void> {
  const nodeId = thread.nodeId!;
  if (thread.source === 'event' && (thread.input as { type: string }).type === automationFailed.type) {
    await finish(ctx, thread, 'failed', nodeId, { errorCode, error });
    return;
  }
  const before = ctx.announced().length;
  await fail(ctx, thread, nodeId, errorCode, error);
  // Other subscribers have announced theirs in the same transaction.
  markCauses(ctx, thread, ctx.announced().slice(before));
}

export interface Failure {
  errorCode: string;
  error: string;
}

async function excessFailure(ctx: TenantContext, automation: Automation): Promise<Failure | null> {
  await lockForLimit(ctx, THREADS);
  const excess = await excessOf(ctx, automation);
  return excess === null ? null : { errorCode: TooManyThreads.code, error: excess };
}

async function excessOf(ctx: TenantContext, { id, threadsPerHour }: Automation): Promise<string | null> {
  const { lately, unfinished } = await countThreads(ctx, id, realNow().subtract({ hours: 1 }), UNFINISHED_MAX);
  if (lately >= threadsPerHour) return `The automation started ${threadsPerHour} threads within an hour.`;
  return unfinished >= UNFINISHED_MAX ? `The organization has ${UNFINISHED_MAX} unfinished threads.` : null;
}

async function insertThread(
  ctx: TenantContext,
  { id: automationId, currentVersion }: Automation,
  occasion: Occasion,
): Promise<Thread | undefined> {
  const { nodes } = await versions.get(ctx, { automationId, number: currentVersion });
  const now = realNow();
  return threads.insertUnlessTaken(ctx, {
    ...occasion,
    automationId,
    automationVersion: currentVersion,
    state: 'queued',
    nodeId: nodes[0]!.id,
    createdAt: now,
    updatedAt: now,
  });
}
