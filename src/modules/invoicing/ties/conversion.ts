import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import { addConverted, type PendingElement, selectLeft } from '../pending/element.sql.ts';
import { lockPendingRecords } from '../pending/find.ts';
import { updateConverted } from '../pending/pending.sql.ts';
import { holdQuoted } from '../pricing/offered.ts';

export const MoreThanIsLeft = refusal('more_than_is_left', 'The quantity is more than is left of the line: reduce it.');

type Line = Pick<PendingElement, 'sourceElementId' | 'quantity'>;

/** Updates the converted quantities of the source lines, and answers the sources. A document cannot take more than is left. */
export async function moveConverted(ctx: TenantContext, before: Line[], after: Line[]): Promise<string[]> {
  const changes = new Map<string, bigint>();
  const add = (lines: Line[], sign: bigint) => {
    for (const { sourceElementId, quantity } of lines) {
      if (!sourceElementId) continue;
      changes.set(sourceElementId, (changes.get(sourceElementId) ?? 0n) + sign * toMillionths(quantity));
    }
  };
  add(before, -1n);
  add(after, 1n);
  const moved = [...changes].filter(([, change]) => change !== 0n);
  if (moved.length === 0) return [];
  const ids = moved.map(([id]) => id);
  const sources = [...new Set((await selectLeft(ctx, ids)).map((line) => line.pendingRecordId))];
  await lockPendingRecords(ctx, sources);
  const left = new Map((await selectLeft(ctx, ids)).map((line) => [line.id, line.left]));
  for (const [id, change] of moved) {
    if (change > toMillionths(left.get(id)!)) throw MoreThanIsLeft(`There are ${left.get(id)} left.`);
  }
  await addConverted(
    ctx,
    moved.map(([id, change]) => ({ id, quantity: fromMillionths(change) })),
  );
  await updateConverted(ctx, sources, ctx.now);
  return sources;
}

/** The same after a document changed or became void: lines of a quote that are not in it any more hold their discounts until its last day. */
export const giveBackToSource = async (ctx: TenantContext, before: Line[], after: Line[] = []): Promise<void> =>
  holdQuoted(ctx, await moveConverted(ctx, before, after));
