import type { TenantContext } from '#platform/context.ts';
import { dayAfter } from '#platform/date.ts';
import { tick } from '#platform/tick.ts';
import { discountOffers, discountUses } from '../tables.ts';
import { selectLapsed } from './uses.sql.ts';
import { releaseUses } from './uses.ts';

export const heldDiscounts = tick('held-discounts');

const BATCH = 200;

/** Gives back the uses of quotes that were not converted by their last day. Answers when the next one ends. */
export async function tickHeldDiscounts(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const documentIds = await selectLapsed(ctx, ctx.today, BATCH);
  for (const documentId of documentIds) await releaseLapsed(ctx, documentId);
  if (documentIds.length === BATCH) return ctx.now;
  const next = await discountUses.min(ctx, 'heldUntil');
  return next === null ? null : dayAfter(ctx, next);
}

/** The offers are locked first, as by a change of the document, which may have another last day by now. */
async function releaseLapsed(ctx: TenantContext, documentId: string): Promise<void> {
  const held = await discountOffers.all(
    ctx,
    { takenId: documentId, releasedAt: null },
    { columns: ['id', 'ruleId'], orderBy: ['id'], lock: 'FOR UPDATE' },
  );
  const uses = await discountUses.all(ctx, { documentId });
  const today = ctx.today.toString();
  const lapsed = new Set(uses.flatMap(({ ruleId, heldUntil }) => (heldUntil && heldUntil < today ? ruleId : [])));
  const ids = held.flatMap(({ id, ruleId }) => (lapsed.has(ruleId) ? id : []));
  await discountOffers.updateAll(ctx, { id: ids }, { releasedAt: ctx.now });
  await releaseUses(ctx, documentId);
}
