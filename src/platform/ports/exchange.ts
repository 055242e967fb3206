import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { TenantContext } from '../context.ts';
import { realNow } from '../date.ts';
import { type TenantJob, type TenantJobContext, tenantJob } from '../jobs/job.ts';
import { Refusal } from '../refusal.ts';
import {
  type ExchangeRow,
  insertExchanges,
  lockExchange,
  restartExchange,
  selectByReference,
  selectExchange,
  updateExchange,
} from './exchange.sql.ts';
import { FIRST_TURN, stepMany } from './exchange-batch.ts';
import type { ExchangeDeclaration, Transactions } from './exchange-declaration.ts';
import { type Follower, step } from './exchange-step.ts';
import { ProviderTimeout } from './port.ts';
import { waits } from './schedule.ts';

const target = {
  id: z.uuid(),
  /** The turn that a follow-up is for; null: look now, and leave the schedule as it is. */
  turn: z.number().int().nullable().default(null),
};

const batchTarget = { ids: z.array(z.uuid()) };

export interface Exchange<A = unknown> {
  readonly name: string;
  readonly job: TenantJob<typeof target>;
  /** The job of `beginMany`; null: the declaration has no `batch`. */
  readonly batchJob: TenantJob<typeof batchTarget> | null;
  /**
   * Records the intent, in the caller's transaction, and has it followed up from then on. An exchange with this id that has
   * ended starts from the beginning: only for a new intent, of which the provider knows nothing.
   */
  begin(ctx: TenantContext, id: string, options?: { group?: string; startAt?: Temporal.Instant }): Promise<void>;
  /** Begins many for the first time and has one job ask and book them together. The declaration must have a `batch`. */
  beginMany(
    ctx: TenantContext,
    ids: readonly string[],
    options: { group: string; startAt: Temporal.Instant },
  ): Promise<void>;
  /**
   * Brings the exchange as close to its outcome as the provider knows, and books that. Throws what kept it from an outcome;
   * it is then followed up. Waits while another caller asks.
   */
  advance(steps: Transactions, id: string): Promise<ExchangeRow<A>>;
  find(ctx: TenantContext, id: string): Promise<ExchangeRow<A> | undefined>;
  /** By the provider's name for it. */
  findByReference(ctx: TenantContext, reference: string): Promise<ExchangeRow<A> | undefined>;
  /** The provider has news of something: look at it now instead of later. */
  lookAt(ctx: TenantContext, reference: string): Promise<void>;
  /** The same, held until the transaction ends. Hold it before anything of its owner. */
  hold(ctx: TenantContext, id: string): Promise<ExchangeRow<A> | undefined>;
  /**
   * Follows up again from now on, with all attempts; one that was refused or lost is open again, and the provider is known to
   * have been asked. False: there is no such exchange.
   */
  resume(ctx: TenantContext, id: string): Promise<boolean>;
}

const FOLLOW_UP_AFTER_SECONDS = 60;
const AWAITED_MS_MAX = 25_000;
const LEASE_SECONDS = 90;
const HOUR = 3_600;

/**
 * Declares a request to a provider that must have its effect once. Whatever breaks in between, the exchange goes on where it
 * was: the intent is committed before the provider is asked, the answer is committed before it is booked.
 */
