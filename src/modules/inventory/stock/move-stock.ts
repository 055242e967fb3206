import type { Transfer } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute, sumOf, toMillionths } from '#platform/decimal.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Departure, positionKey, type StockKey } from '../tables.ts';
import { writeAdjustment } from './adjustment-record.ts';
import { arrive, leave, positionOf, refuseShortage, takeBack, transfer } from './change-stock.ts';
import { dropCheckpoints } from './checkpoints.ts';
import {
  announceCosts,
  type CorrectedMovement,
  type CoveredMovement,
  correctCosts,
  coveredDepartures,
  keepCosts,
} from './correct-costs.ts';
import { lotsInHand } from './lots.sql.ts';
import { type LineLot, refuseUnfitLots } from './lots.ts';
import { type KnownFacts, openStock, type Stock } from './open-stock.ts';
import { CostsAdded } from './refusals.ts';
import { revalue, revalueSoon } from './revalue-stock.ts';
import { saveStock } from './save-stock.ts';
import { ownUnits } from './serials.ts';
import {
  type Cause,
  type MovementInForce,
  type NewMovement,
  positionsInHand,
  selectMovementsInForce,
} from './stock.sql.ts';

interface Moved extends StockKey {
  /** Positive for goods that arrive, negative for goods that leave. At most six decimals. */
  quantity: string;
  serialNumbers?: string[] | undefined;
  /** The numbers may belong to several resources: only those of this one count. */
  sharesSerials?: boolean | undefined;
  lots?: LineLot[] | undefined;
  note?: string | null | undefined;
  /** The place of its line in the body; by default its own among the movements. */
  place?: number | undefined;
}

export interface StockMovement extends Moved {
  /** The value of an arrival, in minor units of the organization's currency. Default: the present cost. */
  value?: bigint | undefined;
  /** The account of the chart that the inventory is posted against. */
  counter: string;
  /** The new status of units that leave. Default: sold. */
  departure?: Departure | undefined;
}

/** Goods leave one division and arrive in another at their cost. The quantity is positive. */
export interface StockTransfer extends Moved {
  toDivisionId: string;
}

interface MovedStock {
  /** The inventory against the counter accounts: the caller posts them in its own record. */
  transfers: Transfer[];
  movements: { id: string; resourceId: string; divisionId: string; quantity: string; value: bigint }[];
  /** Whether the movements have other values since, because they are of an earlier day. */
  isRevalued: boolean;
}

interface MoveRequest {
  date: string | Temporal.PlainDate;
  cause: Cause;
  /** Links goods that leave with goods that come back or arrive, so that both are valued alike when revalued. */
  documentId?: string | undefined;
  movements: (StockMovement | StockTransfer)[];
  /** Where the lines are in the body, for refusals: `body`, or `body.lines[]`. */
  path?: string;
  /** Resources without stock are refused instead of skipped. */
  refuseUntracked?: boolean;
  known?: KnownFacts;
}

/**
 * Moves stock as part of the caller's document. Resources without stock (services) are skipped. A movement of an earlier day
 * revalues the later ones, and the difference is posted today in a record of its own.
 */
export async function moveStock(ctx: TenantContext, request: MoveRequest): Promise<MovedStock> {
  const { movements } = request;
  if (movements.length === 0) return { transfers: [], movements: [], isRevalued: false };
  const stock = await openStock(ctx, {
    cause: request.cause,
    documentId: request.documentId,
    date: request.date.toString(),
    keys: movements.flatMap(keysOf),
    serials: movements.flatMap(unitsOf),
    lots: movements.flatMap(lotsOf),
    path: request.path,
    lines: movements,
    known: request.known,
  });
  for (const [index, movement] of movements.entries()) {
    if (!request.refuseUntracked && !stock.resources.get(movement.resourceId)!.tracksStock) continue;
    naming(request.path?.replace('[]', `[${movement.place ?? index}]`), () => apply(stock, movement));
  }
  return finish(ctx, stock);
}

/** Names the line in a refusal. */
function naming(path: string | undefined, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!path || !(error instanceof Refusal) || error.errors.length > 0) throw error;
    const { kind, message } = error;
    throw kind(message, { errors: [{ path, code: kind.code, message }] });
  }
}

/**
 * Writes the changes and revalues later movements. The real cost of goods that were sold before they arrived is posted on
 * the day of their arrival, in a record of its own: it stays until the stock is revalued, even if the arrival is voided.
 */
export async function finish(ctx: TenantContext, stock: Stock): Promise<MovedStock> {
  const { movements, transfers } = stock;
  const [outdated, since] = [isOutdated(stock), stock.date];
  const covered = await coveredDepartures(ctx, stock);
  const sold = covered.filter(({ type, causeKind }) => type === 'OUT' && causeKind !== 'production');
  const corrected = correctCosts(stock, sold);
  await saveStock(ctx, stock);
  await keepCosts(ctx, corrected);
  await writeAdjustment(ctx, { ...stock, transfers: [] }, since);
  const changesOthers = outdated || covered.some((movement) => passesCostOn(stock, movement));
  const isRevalued = changesOthers && (await revalueSoon(ctx, stock, resourcesOf(movements), since));
  if (!changesOthers && since < ctx.today.toString()) await dropCheckpoints(ctx, resourcesOf(movements), since);
  return { transfers, movements: movements.map(described), isRevalued };
}

/** The cost of used parts belongs to their products, and that of transferred goods to the stock of their destination. */
const passesCostOn = ({ accounts }: Stock, { type, causeKind, counterAccountId }: CoveredMovement): boolean =>
  type === 'TRANSFER' || causeKind === 'production' || counterAccountId === accounts.betweenDivisions;

