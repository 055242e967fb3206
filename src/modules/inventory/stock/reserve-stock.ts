import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, least, sumOf, toMillionths } from '#platform/decimal.ts';
import { positionKey, type StockKey } from '../tables.ts';
import { checkSerials, mayBeNegative, positionOf, refuseShortage } from './change-stock.ts';
import { refuseUnusable, usableIn } from './lots.ts';
import { openStock, type Position, type Stock, serialKey } from './open-stock.ts';
import { saveStock } from './save-stock.ts';
import { lockSerialsBy } from './serials.sql.ts';
import { ownUnits, releaseUnits, reserveUnits } from './serials.ts';
import { type Cause, deleteReservations, insertReservations, type Reservation } from './stock.sql.ts';

interface ReservedLine extends StockKey {
  /** More than zero. */
  quantity: string;
  /** The units, where they are known already. */
  serialNumbers?: string[] | undefined;
  /** The numbers may belong to several resources: only those of this one count. */
  sharesSerials?: boolean | undefined;
}

const unitsOf = ({ resourceId, serialNumbers = [] }: ReservedLine) =>
  serialNumbers.map((serialNumber) => ({ resourceId, serialNumber }));

/** Reserves stock for a document. Resources without stock are skipped. `former`: goods that it had reserved before. */
export async function reserveStock(
  ctx: TenantContext,
  cause: Cause,
  lines: ReservedLine[],
  former: Reservation[] = [],
): Promise<void> {
  if (lines.length === 0) return;
  const stock = await openStock(ctx, {
    cause,
    date: ctx.today.toString(),
    keys: lines,
    serials: lines.flatMap(unitsOf),
  });
  const tracked = lines.filter(({ resourceId }) => stock.resources.get(resourceId)!.tracksStock);
  for (const line of tracked) {
    const { quantity, resourceId, divisionId } = line;
    const position = positionOf(stock, line);
    const serialNumbers = ownUnits(stock, line, true);
    const wanted = toMillionths(quantity);
    refuseShortage(position, { quantity: position.holding.quantity - wanted });
    position.reserved += wanted;
    if (serialNumbers.length === 0) continue;
    checkSerials(position, { quantity: wanted, serialNumbers });
    reserveUnits(stock, { resourceId, divisionId, serialNumbers, id: null });
  }
  refuseUnusableLots(stock, tracked, former);
  await saveStock(ctx, stock);
  if (tracked.length > 0) await insertReservations(ctx, cause, tracked);
}

/** Reserves as much of the lines as is available, in their order. */
export async function reserveAvailable(ctx: TenantContext, cause: Cause, lines: ReservedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const stock = await openStock(ctx, { cause, date: ctx.today.toString(), keys: lines, serials: [] });
  const taken = new Map<Position, bigint>();
  const available = lines.flatMap((line) => {
    if (!stock.resources.get(line.resourceId)!.tracksStock) return [];
    const position = positionOf(stock, line);
    const wanted = toMillionths(line.quantity);
    const before = taken.get(position) ?? 0n;
    const free = usableIn(stock, position) - position.reserved - before;
    const quantity = mayBeNegative(position) ? wanted : least(wanted, free);
    if (quantity <= 0n) return [];
    taken.set(position, before + quantity);
    return [{ ...line, quantity: fromMillionths(quantity) }];
  });
  await reserveStock(ctx, cause, available);
}

function refuseUnusableLots(stock: Stock, lines: ReservedLine[], former: Reservation[]): void {
  const sumBy = (reservations: Reservation[]) =>
    new Map([...Map.groupBy(reservations, positionKey)].map(([key, own]) => [key, quantityOf(own)]));
  const before = sumBy(former);
  for (const [key, wanted] of sumBy(lines)) {
    const position = stock.positions.get(key)!;
    if (!mayBeNegative(position)) refuseUnusable(stock, position, wanted, before.get(key) ?? 0n);
  }
}

const quantityOf = (reservations: Reservation[]): bigint =>
  sumOf(reservations, ({ quantity }) => toMillionths(quantity));

/**
 * Releases a reservation: all of it, or the quantities of the lines, at most what was reserved. A delivery releases before
 * it moves stock. Answers what was reserved.
 */
export async function releaseStock(ctx: TenantContext, cause: Cause, lines?: ReservedLine[]): Promise<Reservation[]> {
  const reserved = await deleteReservations(ctx, cause);
  if (reserved.length === 0) return [];
  const stock = await openStock(ctx, {
    cause,
    date: ctx.today.toString(),
    keys: reserved,
    serials: [],
    evenArchived: true,
  });
  const wanted = Map.groupBy(lines ?? reserved, positionKey);
  const rest: Reservation[] = [];
  for (const reservation of reserved) {
    const held = toMillionths(reservation.quantity);
    const released = least(quantityOf(wanted.get(positionKey(reservation)) ?? []), held);
    positionOf(stock, reservation).reserved -= released;
    if (released < held) rest.push({ ...reservation, quantity: fromMillionths(held - released) });
  }
  await releaseSerials(ctx, stock, lines);
  await saveStock(ctx, stock);
  if (rest.length > 0) await insertReservations(ctx, cause, rest);
  return reserved;
}

async function releaseSerials(ctx: TenantContext, stock: Stock, lines: ReservedLine[] | undefined): Promise<void> {
  const units = await lockSerialsBy(ctx, { causeKind: stock.cause.kind, causeId: stock.cause.id });
  const named = lines && new Set(lines.flatMap(unitsOf).map(serialKey));
  for (const unit of units) {
    if (named && !named.has(serialKey(unit))) continue;
    const { resourceId, serialNumber, divisionId } = unit;
    stock.serials.set(serialKey(unit), unit);
    releaseUnits(stock, { resourceId, divisionId: divisionId!, serialNumbers: [serialNumber], id: null });
  }
}
