import type { Transfer } from '#modules/accounting/index.ts';
import { absolute, fromMillionths, greatest, MILLION, sumOf, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { type Departure, positionKey, type StockKey } from '../tables.ts';
import { arriveLots, carryLots, fitLots, type LineLot, leaveLots, restoreLots } from './lots.ts';
import type { Position, Stock } from './open-stock.ts';
import {
  CounterIsInventory,
  SerialNumbersNotTracked,
  SerialNumbersRequired,
  StockInsufficient,
  StockNotTracked,
  StockOutOfRange,
} from './refusals.ts';
import { arriveUnits, leaveUnits, moveUnits, restoreUnits } from './serials.ts';
import type { MovementInForce, NewMovement } from './stock.sql.ts';
import { type Covered, giveBack, type Holding, issue, receive } from './valuation.ts';

/** Limits that keep sums within the columns. */
const QUANTITY_MAX = 10n ** 12n * MILLION;
export const VALUE_MAX = 10n ** 17n;

interface Line extends StockKey {
  /** In millionths, more than zero. */
  quantity: bigint;
  serialNumbers: string[];
  lots?: LineLot[] | undefined;
  note: string | null;
}

/** Goods arrive, posted against the counter account. */
export function arrive(stock: Stock, line: Line & { value: bigint | null; counter: string }): NewMovement {
  const position = positionOf(stock, line);
  checkSerials(position, line);
  const received = receive(stock.method, position.holding, {
    quantity: line.quantity,
    value: line.value,
    date: stock.date,
    place: position.moves + 1,
  });
  const { value, adjustment, holding } = received;
  const before = { ...holding, value: holding.value - adjustment };
  const movement = note(stock, position, before, { ...line, type: 'IN', value });
  post(stock, line, value, line.counter, 'stock');
  adjust(stock, position, holding, adjustment);
  owe(stock, position, received.covered);
  arriveUnits(stock, movement);
  arriveLots(stock, position, movement, line.lots ?? []);
  return movement;
}

/** Goods leave at their cost, posted against the counter account. */
export function leave(
  stock: Stock,
  line: Line & { counter: string; departure: Departure; isRestWithoutLot?: boolean },
): NewMovement {
  const position = positionOf(stock, line);
  checkSerials(position, line);
  const { value, holding } = issue(stock.method, position.holding, departing(stock, position, line));
  refuseShortage(position, holding);
  const movement = note(stock, position, holding, { ...line, quantity: -line.quantity, type: 'OUT', value: -value });
  post(stock, line, -value, line.counter, 'stock');
  leaveUnits(stock, movement, line.departure);
  leaveLots(stock, position, movement, { ...line, isSold: line.departure === 'sold' || line.departure === 'used' });
  return movement;
}

/** Goods move to another division and keep their cost. */
export function transfer(stock: Stock, line: Line & { toDivisionId: string }): [NewMovement, NewMovement] {
  const from = positionOf(stock, line);
  const to = positionOf(stock, { resourceId: line.resourceId, divisionId: line.toDivisionId });
  checkSerials(from, line);
  const { betweenDivisions } = stock.accounts;
  const issued = issue(stock.method, from.holding, departing(stock, from, line));
  refuseShortage(from, issued.holding);
  const [outId, inId] = [newId(), newId()];
  const left = note(stock, from, issued.holding, {
    ...line,
    id: outId,
    quantity: -line.quantity,
    type: 'TRANSFER',
    value: -issued.value,
    counterpartId: inId,
    counterpartDivisionId: to.divisionId,
  });
  const received = receive(stock.method, to.holding, {
    quantity: line.quantity,
    value: issued.value,
    date: stock.date,
    place: to.moves + 1,
  });
  const arrived = note(
    stock,
    to,
    { ...received.holding, value: received.holding.value - received.adjustment },
    {
      ...line,
      id: inId,
      type: 'TRANSFER',
      value: issued.value,
      counterpartId: outId,
      counterpartDivisionId: from.divisionId,
    },
  );
  post(stock, from, -issued.value, betweenDivisions, 'stock-transfer');
  post(stock, to, issued.value, betweenDivisions, 'stock-transfer');
  adjust(stock, to, received.holding, received.adjustment);
  owe(stock, to, received.covered);
  moveUnits(stock, left, arrived);
  leaveLots(stock, from, left, { ...line, isSold: false });
  carryLots(stock, left, to, arrived);
  return [left, arrived];
}

/**
 * Reverses movements of one position together, at their own value and on their own days. A remaining difference is adjusted.
 * Answers whether goods are missing afterwards, where that is not allowed.
 */
export function takeBack(stock: Stock, movements: MovementInForce[], isReplaced: boolean): boolean {
  const position = positionOf(stock, movements[0]!);
  const moved = {
    quantity: sumOf(movements, ({ quantity }) => toMillionths(quantity)),
    value: sumOf(movements, ({ value }) => value),
    date: movements[0]!.date,
    place: movements[0]!.number,
  };
  const { holding, adjustment } = giveBack(stock.method, position.holding, moved);
  const isShort = moved.quantity > 0n && lacks(position, holding);
  if (isShort && !isReplaced) refuseShortage(position, holding);
  let undoing: NewMovement | undefined;
  for (const { id, type, date, quantity, value, serialNumbers, counterpartId, ...movement } of movements) {
    const { counterpartDivisionId, lots } = movement;
    const units = toMillionths(quantity);
    const before = position.holding;
    const after = { ...before, quantity: before.quantity - units, value: before.value - value };
    undoing = note(stock, position, after, {
      type: type === 'IN' ? 'OUT' : type === 'OUT' ? 'IN' : type,
      date,
      quantity: -units,
      value: -value,
      serialNumbers,
      note: null,
      counterpartId,
      counterpartDivisionId,
      reversesId: id,
    });
    restoreUnits(stock, undoing);
    restoreLots(stock, position, undoing, lots, isReplaced);
  }
  // Replaced goods that arrived may be missing until they arrive again.
  if (undoing && !(isReplaced && moved.quantity > 0n)) fitLots(stock, position, undoing, mayBeNegative(position));
  adjust(stock, position, holding, adjustment);
  return isShort;
}

/** Changes the value of a position without moving anything. */
export function adjust(stock: Stock, position: Position, holding: Holding, adjustment: bigint): void {
  if (adjustment === 0n) position.holding = holding;
  else {
    note(stock, position, holding, {
      type: 'ADJUSTMENT',
      quantity: 0n,
      value: adjustment,
      serialNumbers: [],
      note: null,
    });
    post(stock, position, adjustment, stock.accounts.adjustments, 'stock-adjustment');
  }
}

/**
 * Moves a part of an adjustment from the adjustments account to the account that a movement was posted against: the cost of
 * sales, for goods that were sold. The value is positive for a movement that is worth more than booked.
 */
export function passOn(stock: Stock, position: StockKey, counter: string, value: bigint): void {
  const { adjustments } = stock.accounts;
  if (value === 0n || counter === adjustments) return;
  const sides = value > 0n ? { debit: adjustments, credit: counter } : { debit: counter, credit: adjustments };
  const { resourceId, divisionId } = position;
  stock.passedOn.push({ ...sides, amount: absolute(value), purpose: 'stock-cost', divisionId, resourceId });
}

/** Notes the departures whose goods have arrived now, so that their cost is corrected at the end. */
function owe(stock: Stock, { resourceId, divisionId }: Position, covered: Covered[]): void {
  for (const { place, more } of covered)
    if (more !== 0n && place > 0) stock.covered.push({ resourceId, divisionId, number: place, more });
}

const departing = ({ date }: Stock, { moves }: Position, { quantity }: Pick<Line, 'quantity'>) => ({
  quantity,
  date,
  place: moves + 1,
});

interface Noted extends Pick<NewMovement, 'type' | 'value' | 'serialNumbers' | 'note'> {
  id?: string;
  /** A reversal has the day of its movement, as in the ledger. Default: the day of the movements. */
  date?: string;
  /** The account that it is posted against; transfers and adjustments have none of their own. */
  counter?: string;
  quantity: bigint;
  counterpartId?: string | null;
  counterpartDivisionId?: string | null;
  reversesId?: string | null;
}

/** Records a movement with the quantity and value of the position after it. */
function note(stock: Stock, position: Position, holding: Holding, noted: Noted): NewMovement {
  if (
    absolute(holding.quantity) > QUANTITY_MAX ||
    absolute(holding.value) > VALUE_MAX ||
    absolute(noted.value) > VALUE_MAX
  ) {
    throw StockOutOfRange();
  }
  position.holding = holding;
  position.moves += 1;
  const { date = stock.date } = noted;
  const isLatest = !position.lastMovedOn || position.lastMovedOn < date;
  if (isLatest && noted.type !== 'ADJUSTMENT') position.lastMovedOn = date;
  const movement: NewMovement = {
    id: noted.id ?? newId(),
    resourceId: position.resourceId,
    divisionId: position.divisionId,
    number: position.moves,
    type: noted.type,
    date,
    quantity: fromMillionths(noted.quantity),
    value: noted.value,
    quantityAfter: fromMillionths(holding.quantity),
    valueAfter: holding.value,
    method: stock.method,
    counterpartId: noted.counterpartId ?? null,
    counterpartDivisionId: noted.counterpartDivisionId ?? null,
    reversesId: noted.reversesId ?? null,
    counterAccountId: noted.counter ?? null,
    serialNumbers: noted.serialNumbers,
    note: noted.note,
  };
  stock.movements.push(movement);
  return movement;
}

/** Posts the value: the inventory against the counter account. */
function post(stock: Stock, { resourceId, divisionId }: StockKey, value: bigint, counter: string, purpose: string) {
  if (value === 0n) return;
  const { inventory } = stock.accounts;
  if (counter === inventory) throw CounterIsInventory();
  const sides = value > 0n ? { debit: inventory, credit: counter } : { debit: counter, credit: inventory };
  const posted: Transfer = { ...sides, amount: absolute(value), purpose, divisionId, resourceId };
  stock.transfers.push(posted);
}

export function positionOf(stock: Stock, key: StockKey): Position {
  const position = stock.positions.get(positionKey(key));
  if (!position) throw StockNotTracked(`${stock.resources.get(key.resourceId)!.name} has no stock.`);
  return position;
}

/**
 * Reserved stock cannot be taken, and stock falls below zero only where that is allowed: neither on the day of the movement
 * nor on a later one.
 */
export function refuseShortage(position: Position, after: Pick<Holding, 'quantity'>): void {
  const { reserved, arrivesLater, resource, holding } = position;
  if (!lacks(position, after)) return;
  const isLater = arrivesLater > reserved;
  const free = holding.quantity - (isLater ? arrivesLater : reserved);
  const since = isLater ? ' since that day' : '';
  throw StockInsufficient(`Of ${resource.name} ${fromMillionths(greatest(free, 0n))} are free in this branch${since}.`);
}

const lacks = (position: Position, { quantity }: Pick<Holding, 'quantity'>): boolean =>
  (quantity < position.reserved || quantity < position.arrivesLater) && !mayBeNegative(position);

export const mayBeNegative = ({ row, resource }: Position): boolean => row.negativeRule ?? resource.allowsNegativeStock;

export function checkSerials(
  { resource }: Position,
  { quantity, serialNumbers }: Pick<Line, 'quantity' | 'serialNumbers'>,
) {
  if (!resource.tracksSerials) {
    if (serialNumbers.length > 0) throw SerialNumbersNotTracked(`${resource.name} has no serial numbers.`);
    return;
  }
  const named = new Set(serialNumbers).size;
  if (named !== serialNumbers.length || BigInt(named) * MILLION !== quantity) {
    throw SerialNumbersRequired(`${fromMillionths(quantity)} of ${resource.name} need as many serial numbers.`);
  }
}
