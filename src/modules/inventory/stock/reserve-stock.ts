import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, least, toMillionths } from '#platform/decimal.ts';
import { checkSerials, positionOf, refuseShortage } from './change-stock.ts';
import { openStock, positionKey, type Stock, serialKey } from './open-stock.ts';
import { saveStock } from './save-stock.ts';
import { lockSerialsOfCause } from './serials.sql.ts';
import { ownUnits, releaseUnits, reserveUnits } from './serials.ts';
import { type Cause, deleteReservations, insertReservations, type Reservation, type StockKey } from './stock.sql.ts';

export interface ReservedLine extends StockKey {
  /** More than zero. */
  quantity: string;
  /** The very units, where that is known already. */
  serialNumbers?: string[] | undefined;
  /** The numbers are of several resources: those that belong to this one count. */
  sharesSerials?: boolean | undefined;
}

const unitsOf = ({ resourceId, serialNumbers = [] }: ReservedLine) =>
  serialNumbers.map((serialNumber) => ({ resourceId, serialNumber }));

/** Promises stock to a document. It stays where it is, and nobody else can take it. What has no stock is passed over. */
export async function reserveStock(ctx: TenantContext, cause: Cause, lines: ReservedLine[]): Promise<void> {
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
  await saveStock(ctx, stock);
  if (tracked.length > 0) await insertReservations(ctx.tx, ctx.organizationId, cause, ctx.now, tracked);
}

/**
 * Takes a promise back: all of it, or as much of each position as the lines say, at most what was promised. Whoever
 * delivers releases first, and then moves.
 */
export async function releaseStock(ctx: TenantContext, cause: Cause, lines?: ReservedLine[]): Promise<void> {
  const { tx, organizationId } = ctx;
  const reserved = await deleteReservations(tx, organizationId, cause);
  if (reserved.length === 0) return;
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
    const promised = toMillionths(reservation.quantity);
    const asked = (wanted.get(positionKey(reservation)) ?? []).reduce(
      (sum, line) => sum + toMillionths(line.quantity),
      0n,
    );
    const released = least(asked, promised);
    positionOf(stock, reservation).reserved -= released;
    if (released < promised) rest.push({ ...reservation, quantity: fromMillionths(promised - released) });
  }
  await releaseSerials(ctx, stock, lines);
  await saveStock(ctx, stock);
  if (rest.length > 0) await insertReservations(tx, organizationId, cause, ctx.now, rest);
}

async function releaseSerials(ctx: TenantContext, stock: Stock, lines: ReservedLine[] | undefined): Promise<void> {
  const units = await lockSerialsOfCause(ctx.tx, ctx.organizationId, stock.cause);
  const named = lines && new Set(lines.flatMap(unitsOf).map(serialKey));
  for (const unit of units) {
    if (named && !named.has(serialKey(unit))) continue;
    const { resourceId, serialNumber, divisionId } = unit;
    stock.serials.set(serialKey(unit), unit);
    releaseUnits(stock, { resourceId, divisionId: divisionId!, serialNumbers: [serialNumber], id: null });
  }
}
