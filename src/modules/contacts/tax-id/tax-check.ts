import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { indexContacts } from '../beneficiary/index-names.ts';
import { type TaxCheck, taxChecks } from '../tables.ts';
import { checkContacts, countTaxIds } from './tax-check.sql.ts';
import { isRegistryEmpty } from './taxpayers.sql.ts';

const BATCH = 500;

export const RegistryEmpty = refusal(
  'registry_empty',
  'The registry of taxpayers has not been imported yet: the operator of the service must import it.',
);

/** The run with this id; without one, the run that is under way, or a new one. */
export const followTaxCheck = async (ctx: TenantContext, id: string | undefined) =>
  describe(id ? await taxChecks.get(ctx, id) : await startTaxCheck(ctx));

async function startTaxCheck(ctx: TenantContext): Promise<TaxCheck> {
  if (await isRegistryEmpty(ctx.tx)) throw RegistryEmpty();
  const totalCount = await countTaxIds(ctx);
  const run = { id: newId(), status: 'running', totalCount, startedBy: ctx.userId, startedAt: ctx.now } as const;
  const started = await taxChecks.insertUnlessTaken(ctx, run);
  if (started) ctx.enqueue(checkTaxData, { id: run.id, after: null });
  // The run that was under way may have ended since.
  return started ?? (await taxChecks.find(ctx, { status: 'running' })) ?? startTaxCheck(ctx);
}

const describe = (run: TaxCheck) => ({
  ...run,
  progress: run.status === 'done' || run.totalCount === 0 ? 1 : Math.min(1, run.checkedCount / run.totalCount),
});

/** Checks one batch and enqueues the next in the same transaction: a job that runs twice finds its batch done and stops. */
export const checkTaxData = tenantJob({
  name: 'contacts/check-tax-data',
  payload: { id: z.uuid(), after: z.uuid().nullable() },
  run: async (ctx, { id, after }) => {
    try {
      await ctx.transaction((tenant) => checkBatch(tenant, id, after));
    } catch (error) {
      if (ctx.lastAttempt) {
        await ctx.transaction((tenant) => taxChecks.update(tenant, id, { status: 'failed', finishedAt: tenant.now }));
      }
      throw error;
    }
  },
});

async function checkBatch(ctx: TenantContext, id: string, after: string | null): Promise<void> {
  const run = await taxChecks.find(ctx, { id, status: 'running' }, { lock: 'FOR UPDATE' });
  if (!run || run.cursor !== after) return;
  const checked = await checkContacts(ctx, after, BATCH, ctx.now);
  const renamed = checked.flatMap(({ id, filled }) => (filled ? id : []));
  if (renamed.length > 0) await indexContacts(ctx, renamed);
  const count = (status: string): number => checked.filter(({ taxStatus }) => taxStatus === status).length;
  const next = checked.length === BATCH ? checked.at(-1)!.id : null;
  await taxChecks.update(ctx, id, {
    cursor: checked.at(-1)?.id ?? after,
    checkedCount: run.checkedCount + checked.length,
    activeCount: run.activeCount + count('active'),
    inactiveCount: run.inactiveCount + count('inactive'),
    unregisteredCount: run.unregisteredCount + count('unregistered'),
    changedCount: run.changedCount + checked.filter(({ changed }) => changed).length,
    ...(!next && { status: 'done' as const, finishedAt: ctx.now }),
  });
  if (next) ctx.enqueue(checkTaxData, { id, after: next });
}
