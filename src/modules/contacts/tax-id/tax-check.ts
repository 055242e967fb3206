import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { indexContacts } from '../beneficiary/beneficiary.ts';
import {
  checkContacts,
  insertTaxCheck,
  lockTaxCheck,
  selectTaxCheck,
  type TaxCheck,
  updateTaxCheck,
} from './tax-check.sql.ts';
import { isRegistryEmpty } from './taxpayers.sql.ts';

const BATCH = 500;

export const RegistryEmpty = refusal(422, 'registry_empty', 'The registry of taxpayers has not been imported yet.');

/** Follows a run by its id; without one, the run that is under way, or a new one. */
export async function followTaxCheck(ctx: TenantContext, id: string | undefined) {
  const run = id ? await selectTaxCheck(ctx.tx, ctx.organizationId, { id }) : await startTaxCheck(ctx);
  if (!run) throw NotFound();
  return describe(run);
}

async function startTaxCheck(ctx: TenantContext): Promise<TaxCheck> {
  if (await isRegistryEmpty(ctx.tx)) throw RegistryEmpty();
  const id = newId();
  const begun = await insertTaxCheck(ctx.tx, ctx.organizationId, { id, startedBy: ctx.userId, startedAt: ctx.now });
  if (begun) ctx.enqueue(checkTaxData, { id, after: null });
  const running = begun ?? (await selectTaxCheck(ctx.tx, ctx.organizationId, { status: 'running' }));
  // The run that was in the way has ended since.
  return running ?? startTaxCheck(ctx);
}

const describe = ({ cursor: _, ...run }: TaxCheck) => ({
  ...run,
  progress: run.status === 'done' || run.totalCount === 0 ? 1 : Math.min(1, run.checkedCount / run.totalCount),
});

/** One batch, and the next job in the same transaction: a job that is run twice finds its batch done and stops. */
export const checkTaxData = tenantJob({
  name: 'contacts/check-tax-data',
  payload: { id: z.uuid(), after: z.uuid().nullable() },
  run: async (ctx, { id, after }) => {
    try {
      await ctx.transaction((tenant) => checkBatch(tenant, id, after));
    } catch (error) {
      if (ctx.lastAttempt) {
        await ctx.transaction(({ tx, organizationId, now }) =>
          updateTaxCheck(tx, organizationId, id, { status: 'failed', finishedAt: now }),
        );
      }
      throw error;
    }
  },
});

async function checkBatch(ctx: TenantContext, id: string, after: string | null): Promise<void> {
  const { tx, organizationId, now } = ctx;
  const run = await lockTaxCheck(tx, organizationId, id);
  if (!run || run.cursor !== after) return;
  const checked = await checkContacts(tx, organizationId, after, BATCH, now);
  const renamed = checked.flatMap(({ id, filled }) => (filled ? id : []));
  if (renamed.length > 0) await indexContacts(ctx, renamed);
  const count = (status: string): number => checked.filter(({ taxStatus }) => taxStatus === status).length;
  const next = checked.length === BATCH ? checked.at(-1)!.id : null;
  await updateTaxCheck(tx, organizationId, id, {
    cursor: checked.at(-1)?.id ?? after,
    checkedCount: run.checkedCount + checked.length,
    activeCount: run.activeCount + count('active'),
    inactiveCount: run.inactiveCount + count('inactive'),
    unregisteredCount: run.unregisteredCount + count('unregistered'),
    changedCount: run.changedCount + checked.filter(({ changed }) => changed).length,
    ...(!next && { status: 'done', finishedAt: now }),
  });
  if (next) ctx.enqueue(checkTaxData, { id, after: next });
}
