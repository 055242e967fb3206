import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, MILLION, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { arrive, leave, positionOf } from '../stock/change-stock.ts';
import { lotDifferences } from '../stock/lots.ts';
import { finish, lotsOf } from '../stock/move-stock.ts';
import { openStock, type Position, type Stock, serialKey } from '../stock/open-stock.ts';
import { SerialNumbersNotTracked, SerialNumbersRequired } from '../stock/refusals.ts';
import { lockSerialsBy, type SerialState } from '../stock/serials.sql.ts';
import type { StockCount } from './record.schema.ts';
import { readMovementsOf, writeMovementRecord } from './record.ts';

type Count = z.output<typeof StockCount>;

/**
 * Sets stock to the counted quantities. A count is compared with the stock that it names, or else with the stock at this moment,
 * so that what moved between the count and its entry is no difference.
 */
export async function countStock(ctx: TenantContext, count: Count) {
  const { divisionId, lines, note = null } = count;
  const cause = { kind: 'stock-count', id: newId() };
  const date = ctx.today.toString();
  const keys = lines.map(({ resourceId }) => ({ resourceId, divisionId }));
  const units = lines.flatMap(({ resourceId, serialNumbers = [] }) =>
    serialNumbers.map((serialNumber) => ({ resourceId, serialNumber })),
  );
  const stock = await openStock(ctx, {
    cause,
    date,
    keys,
    serials: units,
    lots: lines.flatMap(({ resourceId, lots = [], expectedLots = [] }) =>
      lotsOf({ resourceId, lots: [...lots, ...expectedLots] }),
    ),
    path: 'body.lines[]',
  });
  const here = await unitsHere(ctx, stock, count);
  const counter = count.chartAccountId ?? stock.accounts.adjustments;
  const counted: { position: Position; before: bigint; value: bigint }[] = [];
  for (const line of lines) {
    const position = positionOf(stock, { resourceId: line.resourceId, divisionId });
    const before = position.holding;
    if (line.serialNumbers) {
      countUnits(stock, position, here.get(line.resourceId) ?? [], line, { counter, note });
    }
    if (line.quantity) countQuantity(stock, position, line, { counter, note });
    counted.push({ position, before: before.quantity, value: position.holding.value - before.value });
  }
  const { transfers } = await finish(ctx, stock);
  await writeMovementRecord(ctx, { cause, date, transfers, description: note ?? 'Conteo de inventario' });
  return {
    divisionId,
    lines: counted.map(({ position, before, value }) => ({
      resourceId: position.resourceId,
      before: fromMillionths(before),
      counted: fromMillionths(position.holding.quantity),
      difference: fromMillionths(position.holding.quantity - before),
      value: fromMinor(value, ctx.currency),
    })),
    currency: ctx.currency,
    records: await readMovementsOf(ctx, cause),
  };
}

interface Reason {
  counter: string;
  note: string | null;
}

function countQuantity(stock: Stock, position: Position, counted: Count['lines'][number], reason: Reason): void {
  const { resource, resourceId, divisionId, holding } = position;
  if (resource.tracksSerials) throw SerialNumbersRequired(`${resource.name} is counted by its serial numbers.`);
  const quantity = toMillionths(counted.quantity!);
  const expected = counted.expected === undefined ? undefined : toMillionths(counted.expected);
  const line = { resourceId, divisionId, serialNumbers: [], departure: 'scrapped' as const, ...reason };
  if (counted.lots) {
    const compared = expected === undefined ? undefined : { quantity: expected, lots: counted.expectedLots ?? [] };
    const { found, missing } = lotDifferences(stock, position, { quantity, lots: counted.lots }, compared);
    if (found.quantity > 0n) arrive(stock, { ...line, ...found, value: null });
    if (missing.quantity > 0n) leave(stock, { ...line, ...missing, isRestWithoutLot: true });
    return;
  }
  const difference = quantity - (expected ?? holding.quantity);
  if (difference > 0n) arrive(stock, { ...line, quantity: difference, value: null });
  if (difference < 0n) leave(stock, { ...line, quantity: -difference });
}

/** The units that should be in the division, by resource. */
async function unitsHere(ctx: TenantContext, stock: Stock, { divisionId, lines }: Count) {
  const resourceIds = lines.filter(({ serialNumbers }) => serialNumbers).map(({ resourceId }) => resourceId);
  const units = await lockSerialsBy(ctx, { resourceId: resourceIds, divisionId });
  for (const unit of units) stock.serials.set(serialKey(unit), unit);
  return Map.groupBy(units, ({ resourceId }) => resourceId);
}

/** Missing units leave, unknown units arrive, unless they have done so since the count. */
function countUnits(
  stock: Stock,
  position: Position,
  units: SerialState[],
  { serialNumbers, expectedSerialNumbers }: Count['lines'][number],
  reason: Reason,
): void {
  const { resource, resourceId, divisionId } = position;
  if (!resource.tracksSerials) throw SerialNumbersNotTracked(`${resource.name} has no serial numbers.`);
  const here = new Set(units.map(({ serialNumber }) => serialNumber));
  const expected = expectedSerialNumbers ? new Set(expectedSerialNumbers) : here;
  const counted = new Set(serialNumbers);
  const missing = [...expected.difference(counted).intersection(here)];
  const found = [...counted.difference(expected).difference(here)];
  const line = { resourceId, divisionId, ...reason };
  if (missing.length > 0) {
    const quantity = BigInt(missing.length) * MILLION;
    leave(stock, { ...line, quantity, serialNumbers: missing, departure: 'scrapped' });
  }
  if (found.length > 0) {
    arrive(stock, { ...line, quantity: BigInt(found.length) * MILLION, serialNumbers: found, value: null });
  }
}
