import type { TenantContext } from '#platform/context.ts';
import { toMillionths } from '#platform/decimal.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { resourceRecordUpdated } from '../events.ts';
import { afterUnitsCorrected, beforeUnitsCorrected } from '../hooks.ts';
import { checkSerials, positionOf } from '../stock/change-stock.ts';
import { openStock } from '../stock/open-stock.ts';
import { saveStock } from '../stock/save-stock.ts';
import { correctUnits } from '../stock/serials.ts';
import { isReversed, type Movement, selectMovement, updateMovements } from './record.sql.ts';
import { describeMovement } from './record.ts';

export const MovementTakenBack = refusal(
  422,
  'movement_taken_back',
  'This movement was taken back: its serial numbers do not change any more.',
);

/** Corrects what a movement says beside its quantity: the note, and which units it moved. */
export async function correctMovement(
  ctx: TenantContext,
  change: { id: string; note?: string | null | undefined; serialNumbers?: string[] | undefined },
) {
  const { id, note, serialNumbers } = change;
  const before = await findMovement(ctx, id);
  const ids = before.counterpartId ? [id, before.counterpartId] : [id];
  const old = serialNumbers ? await correctSerials(ctx, before, serialNumbers) : before.serialNumbers;
  await Promise.all([
    note !== undefined && updateMovements(ctx.tx, ctx.organizationId, [id], { note }),
    serialNumbers && updateMovements(ctx.tx, ctx.organizationId, ids, { serialNumbers }),
  ]);
  const [after, currency] = await Promise.all([findMovement(ctx, id), ctx.currency]);
  const { resourceId, divisionId, type } = after;
  ctx.emit(resourceRecordUpdated, {
    resourceId,
    resourceRecordId: id,
    divisionId,
    ...(type !== 'ADJUSTMENT' && { type }),
    ...(ctx.userId && { userId: ctx.userId }),
    ...(serialNumbers && { serialNumbers, old: { serialNumbers: old }, new: { serialNumbers } }),
  });
  return describeMovement(after, currency);
}

async function findMovement(ctx: TenantContext, id: string): Promise<Movement> {
  const movement = await selectMovement(ctx.tx, ctx.organizationId, id);
  if (!movement) throw NotFound();
  return movement;
}

/** The units that were named so far. Read again once the stock is locked: someone else may have corrected them. */
async function correctSerials(ctx: TenantContext, named: Movement, serialNumbers: string[]): Promise<string[]> {
  const { resourceId, divisionId, counterpartDivisionId } = named;
  const places = counterpartDivisionId ? [divisionId, counterpartDivisionId] : [divisionId];
  const cause = { kind: named.causeKind, id: named.causeId };
  await beforeUnitsCorrected(ctx, cause);
  const stock = await openStock(ctx, {
    cause,
    date: ctx.today.toString(),
    keys: places.map((place) => ({ resourceId, divisionId: place })),
    serials: [...named.serialNumbers, ...serialNumbers].map((serialNumber) => ({ resourceId, serialNumber })),
    evenArchived: true,
  });
  const [movement, reversed] = await Promise.all([
    findMovement(ctx, named.id),
    isReversed(ctx.tx, ctx.organizationId, named.id),
  ]);
  if (reversed || movement.reversesId) throw MovementTakenBack();
  const units = toMillionths(movement.quantity);
  checkSerials(positionOf(stock, named), { quantity: units < 0n ? -units : units, serialNumbers });
  const [before, after] = [new Set(movement.serialNumbers), new Set(serialNumbers)];
  const [wrong, right] = [[...before.difference(after)], [...after.difference(before)]];
  correctUnits(stock, movement, wrong, right);
  await saveStock(ctx, stock);
  await afterUnitsCorrected(ctx, { cause, resourceId, wrong, right });
  return movement.serialNumbers;
}
