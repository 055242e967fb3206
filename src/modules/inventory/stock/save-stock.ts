import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { violates } from '#platform/db/violation.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { resourceRecordCreated } from '../events.ts';
import { watchExpiries } from '../lot/expiry.ts';
import { alertIfLow, isBelow } from '../position/low.ts';
import { serialEvents } from '../tables.ts';
import { mayBeNegative } from './change-stock.ts';
import { type NewLotMovement, writeLots } from './lots.sql.ts';
import { type Position, type Stock, serialKey } from './open-stock.ts';
import { upsertSerials } from './serials.sql.ts';
import { type PositionChange, replaceLayers, writeMovements } from './stock.sql.ts';

/** Writes all changes in one round trip and announces them. */
export async function saveStock(ctx: TenantContext, stock: Stock): Promise<void> {
  const { cause, documentId } = stock;
  const head = { causeKind: cause.kind, causeId: cause.id, userId: ctx.userId, createdAt: ctx.now };
  const changed = [...stock.positions.values()].filter(isChanged);
  const units = new Set(stock.serialEvents.map(serialKey));
  const states = [...units].map((key) => stock.serials.get(key)!);
  const relayered = changed.filter(({ row, holding }) => row.layered || holding.layers.length > 0);
  writeMovements(ctx, {
    positions: changed.map(changeOf),
    movements: stock.movements.map((movement, index) => ({ ...movement, ...head, documentId, line: index + 1 })),
  });
  const [, written] = await Promise.all([
    relayered.length > 0 && replaceLayers(ctx, relayered, relayered.flatMap(layersOf)),
    states.length > 0 ? upsertSerials(ctx, states) : 0,
    serialEvents
      .insertMany(
        ctx,
        stock.serialEvents.map((event) => ({ ...event, ...head })),
      )
      .catch(retryIfTaken),
    stock.lotMovements.size > 0 && saveLots(ctx, [...stock.lotMovements.values()].filter(isMoved)),
  ]);
  // A concurrent request received a unit with the same number: run again to see it.
  if (written < states.length) throw new RetryTransaction();
  announce(ctx, stock, changed);
}

async function saveLots(ctx: TenantContext, moved: NewLotMovement[]): Promise<void> {
  const arrived = moved.filter(({ quantity }) => quantity > 0n);
  await Promise.all([
    writeLots(ctx, moved),
    watchExpiries(
      ctx,
      arrived.map(({ lot }) => lot.expiresOn),
    ),
  ]);
}

/** A reversal may take from a lot what it gave back to it. */
const isMoved = ({ quantity }: NewLotMovement): boolean => quantity !== 0n;

function retryIfTaken(error: unknown): never {
  throw violates(error, 'serial_events_pkey') ? new RetryTransaction() : error;
}

const isChanged = ({ row, held, holding, reserved }: Position): boolean =>
  holding !== held || reserved !== toMillionths(row.reserved);

function changeOf(position: Position): PositionChange {
  const { resourceId, divisionId, resource, holding, reserved, moves, lastMovedOn } = position;
  return {
    resourceId,
    divisionId,
    quantity: fromMillionths(holding.quantity),
    reserved: fromMillionths(reserved),
    value: holding.value,
    unitCost: fromMillionths(holding.unitCost),
    resourceMinimum: resource.minStockAlert,
    allowsNegative: mayBeNegative(position) || holding.quantity < reserved,
    moves,
    lastMovedOn,
    layered: holding.layers.length > 0,
  };
}

const layersOf = ({ resourceId, divisionId, holding }: Position) =>
  holding.layers.map(({ date, place, quantity, value }) => ({
    resourceId,
    divisionId,
    date,
    place,
    quantity: fromMillionths(quantity),
    value,
  }));

/** Announces each movement, and the stock that falls below its minimum. */
function announce(ctx: TenantContext, stock: Stock, changed: Position[]): void {
  for (const { id, resourceId, divisionId, type, serialNumbers } of stock.movements) {
    if (type === 'ADJUSTMENT') continue;
    ctx.emit(resourceRecordCreated, {
      resourceId,
      resourceRecordId: id,
      type,
      divisionId,
      ...(ctx.userId && { userId: ctx.userId }),
      ...(serialNumbers.length > 0 && { serialNumbers }),
    });
  }
  for (const { row, resource, holding } of changed)
    alertIfLow(ctx, row, fromMillionths(holding.quantity), row.minimum ?? resource.minStockAlert);
}

/** Makes the written positions the ones that later changes are compared with. */
export function settle(stock: Stock): void {
  for (const position of stock.positions.values()) {
    const { row, resource, holding, reserved, moves, lastMovedOn } = position;
    const quantity = fromMillionths(holding.quantity);
    position.held = holding;
    position.row = {
      ...row,
      quantity,
      low: isBelow(quantity, row.minimum ?? resource.minStockAlert),
      reserved: fromMillionths(reserved),
      value: holding.value,
      moves,
      lastMovedOn,
      layered: holding.layers.length > 0,
    };
  }
  stock.movements = [];
  stock.lotMovements = new Map();
  stock.serialEvents = [];
  stock.transfers = [];
  stock.passedOn = [];
  stock.covered = [];
}
