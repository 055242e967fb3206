import { z } from 'zod';
import { type Transfer, writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { CalendarDate } from '#platform/date.ts';
import { plainDecimal, rescale, toMillionths, toScaled } from '#platform/decimal.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { exponentOf, fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { adjustmentsAccount } from '../stock/accounts.ts';
import { moveStock, type StockMovement, type StockTransfer } from '../stock/move-stock.ts';
import type { Cause } from '../stock/stock.sql.ts';
import type { MovementLine } from './record.schema.ts';
import { type Movement, type MovementFilter, selectMovements, selectMovementsOf } from './record.sql.ts';

export const MovementInFuture = refusal(422, 'movement_in_future', 'Stock moves today or has moved before.');
export const SameDivision = refusal(422, 'same_division', 'A transfer goes to another division.');

/** Moves stock by hand: all lines or none, and one record in the books for what they are worth. */
export async function enterMovements(
  ctx: TenantContext,
  lines: MovementLine[],
  options: { date?: string | undefined; path: string },
) {
  const today = ctx.today.toString();
  const { date = today, path } = options;
  if (date > today) throw MovementInFuture();
  if (lines.some((line) => line.type === 'TRANSFER' && line.toDivisionId === line.divisionId)) throw SameDivision();
  const [currency, adjustments] = await Promise.all([ctx.currency, adjustmentsAccount(ctx)]);
  const cause = { kind: 'resource-record', id: newId() };
  const movements = lines.map((line) => toMovement(line, currency, adjustments));
  const { transfers } = await moveStock(ctx, { date, cause, movements, path, refuseUntracked: true });
  await writeMovementRecord(ctx, { cause, date, transfers, currency, description: lines[0]?.note ?? null });
  return readMovementsOf(ctx, cause, currency);
}

function toMovement(line: MovementLine, currency: string, adjustments: string): StockMovement | StockTransfer {
  const { resourceId, divisionId, quantity, serialNumbers, note } = line;
  const moved = { resourceId, divisionId, quantity, serialNumbers, note };
  if (line.type === 'TRANSFER') return { ...moved, toDivisionId: line.toDivisionId };
  const counter = line.chartAccountId ?? adjustments;
  if (line.type === 'OUT') return { ...moved, quantity: `-${quantity}`, counter, departure: line.departure };
  return { ...moved, counter, value: givenValue(line, currency) };
}

/** A unit may cost less than the smallest coin, so it is multiplied before it is rounded. */
function givenValue(
  { value, unitCost, quantity }: { value?: string | undefined; unitCost?: string | undefined; quantity: string },
  currency: string,
): bigint | undefined {
  if (value !== undefined) return toMinor(value, currency);
  if (unitCost === undefined) return undefined;
  return rescale(toScaled(unitCost, 10) * toMillionths(quantity), 16, exponentOf(currency));
}

/** What movements by hand are worth, in the books. Those that are worth nothing leave nothing there. */
export async function writeMovementRecord(
  ctx: TenantContext,
  moved: { cause: Cause; date: string; transfers: Transfer[]; currency: string; description: string | null },
): Promise<void> {
  const { cause, date, transfers, currency, description } = moved;
  if (transfers.length === 0) return;
  const amount = transfers.reduce((sum, transfer) => sum + transfer.amount, 0n);
  await writeRecord(ctx, {
    kind: 'stock-movement',
    date,
    description: description || 'Movimiento de inventario',
    amount,
    currency,
    baseAmount: amount,
    sourceKind: cause.kind,
    sourceId: cause.id,
    transfers,
  });
}

export async function readMovementsOf(ctx: TenantContext, cause: Cause, currency: string) {
  const movements = await selectMovementsOf(ctx.tx, ctx.organizationId, cause);
  return movements.map((movement) => describeMovement(movement, currency));
}

const Key = z.tuple([CalendarDate, z.uuid()]);

export async function listMovements(
  ctx: TenantContext,
  query: PageRequest & MovementFilter & { cursor?: string | undefined },
) {
  const { cursor, page: wanted, itemsPerPage, count, ...filter } = query;
  const request = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const [date, id] = cursor === undefined ? [] : fromCursor(cursor, Key);
  const after = date && id ? { date, id } : null;
  const [{ rows, counted }, currency] = await Promise.all([
    selectMovements(ctx.tx, ctx.organizationId, filter, { ...pageWindow(request), after }),
    ctx.currency,
  ]);
  const page = toPage(request, rows, counted);
  const last = page.data.at(-1);
  return {
    ...page,
    data: page.data.map((movement) => describeMovement(movement, currency)),
    nextCursor: page.hasMore && last ? toCursor([last.date, last.id]) : null,
  };
}

export function describeMovement({ causeKind, causeId, ...movement }: Movement, currency: string) {
  return {
    ...movement,
    quantity: plainDecimal(movement.quantity),
    value: fromMinor(movement.value, currency),
    quantityAfter: plainDecimal(movement.quantityAfter),
    valueAfter: fromMinor(movement.valueAfter, currency),
    currency,
    cause: { kind: causeKind, id: causeId },
  };
}
