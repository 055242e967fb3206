import { selectPostingRules } from '#modules/accounting/index.ts';
import type { OpeningStock } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { VALUE_MAX } from '../stock/change-stock.ts';
import { moveStock } from '../stock/move-stock.ts';
import { positionKey, stockMovements } from '../tables.ts';
import { givenValue, writeMovementRecord } from './record.ts';

const KIND = 'opening-stock';
const NOTE = 'Inventario inicial';

/** Finds openings that cannot be entered. Stock opens once: a repeated import must not add it again. */
export async function markOpenings(ctx: TenantContext, openings: OpeningStock[]): Promise<void> {
  const ids = (name: 'resourceId' | 'divisionId') => [...new Set(openings.map((opening) => opening[name]))];
  const match = { resourceId: ids('resourceId'), divisionId: ids('divisionId'), number: 1 };
  const first = new Map((await stockMovements.all(ctx, match)).map((row) => [positionKey(row), row]));
  for (const opening of openings) {
    const found = first.get(positionKey(opening));
    const value = givenValue(ctx, opening)!;
    if (!found) {
      if (value > VALUE_MAX) opening.state = 'too-large';
      continue;
    }
    const isSame =
      found.causeKind === KIND &&
      toMillionths(found.quantity) === toMillionths(opening.quantity) &&
      found.value === value;
    opening.state = isSame ? 'same' : 'moved';
  }
}

/** Receives opening stock against the account of opening balances. */
export async function enterOpenings(ctx: TenantContext, openings: OpeningStock[]): Promise<void> {
  const counter = (await selectPostingRules(ctx)).get('openingBalances')!;
  const [cause, date] = [{ kind: KIND, id: newId() }, ctx.today.toString()];
  const movements = openings.map(({ resourceId, divisionId, quantity, unitCost, place }) => ({
    resourceId,
    divisionId,
    quantity,
    value: givenValue(ctx, { quantity, unitCost }),
    counter,
    place,
    note: NOTE,
  }));
  const { transfers } = await moveStock(ctx, { date, cause, movements, path: 'body.resources[].openingStock' });
  await writeMovementRecord(ctx, { cause, date, transfers, description: NOTE });
}
