import type { z } from 'zod';
import { newId } from '#platform/id.ts';
import type { Job } from '#platform/jobs/job.ts';
import { createLog } from '#platform/log.ts';
import { type Exchange, isAsking } from '#platform/ports/exchange.ts';
import { app, eventually } from '#test/harness.ts';

/** Runs a job now, as a worker would. */
export async function runNow<S extends z.core.$ZodType>(
  job: Job<S>,
  payload: z.core.input<S>,
  { engine }: Pick<typeof app, 'engine'> = app,
  { attempt = 1, lastAttempt = false } = {},
): Promise<void> {
  const claim = { id: newId(), retryCount: attempt - 1 };
  const taken = { id: newId(), name: job.name, payload, attempt, lastAttempt, claim };
  await engine.runJob(job as unknown as Job, taken, new AbortController().signal, createLog('silent', false));
}

/** Runs the follow-up of an exchange now. */
export async function followUp(
  { job, find }: Exchange,
  organizationId: string,
  id: string,
  service: Pick<typeof app, 'engine'> = app,
): Promise<void> {
  const row = await service.engine.within(organizationId, (ctx) => find(ctx, id));
  await runNow(job, { organizationId, id, turn: row!.turn }, service);
}

/** Waits until no worker asks for an exchange, and keeps the follow-ups that are queued from running: only the test goes on. */
export async function takeOver(
  { name, hold }: Exchange,
  organizationId: string,
  id: string,
  values: { failures?: number } = {},
): Promise<void> {
  await eventually(() =>
    app.engine.within(organizationId, async (ctx) => {
      const row = await hold(ctx, id);
      if (!row || isAsking(row)) return false;
      await ctx.tx
        .updateTable('exchanges')
        .set({ ...values, turn: row.turn + 1 })
        .where('organizationId', '=', organizationId)
        .where('kind', '=', name)
        .where('id', '=', id)
        .execute();
      return true;
    }),
  );
}

/** Moves the exchanges of an organization into the past: their first attempt or their lease. */
export const ageExchanges = (organizationId: string, values: { askedAt?: Temporal.Instant; heldUntil?: string }) =>
  app.engine.within(organizationId, ({ tx }) =>
    tx.updateTable('exchanges').set(values).where('organizationId', '=', organizationId).execute(),
  );