/** Whether something that moves has also moved on a later day. */
function isOutdated({ positions, movements, date }: Stock): boolean {
  const moved = new Set(resourcesOf(movements));
  return [...positions.values()].some(
    ({ resourceId, row }) => moved.has(resourceId) && row.lastMovedOn !== null && row.lastMovedOn > date,
  );
}

const resourcesOf = (movements: StockKey[]): string[] => [...new Set(movements.map(({ resourceId }) => resourceId))];

const described = ({ id, resourceId, divisionId, quantity, value }: NewMovement) => ({
  id,
  resourceId,
  divisionId,
  quantity,
  value,
});

const keysOf = (movement: StockMovement | StockTransfer): StockKey[] => {
  const { resourceId, divisionId } = movement;
  const from = { resourceId, divisionId };
  return 'toDivisionId' in movement ? [from, { resourceId, divisionId: movement.toDivisionId }] : [from];
};

const unitsOf = ({ resourceId, serialNumbers = [] }: Pick<Moved, 'resourceId' | 'serialNumbers'>) =>
  serialNumbers.map((serialNumber) => ({ resourceId, serialNumber }));

export const lotsOf = ({ resourceId, lots = [] }: { resourceId: string; lots?: { lot: string }[] | undefined }) =>
  lots.map(({ lot }) => ({ resourceId, lot }));

function apply(stock: Stock, movement: StockMovement | StockTransfer): NewMovement[] {
  const { resourceId, divisionId, lots, note = null } = movement;
  const signed = toMillionths(movement.quantity);
  const serialNumbers = ownUnits(stock, movement, signed < 0n || 'toDivisionId' in movement);
  const line = { resourceId, divisionId, quantity: absolute(signed), serialNumbers, lots, note };
  if (signed === 0n) return [];
  if ('toDivisionId' in movement) return transfer(stock, { ...line, toDivisionId: movement.toDivisionId });
  const { counter, value = null, departure = 'sold' } = movement;
  return [signed > 0n ? arrive(stock, { ...line, value, counter }) : leave(stock, { ...line, counter, departure })];
}

/**
 * Reverses the movements of a cause at their own value and on their own days, because voiding a document reverses its record in
 * the ledger by that value on that day. A remaining difference is posted here, dated today, so that empty stock has no value. If the movements were
 * revalued since, everything is revalued without them.
 */
export const undoStock = async (ctx: TenantContext, cause: Cause): Promise<void> =>
  void (await takeBackAll(ctx, cause, false));

/**
 * Replaces the movements of a cause by those that `move` makes. In between, goods that were sold since may be missing; afterwards
 * they must be in stock again, at the cost of the new movements.
 */
export async function replaceStock<T>(ctx: TenantContext, cause: Cause, move: () => Promise<T>): Promise<T> {
  const missing = await takeBackAll(ctx, cause, true);
  const moved = await move();
  if (missing.length > 0) await settleMissing(ctx, cause, missing);
  settleLots(ctx);
  return moved;
}

/** The lots of the replaced movements are those of the new ones now, and must be there. */
function settleLots(ctx: TenantContext): void {
  const lots = lotsInHand(ctx);
  refuseUnfitLots(lots, positionsInHand(ctx, new Set(lots.map(({ resourceId }) => resourceId))));
  for (const lot of lots) lot.former = null;
}

/** Answers the movements whose goods are missing without them. */
async function takeBackAll(ctx: TenantContext, cause: Cause, isReplaced: boolean): Promise<MovementInForce[]> {
  const movements = await selectMovementsInForce(ctx, cause);
  if (movements.length === 0) return [];
  if (movements.some(({ addedCost }) => addedCost > 0n)) throw CostsAdded();
  const from = firstDay(movements);
  const since = movements.some(({ isRevalued, revalued }) => isRevalued || revalued !== null) ? from : undefined;
  const stock = await openStock(ctx, {
    cause,
    from,
    since,
    date: ctx.today.toString(),
    keys: movements,
    serials: movements.flatMap(unitsOf),
    lots: movements.flatMap(lotsOf),
    evenArchived: true,
  });
  const net = (moved: typeof movements) => sumOf(moved, ({ quantity }) => toMillionths(quantity));
  // Positions that lose stock come first: a transferred unit must leave its destination before it is back at its origin.
  const groups = [...Map.groupBy(movements, positionKey).values()].sort((a, b) => (net(a) > net(b) ? -1 : 1));
  const missing = groups.filter((group) => takeBack(stock, group, isReplaced));
  const undone = correctCosts(stock, movements.flatMap(uncorrected));
  await saveStock(ctx, stock);
  await announceCosts(ctx, undone);
  await writeAdjustment(ctx, stock);
  if (since !== undefined) await revalue(ctx, stock, resourcesOf(movements), since);
  else if (from < ctx.today.toString()) await dropCheckpoints(ctx, resourcesOf(movements), from);
  return missing.flat();
}

/** Refuses goods that are still missing, and revalues everything since their first arrival, which had another cost. */
async function settleMissing(ctx: TenantContext, cause: Cause, missing: MovementInForce[]): Promise<void> {
  const since = firstDay(missing);
  const stock = await openStock(ctx, { cause, since, date: since, keys: missing, serials: [], evenArchived: true });
  for (const key of missing) {
    const position = positionOf(stock, key);
    refuseShortage(position, position.holding);
  }
  await revalue(ctx, stock, resourcesOf(missing), since);
}

/** The record of a voided movement has its original value: take a correction of it back. */
const uncorrected = (movement: MovementInForce): CorrectedMovement[] =>
  movement.revalued === null || movement.causeKind === 'production'
    ? []
    : [{ ...movement, booked: movement.revalued, value: movement.value }];

const firstDay = (movements: { date: string }[]): string => movements.map(({ date }) => date).toSorted()[0]!;
