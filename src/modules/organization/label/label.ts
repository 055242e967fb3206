import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { NotFound } from '#platform/refusal.ts';
import { detachLabel } from '../hooks.ts';
import { labels } from '../tables.ts';
import { lockLabel, upsertLabels } from './label.sql.ts';
import type { LabelKind } from './label-kind.ts';

/** As many things of each kind lose a label in one transaction; a job goes on with the rest. */
const THINGS_AT_ONCE = 1_000;

/** Records that entities of a kind have these labels; new labels are created. */
export async function useLabels(ctx: TenantContext, kind: LabelKind, names: readonly string[] = []): Promise<void> {
  if (names.length > 0) await upsertLabels(ctx, kind, [...new Set(names)]);
}

/** Removes a label from the list at once, and takes it off everything: at once too, unless very many things have it. */
export async function removeLabel(ctx: TenantContext, id: string): Promise<void> {
  const label = await lockLabel(ctx, id);
  if (!label || label.removedAt) throw NotFound();
  await labels.update(ctx, id, { removedAt: ctx.now });
  if (!(await takeOffSome(ctx, { id, name: label.name, removedAt: ctx.now }))) ctx.enqueue(takeOffRest, { id });
}

/** Takes a label off some things; the label is gone when none is left. */
async function takeOffSome(
  ctx: TenantContext,
  { id, name, removedAt }: { id: string; name: string; removedAt: Temporal.Instant },
): Promise<boolean> {
  const removal = { name, removedAt, limit: THINGS_AT_ONCE, isDone: true };
  await detachLabel(ctx, removal);
  if (removal.isDone) await labels.delete(ctx, id);
  return removal.isDone;
}

export const takeOffRest = tenantJob({
  name: 'organization/detach-label',
  payload: { id: z.uuid() },
  run: async (steps, { id }) => {
    const isDone = () =>
      steps.transaction(async (ctx) => {
        const label = await lockLabel(ctx, id);
        if (!label?.removedAt) return true;
        return takeOffSome(ctx, { id, name: label.name, removedAt: Temporal.Instant.from(label.removedAt) });
      });
    while (!(await isDone()));
  },
});
