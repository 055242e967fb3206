import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { takeLabelOff } from '../hooks.ts';
import { labels } from '../tables.ts';
import { lockLabel, upsertLabels } from './label.sql.ts';

export const labelKinds = ['contact', 'file', 'document', 'task', 'conversation'] as const;
export type LabelKind = (typeof labelKinds)[number];

export const LabelBeingRemoved = refusal(
  409,
  'label_being_removed',
  'This label is being taken off many things: use it again in a moment.',
);

/** As many things of each kind lose a label in one transaction; a job goes on with the rest. */
const THINGS_AT_ONCE = 1_000;

/** Notes that things of a kind have these labels. New ones are made. */
export async function useLabels(ctx: TenantContext, kind: LabelKind, names: readonly string[] = []): Promise<void> {
  if (names.length === 0) return;
  const [removed] = await upsertLabels(ctx, kind, [...new Set(names)]);
  if (removed === undefined) return;
  const message = `The label ${removed} is being removed.`;
  throw LabelBeingRemoved(message, { errors: [{ path: 'body.labels', code: 'being_removed', message }] });
}

/** Removes a label from the list at once, and takes it off everything: at once too, unless very many things have it. */
export async function removeLabel(ctx: TenantContext, id: string): Promise<void> {
  const label = await lockLabel(ctx, id);
  if (!label || label.removedAt) throw NotFound();
  await labels.update(ctx, id, { removedAt: ctx.now });
  if (!(await takeOffSome(ctx, { id, name: label.name }))) ctx.enqueue(takeOffRest, { id });
}

/** Takes a label off some things; the label is gone when none is left. */
async function takeOffSome(ctx: TenantContext, { id, name }: { id: string; name: string }): Promise<boolean> {
  const work = { name, limit: THINGS_AT_ONCE, isDone: true };
  await takeLabelOff(ctx, work);
  if (work.isDone) await labels.delete(ctx, id);
  return work.isDone;
}

export const takeOffRest = tenantJob({
  name: 'organization/take-label-off',
  payload: { id: z.uuid() },
  run: async (steps, { id }) => {
    const isDone = () =>
      steps.transaction(async (ctx) => {
        const label = await lockLabel(ctx, id);
        return !label?.removedAt || takeOffSome(ctx, { id, name: label.name });
      });
    while (!(await isDone()));
  },
});