export function exchange<Q, A>(declaration: ExchangeDeclaration<Q, A>): Exchange<A> {
  const declared = {
    mayOverlap: () => true,
    retryAfter: waits([5, 15, 60, 300, 900, 1_800], { later: HOUR, most: 30 }),
    lookAfter: ({ ageSeconds }: { ageSeconds: number }) => (ageSeconds < 7 * 24 * HOUR ? HOUR : null),
    leaseSeconds: LEASE_SECONDS,
    ...declaration,
  };
  const { name } = declaration;
  const enqueue: Follower<Q, A>['enqueue'] = (ctx, { id, turn, jobGroup }, startAt) => {
    const group = jobGroup ?? ctx.organizationId;
    ctx.enqueue(followUpJob, { id, turn }, { group, ...(startAt && { startAt }) });
  };
  const follower: Follower<Q, A> = { ...declared, enqueue };
  const followUpJob: TenantJob<typeof target> = tenantJob({
    name,
    queue: declaration.queue ?? 'default',
    attempts: 12,
    timeoutSeconds: declared.leaseSeconds + 30,
    payload: target,
    run: (ctx, followed) => followUp(follower, ctx, followed),
  });
  const batchJob: TenantJob<typeof batchTarget> = tenantJob({
    name: `${name}-batch`,
    queue: declaration.queue ?? 'default',
    attempts: 12,
    timeoutSeconds: declared.leaseSeconds + 30,
    payload: batchTarget,
    run: (ctx, { ids }) => stepMany(follower, ctx, ids, (id) => followUp(follower, ctx, { id, turn: FIRST_TURN })),
  });
  const keyOf = (id: string) => ({ kind: name, id });
  return {
    name,
    job: followUpJob,
    batchJob: declaration.batch ? batchJob : null,
    beginMany: async (ctx, ids, { group, startAt }) => {
      if (ids.length === 0) return;
      await insertExchanges(ctx, name, ids, { dueAt: startAt, jobGroup: group, createdAt: realNow() });
      ctx.enqueue(batchJob, { ids: [...ids] }, { group, startAt });
    },
    begin: async (ctx, id, { group, startAt } = {}) => {
      const now = realNow();
      const dueAt = startAt ?? now.add({ seconds: declaration.followUpAfterSeconds ?? FOLLOW_UP_AFTER_SECONDS });
      const jobGroup = group ?? null;
      // A follow-up of an earlier start must not match.
      const turn = ((await lockExchange(ctx, keyOf(id)))?.turn ?? -1) + 1;
      await restartExchange(ctx, { ...keyOf(id), turn, dueAt, jobGroup, createdAt: now });
      enqueue(ctx, { id, turn, jobGroup }, dueAt);
    },
    advance: (steps, id) => advance(follower, steps, id),
    find: (ctx, id) => selectExchange<A>(ctx, keyOf(id)),
    findByReference: async (ctx, reference) =>
      (await selectByReference(ctx, name, reference))[0] as ExchangeRow<A> | undefined,
    hold: (ctx, id) => lockExchange<A>(ctx, keyOf(id)),
    lookAt: async (ctx, reference) => {
      for (const row of await selectByReference(ctx, name, reference)) enqueue(ctx, { ...row, turn: null });
    },
    resume: async (ctx, id) => {
      const row = await lockExchange<A>(ctx, keyOf(id));
      if (!row) return false;
      const turn = row.turn + 1;
      const isOver = row.state === 'refused' || row.state === 'lost';
      const reopened = isOver ? ({ state: 'open', settledState: 'open', attempts: 0 } as const) : {};
      await updateExchange(ctx, keyOf(id), { ...reopened, turn, dueAt: realNow(), failures: 0 });
      enqueue(ctx, { ...row, turn });
      return true;
    },
  };
}

/** Whether an attempt is asking right now. */
export const isAsking = ({ heldBy, heldUntil }: Pick<ExchangeRow, 'heldBy' | 'heldUntil'>): boolean =>
  heldBy !== null && Temporal.Instant.compare(heldUntil!, realNow()) > 0;

async function advance<Q, A>(follower: Follower<Q, A>, steps: Transactions, id: string): Promise<ExchangeRow<A>> {
  const givesUpAt = realNow().add({ milliseconds: AWAITED_MS_MAX });
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 500)) {
    const stepped = await step(follower, steps, { id, turn: null, isAwaited: true });
    if (!stepped) throw new Error(`There is no exchange ${follower.name} ${id}.`);
    if (stepped.error) throw stepped.error;
    if (!stepped.isHeld) return stepped.row;
    if (Temporal.Instant.compare(realNow(), givesUpAt) > 0) throw ProviderTimeout();
    await pause(waitMs);
  }
}

async function followUp<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantJobContext,
  { id, turn }: { id: string; turn: number | null },
): Promise<void> {
  const stepped = await step(follower, ctx, { id, turn, isAwaited: false });
  // A refusal is the provider's answer. Everything else is a fault of ours that somebody must look at.
  if (stepped?.error && !(stepped.error instanceof Refusal))
    ctx.log.error(
      { err: stepped.error, organizationId: ctx.organizationId, id },
      `${follower.name} failed; it is followed up`,
    );
}
