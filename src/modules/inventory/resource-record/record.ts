import { selectPostingRules, type Transfer, writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal, rescale, sumOf, toMillionths, toScaled } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { exponentOf, fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type MovedLot, selectMovedLots } from '../stock/lots.sql.ts';
import { moveStock, type StockMovement, type StockTransfer } from '../stock/move-stock.ts';
import type { Cause } from '../stock/stock.sql.ts';
import { type Movement, stockMovements } from '../tables.ts';
import type { MovementLine } from './record.schema.ts';

export const MovementInFuture = refusal('movement_in_future', 'The date of a stock movement cannot be in the future.');
export const SameDivision = refusal('same_division', 'The two branches are the same: choose another one.');

/** Moves stock by hand: all lines or none, with one record in the books. */
export async function enterMovements(
  ctx: TenantContext,
  lines: MovementLine[],
  options: { date?: string | undefined; path: string },
) {
  const today = ctx.today.toString();
  const { date = today, path } = options;
  if (date > today) throw MovementInFuture();
  if (lines.some((line) => line.type === 'TRANSFER' && line.toDivisionId === line.divisionId)) throw SameDivision();
  const adjustments = await adjustmentsAccount(ctx);
  const cause = { kind: 'resource-record', id: newId() };
  const movements = lines.map((line) => toMovement(ctx, line, adjustments));
  const { transfers } = await moveStock(ctx, { date, cause, movements, path, refuseUntracked: true });
  await writeMovementRecord(ctx, { cause, date, transfers, description: lines[0]?.note ?? null });
  return readMovementsOf(ctx, cause);
}

function toMovement(ctx: TenantContext, line: MovementLine, adjustments: string): StockMovement | StockTransfer {
  const { resourceId, divisionId, quantity, serialNumbers, lots, note } = line;
  const moved = { resourceId, divisionId, quantity, serialNumbers, lots, note };
  if (line.type === 'TRANSFER') return { ...moved, toDivisionId: line.toDivisionId };
  const counter = line.chartAccountId ?? adjustments;
  if (line.type === 'OUT') return { ...moved, quantity: `-${quantity}`, counter, departure: line.departure };
  return { ...moved, counter, value: givenValue(ctx, line) };
}

/** A unit may cost less than the minor unit, so the product is rounded. */
export function givenValue(
  { currency }: TenantContext,
  { value, unitCost, quantity }: { value?: string | undefined; unitCost?: string | undefined; quantity: string },
): bigint | undefined {
  if (value !== undefined) return toMinor(value, currency);
  if (unitCost === undefined) return undefined;
  return rescale(toScaled(unitCost, 10) * toMillionths(quantity), 16, exponentOf(currency));
}

/** Posts the value of movements by hand; those without a value post nothing. */
export async function writeMovementRecord(
  ctx: TenantContext,
  moved: { cause: Cause; date: string; transfers: Transfer[]; description: string | null },
): Promise<void> {
  const { cause, date, transfers, description } = moved;
  if (transfers.length === 0) return;
  const amount = sumOf(transfers, (transfer) => transfer.amount);
  await writeRecord(ctx, {
    kind: 'stock-movement',
    date,
    description: description || 'Movimiento de inventario',
    amount,
    currency: ctx.currency,
    baseAmount: amount,
    sourceKind: cause.kind,
    sourceId: cause.id,
    transfers,
  });
}

/** The movements of a cause, in their order. */
export async function readMovementsOf(ctx: TenantContext, { kind, id }: Cause) {
  const match = { causeKind: kind, causeId: id };
  const movements = await stockMovements.all(ctx, match, { orderBy: ['createdAt', 'line'] });
  return describeMovements(ctx, movements);
}

export async function describeMovements(ctx: TenantContext, movements: Movement[]) {
  const lots = await selectMovedLots(
    ctx,
    movements.map(({ id }) => id),
  );
  return movements.map((movement) => describeMovement(ctx, movement, lots.get(movement.id) ?? []));
}

function describeMovement(
  { currency }: TenantContext,
  { causeKind, causeId, ...movement }: Movement,
  lots: MovedLot[],
) {
  return {
    ...movement,
    lots: lots.map(({ lotId: _, ...lot }) => lot),
    quantity: plainDecimal(movement.quantity),
    value: fromMinor(movement.value, currency),
    quantityAfter: plainDecimal(movement.quantityAfter),
    valueAfter: fromMinor(movement.valueAfter, currency),
    currency,
    cause: { kind: causeKind, id: causeId },
  };
}

/** The account for stock that was neither bought nor sold. */
const adjustmentsAccount = async (ctx: TenantContext): Promise<string> =>
  (await selectPostingRules(ctx)).get('inventoryAdjustments')!;
