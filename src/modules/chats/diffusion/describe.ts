import type { TenantContext } from '#platform/context.ts';
import type { Diffusion, DiffusionCounts } from '../tables.ts';
import { firstShare } from './diffusion.schema.ts';
import { selectCounts } from './recipients.sql.ts';

type Counts = Omit<DiffusionCounts, 'diffusionId' | 'arm'>;

const none: Counts = {
  audience: 0,
  queued: 0,
  sending: 0,
  held: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  canceled: 0,
  delivered: 0,
  read: 0,
  replied: 0,
};

const add = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(
    Object.keys(none).map((name) => [name, a[name as keyof Counts] + b[name as keyof Counts]]),
  ) as unknown as Counts;

/** Adds to each diffusion its counts, in all and by template. */
export async function describeDiffusions(ctx: TenantContext, rows: Diffusion[]) {
  const counted = await selectCounts(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((diffusion) => {
    const arms = counted.get(diffusion.id) ?? [];
    const first = firstShare(diffusion.templates);
    const countsOf = (number: number): Counts => arms.find(({ arm }) => arm === number) ?? none;
    return {
      ...diffusion,
      templates: diffusion.templates.map((template, place, { length }) => ({
        ...template,
        share: length === 1 ? undefined : place === 0 ? first : 100 - first,
        counts: countsOf(place + 1),
      })),
      counts: arms.reduce<Counts>(add, none),
    };
  });
}

export const describeDiffusion = async (ctx: TenantContext, row: Diffusion) =>
  (await describeDiffusions(ctx, [row]))[0]!;
