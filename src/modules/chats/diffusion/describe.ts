import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import type { Diffusion } from '../tables.ts';
import { Counts, firstShare } from './diffusion.schema.ts';
import { selectCounts } from './recipients.sql.ts';

type Arm = z.output<typeof Counts>;

const sumOf = (arms: Arm[]): Arm =>
  Counts.parse(
    Object.fromEntries(Counts.keyof().options.map((name) => [name, arms.reduce((sum, arm) => sum + arm[name], 0)])),
  );

/** Adds to each diffusion its counts, in all and by template. */
export async function describeDiffusions(ctx: TenantContext, rows: Diffusion[]) {
  const ids = rows.map(({ id }) => id);
  const counted = await selectCounts(ctx, ids);
  return rows.map((diffusion) => {
    const arms = counted.get(diffusion.id) ?? [];
    const first = firstShare(diffusion.templates);
    return {
      ...diffusion,
      templates: diffusion.templates.map((template, place, { length }) => ({
        ...template,
        share: length === 1 ? undefined : place === 0 ? first : 100 - first,
        counts: sumOf(arms.filter(({ arm }) => arm === place + 1)),
      })),
      counts: sumOf(arms),
    };
  });
}

export const describeDiffusion = async (ctx: TenantContext, row: Diffusion) =>
  (await describeDiffusions(ctx, [row]))[0]!;
