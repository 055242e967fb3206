import { fromMillionths, least, sumOf, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { positionKey } from '../tables.ts';
import { addLot, addToLot, type LotState, lotKey, type MovedLot } from './lots.sql.ts';
import type { Position, Stock } from './open-stock.ts';
import { LotInsufficient, LotNotSold, LotsInvalid, LotsUnusable } from './refusals.ts';
import type { NewMovement } from './stock.sql.ts';

/** The goods of a line that are of a lot. */
export interface LineLot {
  lot: string;
  expiresOn?: string | undefined;
  /** Default: what the other lots leave of the line. */
  quantity?: string | undefined;
  /** The goods of an earlier movement: ignored if the resource has no lots any more. */
  isFormer?: boolean | undefined;
}

/** Gives the lot without a quantity what the others leave of the line. */
export function withQuantities(lots: LineLot[], quantity: string): (LineLot & { quantity: string })[] {
  const rest = toMillionths(quantity) - sumOf(lots, (lot) => toMillionths(lot.quantity ?? '0'));
  return lots.map((lot) => ({ ...lot, quantity: lot.quantity ?? fromMillionths(rest) }));
}

/** The lots of a part of a line, from one of its units to another: parts take the lots of their line one after the other. */
export function lotsBetween(lots: LineLot[], whole: bigint, from: bigint, to: bigint): LineLot[] {
  if (lots.length === 0 || to - from === whole) return lots;
  let start = 0n;
  return withQuantities(lots, fromMillionths(whole)).flatMap((lot) => {
    const end = start + toMillionths(lot.quantity);
    const taken = least(end, to) - most(start, from);
    start = end;
    return taken > 0n ? [{ ...lot, quantity: fromMillionths(taken) }] : [];
  });
}

type Place = Pick<Position, 'resourceId' | 'divisionId'>;
type Moved = Pick<NewMovement, 'id' | 'resourceId' | 'divisionId' | 'date' | 'quantity'>;

/** Goods arrive in their lots. Goods that were missing are covered first: they left without a lot. */
export function arriveLots(stock: Stock, position: Position, movement: Moved, given: LineLot[]): void {
  for (const part of partsOf(position, given, toMillionths(movement.quantity))) {
    arriveIn(stock, position, movement, lotToArriveIn(stock, position, part), part.quantity);
  }
}

/** As much as the stock has that is in no lot. */
function arriveIn(stock: Stock, position: Position, movement: Moved, lot: LotState, quantity: bigint): void {
  const room = most(position.holding.quantity, 0n) - inLots(stock, position);
  change(stock, movement, lot, most(least(quantity, room), 0n));
}

interface Leaving {
  lots?: LineLot[] | undefined;
  isSold: boolean;
  /** Goods beyond the given lots leave without a lot. */
  isRestWithoutLot?: boolean;
}

/**
 * Goods leave from the given lots, then by expiry, then without a lot, and last from expired and blocked lots. Those are not
 * sold and not used. Whatever is missing leaves without a lot.
 */
export function leaveLots(
  stock: Stock,
  position: Position,
  movement: Moved,
  { lots: given = [], isSold, isRestWithoutLot = false }: Leaving,
): void {
  const quantity = -toMillionths(movement.quantity);
  const parts = partsOf(position, given, quantity);
  if (!position.resource.tracksLots) return;
  const without = most(position.holding.quantity + quantity - inLots(stock, position), 0n);
  let rest = quantity;
  const take = (lot: LotState, wanted: bigint) => {
    const taken = least(least(wanted, rest), heldIn(lot, position));
    change(stock, movement, lot, -taken);
    rest -= taken;
    if (lot.former) lot.former = most(lot.former - taken, 0n);
  };
  for (const part of parts) take(requireLot(stock, position, part, isSold), part.quantity);
  const here = isRestWithoutLot ? [] : lotsIn(stock, position);
  for (const lot of here) if (lot.former) take(lot, lot.former);
  for (const lot of here) if (isUsable(stock, lot)) take(lot, rest);
  rest -= least(rest, without);
  const last = here.filter((lot) => !isUsable(stock, lot) && heldIn(lot, position) > 0n);
  if (rest > 0n && isSold && last.length > 0) throw unusable(position, last);
  for (const lot of last) take(lot, rest);
}

/** A named lot, which must hold the quantity. Goods of an expired or blocked lot are sold only if they left from it before. */
function requireLot(stock: Stock, position: Position, part: { lot: string; quantity: bigint }, isSold: boolean) {
  const lot = stock.lots.byKey.get(lotKey({ ...position, lot: part.lot }));
  const held = lot ? heldIn(lot, position) : 0n;
  if (!lot || held < part.quantity) throw lotInsufficient(position, part.lot, held);
  if (isSold && lot.former === null && !isUsable(stock, lot)) throw unusable(position, [lot]);
  return lot;
}

/** Goods in expired and blocked lots cannot be reserved. Those that were reserved before (`former`) may have expired since. */
export function refuseUnusable(stock: Stock, position: Position, wanted: bigint, former: bigint): void {
  if (wanted <= former) return;
  const lots = unusableIn(stock, position);
  if (lots.length > 0 && usableIn(stock, position) < position.reserved) throw unusable(position, lots);
}

/** The stock without expired and blocked lots. */
export const usableIn = (stock: Stock, position: Position): bigint =>
  position.holding.quantity - sumOf(unusableIn(stock, position), (lot) => heldIn(lot, position));

const unusableIn = (stock: Stock, position: Position): LotState[] =>
  lotsIn(stock, position).filter((lot) => !isUsable(stock, lot));

/** The lots of goods that left arrive with them in another division. */
export function carryLots(stock: Stock, left: Moved, to: Position, arrived: Moved): void {
  const carried = [...stock.lotMovements.values()].filter(({ movementId }) => movementId === left.id);
  for (const { lot, quantity } of carried) arriveIn(stock, to, arrived, lot, -quantity);
}

/** Reverses what a movement did to lots. `fitLots` follows, once all movements of the position are reversed. */
export function restoreLots(
  stock: Stock,
  position: Position,
  undoing: Moved,
  moved: { lot: string; quantity: string }[],
  isReplaced: boolean,
): void {
  if (!position.resource.tracksLots) return;
  for (const { lot: name, quantity } of moved) {
    const lot = stock.lots.byKey.get(lotKey({ ...position, lot: name }))!;
    const back = -toMillionths(quantity);
    if (isReplaced) lot.former = (lot.former ?? 0n) + most(back, 0n);
    change(stock, undoing, lot, back);
  }
}

/**
 * Makes lots fit the stock after a reversal: goods of a lot that have left again cannot be taken from it, and goods without a lot that
 * have left again leave by expiry. Where stock may be negative, they are missing without a lot.
 */
export function fitLots(stock: Stock, position: Position, undoing: Moved, mayBeNegative: boolean): void {
  if (!position.resource.tracksLots) return;
  for (const lot of stock.lots.ofResource.get(position.resourceId) ?? []) {
    const held = heldIn(lot, position);
    if (held >= 0n) continue;
    if (!mayBeNegative) throw lotInsufficient(position, lot.lot, 0n);
    change(stock, undoing, lot, -held);
  }
  let excess = inLots(stock, position) - most(position.holding.quantity, 0n);
  for (const lot of lotsIn(stock, position)) {
    if (excess <= 0n) return;
    const taken = least(excess, heldIn(lot, position));
    change(stock, undoing, lot, -taken);
    excess -= taken;
  }
}

/** Refuses lots that have less than nothing, or more than the stock, after the movements of a document were replaced. */
export function refuseUnfitLots(lots: LotState[], positions: (Place & { quantity: string })[]): void {
  for (const place of positions) {
    const own = lots.filter(({ resourceId }) => resourceId === place.resourceId);
    for (const lot of own) if (heldIn(lot, place) < 0n) throw LotInsufficient(`Goods of the lot ${lot.lot} have left.`);
    if (own.length === 0 || sumOf(own, (lot) => heldIn(lot, place)) <= most(toMillionths(place.quantity), 0n)) continue;
    throw LotInsufficient('Goods without a lot have left: more are in lots than there are.');
  }
}

/**
 * The lots of goods that left with movements and have not come back. Takes the goods of one line after the other, the lots that
 * expire last first, or those that a line names.
 */
export function lotsOutside(movements: { resourceId: string; lots: MovedLot[] }[]) {
  const outside = new Map<string, { resourceId: string; lot: string; quantity: bigint }>();
  for (const { resourceId, lots } of movements) {
    for (const { lot, quantity } of lots) {
      const key = lotKey({ resourceId, lot });
      const known = outside.get(key)?.quantity ?? 0n;
      outside.set(key, { resourceId, lot, quantity: known - toMillionths(quantity) });
    }
  }
  return (resourceId: string, quantity: string, named?: LineLot[]): LineLot[] => {
    const own = [...outside.values()].filter((lot) => lot.resourceId === resourceId).reverse();
    const wanted = named && withQuantities(named, quantity);
    for (const { lot, ...part } of wanted ?? []) {
      const left = outside.get(lotKey({ resourceId, lot }))?.quantity ?? 0n;
      if (toMillionths(part.quantity) > left)
        throw LotNotSold(`Of the lot ${lot} ${fromMillionths(left)} are left of it.`);
    }
    let rest = toMillionths(quantity);
    return own.flatMap((lot) => {
      const most = wanted ? toMillionths(wanted.find((part) => part.lot === lot.lot)?.quantity ?? '0') : lot.quantity;
      const taken = least(least(most, rest), lot.quantity);
      if (taken <= 0n) return [];
      lot.quantity -= taken;
      rest -= taken;
      return [{ lot: lot.lot, quantity: fromMillionths(taken), isFormer: true }];
    });
  };
}

interface CountedGoods {
  quantity: bigint;
  lots: LineLot[];
}

/**
 * How much was found and how much is missing of each lot, and without a lot, when a position was counted: compared with what was
 * expected then, or else with what there is now.
 */
export function lotDifferences(
  stock: Stock,
  position: Position,
  { quantity, lots }: CountedGoods,
  expected?: CountedGoods,
) {
  const parts = partsOf(position, lots, quantity);
  const before = expected
    ? partsOf(position, expected.lots, expected.quantity)
    : lotsIn(stock, position).map((lot) => ({ lot: lot.lot, quantity: heldIn(lot, position) }));
  const held = new Map(before.map((part) => [part.lot, part.quantity]));
  const isCounted = new Set(parts.map(({ lot }) => lot));
  const differences = [
    ...parts.map((part) => ({ ...part, quantity: part.quantity - (held.get(part.lot) ?? 0n) })),
    ...before
      .filter(({ lot }) => !isCounted.has(lot))
      .map((gone) => ({ lot: gone.lot, expiresOn: undefined, quantity: -gone.quantity })),
  ];
  const inCounted = sumOf(parts, (part) => part.quantity);
  const inExpected = sumOf(before, (part) => part.quantity);
  const without = quantity - inCounted - ((expected?.quantity ?? position.holding.quantity) - inExpected);
  const side = (sign: 1n | -1n) => {
    const own = differences.filter((part) => part.quantity * sign > 0n);
    return {
      quantity: sumOf(own, (part) => part.quantity * sign) + most(without * sign, 0n),
      lots: own.map((part) => ({ ...part, quantity: fromMillionths(part.quantity * sign) })),
    };
  };
  return { found: side(1n), missing: side(-1n) };
}

interface Part {
  lot: string;
  expiresOn: string | undefined;
  quantity: bigint;
}

function partsOf({ resource }: Position, given: LineLot[], quantity: bigint): Part[] {
  if (!resource.tracksLots) {
    if (given.some(({ isFormer }) => !isFormer))
      throw LotsInvalid(`${resource.name} has no lots: leave them out, or set \`tracksLots\` first.`);
    return [];
  }
  const parts = withQuantities(given, fromMillionths(quantity)).map(({ lot, expiresOn, ...part }) => ({
    lot,
    expiresOn,
    quantity: toMillionths(part.quantity),
  }));
  if (parts.some((part) => part.quantity <= 0n) || sumOf(parts, (part) => part.quantity) > quantity) {
    throw LotsInvalid(`The lots of ${resource.name} have more than ${fromMillionths(quantity)}: reduce them.`);
  }
  return parts;
}

function lotToArriveIn(stock: Stock, { resourceId, resource }: Position, { lot: name, expiresOn }: Part): LotState {
  const known = stock.lots.byKey.get(lotKey({ resourceId, lot: name }));
  if (!known) {
    const lot = { id: newId(), resourceId, lot: name, expiresOn: expiresOn ?? null, blocked: false };
    return addLot(stock.lots, { ...lot, isNew: true, held: new Map(), former: null });
  }
  // A changed document names the expiry that the lot had when it arrived.
  if (known.former === null && expiresOn && expiresOn !== known.expiresOn) {
    const expiry = known.expiresOn ? `expires on ${known.expiresOn}` : 'has no expiry date';
    throw LotsInvalid(
      `The lot ${name} of ${resource.name} ${expiry}: leave \`expiresOn\` out, or change the lot first.`,
    );
  }
  return known;
}

const heldIn = ({ held }: LotState, { divisionId }: Place): bigint => held.get(divisionId) ?? 0n;

/** The lots that a position holds: by expiry, those without one last, and the oldest first. */
const lotsIn = ({ lots }: Stock, place: Place): LotState[] =>
  (lots.ofResource.get(place.resourceId) ?? [])
    .filter((lot) => heldIn(lot, place) > 0n)
    .sort((a, b) => compare(a.expiresOn ?? '9999-12-31', b.expiresOn ?? '9999-12-31') || compare(a.id, b.id));

const inLots = ({ lots }: Stock, place: Place): bigint => lots.inLots.get(positionKey(place)) ?? 0n;

/** A lot can be sold on the day of its expiry. */
const isExpired = ({ date }: Stock, { expiresOn }: LotState): boolean => expiresOn !== null && expiresOn < date;

const isUsable = (stock: Stock, lot: LotState): boolean => !lot.blocked && !isExpired(stock, lot);

function change(stock: Stock, movement: Moved, lot: LotState, quantity: bigint): void {
  if (quantity === 0n) return;
  const { id: movementId, resourceId, divisionId, date } = movement;
  addToLot(stock.lots, lot, divisionId, quantity);
  const key = `${movementId} ${lot.id}`;
  const before = stock.lotMovements.get(key)?.quantity ?? 0n;
  const after = { movementId, lotId: lot.id, resourceId, divisionId, date, lot, quantity: before + quantity };
  stock.lotMovements.set(key, after);
}

const lotInsufficient = ({ resource }: Position, lot: string, held: bigint) =>
  LotInsufficient(`Of the lot ${lot} of ${resource.name} ${fromMillionths(held)} are in this branch.`);

/** Names how much is expired and how much is blocked. */
function unusable(position: Position, lots: LotState[]) {
  const total = (own: LotState[]) => fromMillionths(sumOf(own, (lot) => heldIn(lot, position)));
  const [blocked, expired] = [lots.filter((lot) => lot.blocked), lots.filter((lot) => !lot.blocked)];
  const reasons = [
    ...(expired.length > 0 ? [`${total(expired)} are expired (${namesOf(expired)})`] : []),
    ...(blocked.length > 0 ? [`${total(blocked)} are blocked (${namesOf(blocked)})`] : []),
  ];
  return LotsUnusable(`Of ${position.resource.name} ${reasons.join(' and ')}.`);
}

const NAMES_SHOWN = 5;

const namesOf = (lots: LotState[]): string => {
  const names = lots.slice(0, NAMES_SHOWN).map(({ lot }) => lot);
  return `lot ${names.join(', ')}${lots.length > NAMES_SHOWN ? ', …' : ''}`;
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
