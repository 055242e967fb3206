import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { absolute, toMillionths } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import { resourceRecordUpdated } from '../events.ts';
import { afterUnitsCorrected, beforeUnitsCorrected } from '../hooks.ts';
import { checkSerials, positionOf } from '../stock/change-stock.ts';
import { openStock } from '../stock/open-stock.ts';
import { saveStock } from '../stock/save-stock.ts';
import { correctUnits } from '../stock/serials.ts';
import { type Movement, stockMovements } from '../tables.ts';
import type { StockMovementChange } from './record.schema.ts';
import { describeMovements } from './record.ts';

export const MovementTakenBack = refusal(
  'movement_taken_back',
  'This movement was reversed: its serial numbers cannot be changed.',
);

export async function correctMovement(ctx: TenantContext, change: z.output<typeof StockMovementChange>) {
  const { id, note, serialNumbers } = change;
  const before = await stockMovements.get(ctx, id);
  const ids = before.counterpartId ? [id, before.counterpartId] : [id];
  const old = serialNumbers ? await correctSerials(ctx, before, serialNumbers) : before.serialNumbers;
  await Promise.all([
    note !== undefined && stockMovements.updateAll(ctx, { id }, { note }),
    serialNumbers && stockMovements.updateAll(ctx, { id: ids }, { serialNumbers }),
  ]);
  const after = await stockMovements.get(ctx, id);
  const { resourceId, divisionId, type } = after;
  // The event names the corrected units. A change of the note alone emits none.
  if (serialNumbers && !isDeepStrictEqual(old, serialNumbers)) {
    ctx.emit(resourceRecordUpdated, {
      resourceId,
      resourceRecordId: id,
      divisionId,
      ...(type !== 'ADJUSTMENT' && { type }),
      ...(ctx.userId && { userId: ctx.userId }),
      serialNumbers,
      old: { serialNumbers: old },
      new: { serialNumbers },
    });
  }
  return (await describeMovements(ctx, [after]))[0]!;
}

/** Answers the former units, read after the stock is locked because a concurrent request may have corrected them. */
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
    stockMovements.get(ctx, named.id),
    stockMovements.exists(ctx, { reversesId: named.id }),
  ]);
  if (reversed || movement.reversesId) throw MovementTakenBack();
  const units = toMillionths(movement.quantity);
  checkSerials(positionOf(stock, named), { quantity: absolute(units), serialNumbers });
  const [before, after] = [new Set(movement.serialNumbers), new Set(serialNumbers)];
  const [wrong, right] = [[...before.difference(after)], [...after.difference(before)]];
  correctUnits(stock, movement, wrong, right);
  await saveStock(ctx, stock);
  await afterUnitsCorrected(ctx, { cause, resourceId, wrong, right });
  return movement.serialNumbers;
}
