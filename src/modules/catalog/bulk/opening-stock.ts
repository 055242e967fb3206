import type { z } from 'zod';
import { divisionsInUse } from '#modules/accounting/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import type { FieldError } from '#platform/refusal.ts';
import { checkOpeningStock, type OpeningStock } from '../hooks.ts';
import type { ProductRow } from '../resource/resource.schema.ts';
import type { ResourceRow } from '../tables.ts';

type Holder = Pick<ResourceRow, 'id' | 'cost' | 'tracksStock' | 'tracksSerials'> & { archived: boolean };

/** The opening stock that rows give their resources, and the rows whose opening stock is wrong. */
export async function planOpenings(
  ctx: TenantContext,
  rows: z.output<typeof ProductRow>[],
  holderOf: (index: number) => Holder | null,
  given: GivenRows,
): Promise<{ openings: Map<number, OpeningStock>; errors: Map<number, FieldError> }> {
  const openings = new Map<number, OpeningStock>();
  const errors = new Map<number, FieldError>();
  if (rows.every(({ openingStock }) => !openingStock)) return { openings, errors };
  requireAlso(ctx, 'inventory:write');
  const divisionIds = await divisionsInUse(ctx);
  const refuse = (index: number, [field, code, message]: Wrong) =>
    errors.set(index, { path: `body.resources[${given.placeOf(index)}].openingStock${field}`, code, message });
  for (const [index, { openingStock }] of rows.entries()) {
    const holder = openingStock && holderOf(index);
    if (!holder) continue;
    const { quantity, divisionId = [...divisionIds][0]!, unitCost = holder.cost } = openingStock;
    const wrong = wrongHolder(holder) ?? wrongDivision(openingStock.divisionId, divisionIds);
    if (wrong || unitCost === null) {
      refuse(index, wrong ?? ['.unitCost', 'required', 'Its cost is not known: give it, or 0.']);
      continue;
    }
    const place = given.placeOf(index);
    openings.set(index, { resourceId: holder.id, divisionId, quantity, unitCost, place, state: 'new' });
  }
  await checkOpeningStock(ctx, [...openings.values()]);
  for (const [index, { state }] of openings) {
    if (state === 'new') continue;
    if (state !== 'same') refuse(index, impossible[state]);
    openings.delete(index);
  }
  return { openings, errors };
}

/** A part of the opening stock with the code and the message of its error. */
type Wrong = [field: string, code: string, message: string];

const impossible: Record<'moved' | 'too-large', Wrong> = {
  moved: ['.quantity', 'already_moved', 'It has moved in this branch already: enter a count instead.'],
  'too-large': ['', 'out_of_range', 'Its value is too large: reduce the quantity or the cost.'],
};

function wrongHolder({ archived, tracksStock, tracksSerials }: Holder): Wrong | null {
  if (archived) return ['', 'invalid', 'It is archived.'];
  if (!tracksStock) return ['', 'invalid', 'Its stock is not tracked.'];
  if (tracksSerials) return ['', 'invalid', 'Its units have serial numbers: receive them with a stock movement.'];
  return null;
}

function wrongDivision(given: string | undefined, inUse: ReadonlySet<string>): Wrong | null {
  if (given === undefined && inUse.size > 1)
    return ['.divisionId', 'required', 'There are several divisions: name the one that has the stock.'];
  if (given !== undefined && !inUse.has(given))
    return ['.divisionId', 'not_found', 'This branch does not exist or is archived.'];
  return null;
}
