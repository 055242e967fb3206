import type { Transfer } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toMillionths } from '#platform/decimal.ts';
import { writeAdjustment } from './adjustment-record.ts';
import { arrive, leave, takeBack, transfer } from './change-stock.ts';
import { type KnownFacts, openStock, positionKey, type Stock } from './open-stock.ts';
import { revalue } from './revalue-stock.ts';
import { saveStock } from './save-stock.ts';
import type { Departure } from './serials.sql.ts';
import { ownUnits } from './serials.ts';
import { type Cause, type MovementRow, type StockKey, selectStandingMovements } from './stock.sql.ts';

interface Moved extends StockKey {
  /** Signed: what comes is positive, what leaves negative. At most six decimals. */
  quantity: string;
  serialNumbers?: string[] | undefined;
  /** The numbers are of several resources: those that belong to this one count. */
  sharesSerials?: boolean | undefined;
  note?: string | null | undefined;
}

export interface StockMovement extends Moved {
  /** Of an inflow, in minor units of the organization's currency; without it, at what the others cost at present. */
  value?: bigint | undefined;
  /** The account of the chart against the inventory: what was sold, owed, lost. */
  counter: string;
  /** What becomes of units with serial numbers that leave. Default: they are sold. */
  departure?: Departure | undefined;
}

/** The same goods leave here and arrive there, at what they cost. The quantity says how much, more than zero. */
export interface StockTransfer extends Moved {
  toDivisionId: string;
}

export interface MovedStock {
  /** The inventory against the counter accounts: whoever moves stock posts them in its own record. */
  transfers: Transfer[];
  movements: { id: string; resourceId: string; divisionId: string; quantity: string; value: bigint }[];
}

export interface MoveRequest {
  date: string | Temporal.PlainDate;
  cause: Cause;
  /** What goods leave for and come back of, or leave and arrive by: they are worth the same, whatever is entered late. */
  documentId?: string | undefined;
  movements: (StockMovement | StockTransfer)[];
  /** Where the request names resource and division: `body`, or `body.lines[]`. */
  path?: string;
  /** What has no stock is refused instead of passed over. */
  refuseUntracked?: boolean;
  known?: KnownFacts;
}

/**
 * Moves stock, as part of the caller's document. What has no stock (a service) is passed over. Of an earlier day than other
 * movements of the resource, these are valued again, and the difference is posted today in a record of its own.
 */
export async function moveStock(ctx: TenantContext, request: MoveRequest): Promise<MovedStock> {
  const { movements } = request;
  if (movements.length === 0) return { transfers: [], movements: [] };
  const stock = await openStock(ctx, {
    cause: request.cause,
    documentId: request.documentId,
    date: request.date.toString(),
    keys: movements.flatMap(keysOf),
    serials: movements.flatMap(unitsOf),
    path: request.path,
    lines: movements,
    known: request.known,
  });
  for (const movement of movements) {
    if (request.refuseUntracked || stock.resources.get(movement.resourceId)!.tracksStock) apply(stock, movement);
  }
  return finish(ctx, stock);
}

/** Writes what was changed, and values again what came later. */
export async function finish(ctx: TenantContext, stock: Stock): Promise<MovedStock> {
  const { movements, transfers } = stock;
  const [outdated, since] = [isOutdated(stock), stock.date];
  await saveStock(ctx, stock);
  if (outdated) await revalue(ctx, stock, resourcesOf(movements), since);
  return { transfers, movements: movements.map(described) };
}

/** Whether something that moves was already moved on a later day than this. */
function isOutdated({ positions, movements, date }: Stock): boolean {
  const moved = new Set(resourcesOf(movements));
  return [...positions.values()].some(
    ({ resourceId, row }) => moved.has(resourceId) && row.lastMovedOn !== null && row.lastMovedOn > date,
  );
}

const resourcesOf = (movements: StockKey[]): string[] => [...new Set(movements.map(({ resourceId }) => resourceId))];

const described = ({ id, resourceId, divisionId, quantity, value }: MovementRow) => ({
  id,
  resourceId,
  divisionId,
  quantity,
  value,
});

export const keysOf = (movement: StockMovement | StockTransfer): StockKey[] => {
  const { resourceId, divisionId } = movement;
  const from = { resourceId, divisionId };
  return 'toDivisionId' in movement ? [from, { resourceId, divisionId: movement.toDivisionId }] : [from];
};

export const unitsOf = ({ resourceId, serialNumbers = [] }: Moved) =>
  serialNumbers.map((serialNumber) => ({ resourceId, serialNumber }));

export function apply(stock: Stock, movement: StockMovement | StockTransfer): MovementRow[] {
  const { resourceId, divisionId, note = null } = movement;
  const signed = toMillionths(movement.quantity);
  const serialNumbers = ownUnits(stock, movement, signed < 0n || 'toDivisionId' in movement);
  const line = { resourceId, divisionId, quantity: signed < 0n ? -signed : signed, serialNumbers, note };
  if (signed === 0n) return [];
  if ('toDivisionId' in movement) return transfer(stock, { ...line, toDivisionId: movement.toDivisionId });
  const { counter, value = null, departure = 'sold' } = movement;
  return [signed > 0n ? arrive(stock, { ...line, value, counter }) : leave(stock, { ...line, counter, departure })];
}

/**
 * Gives back what a cause has moved, with the very value it had, because whoever voids a document takes its record back in
 * the ledger. What is over is posted here, dated today: no value stays where nothing is. Where it was valued again since,
 * everything is valued as if it had never been.
 */
export async function undoStock(ctx: TenantContext, cause: Cause): Promise<void> {
  const standing = await selectStandingMovements(ctx.tx, ctx.organizationId, cause);
  if (standing.length === 0) return;
  const since = standing.some(({ isRevalued }) => isRevalued) ? firstDay(standing) : undefined;
  const stock = await openStock(ctx, {
    cause,
    since,
    date: ctx.today.toString(),
    keys: standing,
    serials: standing.flatMap(unitsOf),
    evenArchived: true,
  });
  const net = (movements: typeof standing) => movements.reduce((sum, { quantity }) => sum + toMillionths(quantity), 0n);
  // A unit that was moved leaves where it arrived before it is back where it left.
  const groups = [...Map.groupBy(standing, positionKey).values()].sort((a, b) => (net(a) > net(b) ? -1 : 1));
  for (const movements of groups) takeBack(stock, movements);
  await saveStock(ctx, stock);
  await writeAdjustment(ctx, stock);
  if (since !== undefined) await revalue(ctx, stock, resourcesOf(standing), since);
}

const firstDay = (movements: { date: string }[]): string => movements.map(({ date }) => date).toSorted()[0]!;
