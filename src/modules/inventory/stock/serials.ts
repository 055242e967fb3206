import type { Departure, SerialEvent, StockKey } from '../tables.ts';
import { type Stock, serialKey } from './open-stock.ts';
import { SerialNumberInStock, SerialNumberNotInStock } from './refusals.ts';
import type { SerialState } from './serials.sql.ts';
import type { NewMovement } from './stock.sql.ts';

/** The present state of a unit; an unknown one was never here. */
const stateOf = (stock: Stock, resourceId: string, serialNumber: string): SerialState =>
  stock.serials.get(serialKey({ resourceId, serialNumber })) ?? {
    resourceId,
    serialNumber,
    status: 'withdrawn',
    divisionId: null,
    leftAs: null,
    causeKind: null,
    causeId: null,
    changes: 0,
  };

/** The units of a line that belong to its resource. Units that leave must be in its division. */
export const ownUnits = (
  stock: Stock,
  line: StockKey & { serialNumbers?: string[] | undefined; sharesSerials?: boolean | undefined },
  leaves: boolean,
): string[] => {
  const { resourceId, divisionId, serialNumbers = [], sharesSerials } = line;
  if (!sharesSerials) return serialNumbers;
  return serialNumbers.filter((serialNumber) => {
    const unit = stock.serials.get(serialKey({ resourceId, serialNumber }));
    return unit !== undefined && (!leaves || unit.divisionId === divisionId);
  });
};

type Movement = Pick<NewMovement, 'resourceId' | 'divisionId' | 'serialNumbers'> & { id: string | null };

function change(
  stock: Stock,
  movement: Movement,
  serialNumber: string,
  kind: SerialEvent['kind'],
  next: Partial<SerialState> & Pick<SerialState, 'status' | 'divisionId'>,
): void {
  const { resourceId, divisionId, id } = movement;
  const before = stateOf(stock, resourceId, serialNumber);
  const after = { ...before, causeKind: null, causeId: null, ...next, changes: before.changes + 1 };
  stock.serials.set(serialKey(after), after);
  stock.serialEvents.push({ resourceId, serialNumber, number: after.changes, kind, divisionId, movementId: id });
}

export function arriveUnits(stock: Stock, movement: Movement): void {
  const { resourceId, divisionId, serialNumbers } = movement;
  for (const serialNumber of serialNumbers) {
    const { leftAs } = awayUnit(stock, resourceId, serialNumber);
    const kind = leftAs === 'sold' ? 'returned' : 'received';
    change(stock, movement, serialNumber, kind, { status: 'in-stock', divisionId });
  }
}

export function leaveUnits(stock: Stock, movement: Movement, departure: Departure): void {
  for (const serialNumber of movement.serialNumbers) {
    freeUnit(stock, movement, serialNumber);
    change(stock, movement, serialNumber, departure, { status: departure, divisionId: null, leftAs: departure });
  }
}

/** A move is one event, with the division of arrival. */
export function moveUnits(stock: Stock, left: Movement, arrived: Movement): void {
  for (const serialNumber of left.serialNumbers) {
    freeUnit(stock, left, serialNumber);
    change(stock, arrived, serialNumber, 'moved', { status: 'in-stock', divisionId: arrived.divisionId });
  }
}

/** Applies a reversal to the units of the movement. */
export function restoreUnits(stock: Stock, undoing: Movement & Pick<NewMovement, 'quantity'>): void {
  const { resourceId, divisionId, serialNumbers, quantity } = undoing;
  for (const serialNumber of serialNumbers) {
    if (quantity.startsWith('-')) {
      const { leftAs } = freeUnit(stock, undoing, serialNumber);
      change(stock, undoing, serialNumber, 'withdrawn', { status: leftAs ?? 'withdrawn', divisionId: null });
    } else {
      awayUnit(stock, resourceId, serialNumber);
      change(stock, undoing, serialNumber, 'restored', { status: 'in-stock', divisionId, leftAs: null });
    }
  }
}

/** Corrects the units of a movement: the wrong ones return to their state before it. */
export function correctUnits(
  stock: Stock,
  movement: Movement & Pick<NewMovement, 'quantity' | 'counterpartDivisionId'>,
  removed: string[],
  added: string[],
): void {
  const { divisionId, counterpartDivisionId } = movement;
  const wrong = { ...movement, serialNumbers: removed };
  const right = { ...movement, serialNumbers: added };
  if (counterpartDivisionId) {
    const there = { divisionId: counterpartDivisionId };
    const arrives = !movement.quantity.startsWith('-');
    const [from, to] = arrives ? [there, { divisionId }] : [{ divisionId }, there];
    moveUnits(stock, { ...wrong, ...to }, { ...wrong, ...from });
    moveUnits(stock, { ...right, ...from }, { ...right, ...to });
  } else if (movement.quantity.startsWith('-')) {
    const [departure = 'sold'] = removed.flatMap((number) => stateOf(stock, movement.resourceId, number).leftAs ?? []);
    restoreUnits(stock, { ...wrong, quantity: '1' });
    leaveUnits(stock, right, departure);
  } else {
    restoreUnits(stock, { ...wrong, quantity: '-1' });
    arriveUnits(stock, right);
  }
}

/** Reserves units; they stay where they are. */
export function reserveUnits(stock: Stock, place: Movement): void {
  const { kind, id } = stock.cause;
  for (const serialNumber of place.serialNumbers) {
    const { divisionId } = freeUnit(stock, place, serialNumber);
    change(stock, place, serialNumber, 'reserved', { status: 'reserved', divisionId, causeKind: kind, causeId: id });
  }
}

export function releaseUnits(stock: Stock, place: Movement): void {
  for (const serialNumber of place.serialNumbers) {
    change(stock, place, serialNumber, 'released', { status: 'in-stock', divisionId: place.divisionId });
  }
}

function freeUnit(stock: Stock, { resourceId, divisionId }: Movement, serialNumber: string): SerialState {
  const state = stateOf(stock, resourceId, serialNumber);
  if (state.status === 'in-stock' && state.divisionId === divisionId) return state;
  throw SerialNumberNotInStock(`No free unit with the serial number ${serialNumber} is in this branch.`);
}

function awayUnit(stock: Stock, resourceId: string, serialNumber: string): SerialState {
  const state = stateOf(stock, resourceId, serialNumber);
  if (state.divisionId === null) return state;
  throw SerialNumberInStock(`A unit with the serial number ${serialNumber} is here already.`);
}
