import { requireDivisions, selectPostingRules, type Transfer } from '#modules/accounting/index.ts';
import { findResources, type Resource, requireResources } from '#modules/catalog/index.ts';
import { readSettings, resourcesSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { greatest, MILLION, toMillionths } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { inThisOrder } from '#platform/refusal.ts';
import { selectMadeOf } from '../production/recipe.sql.ts';
import {
  type LotKey,
  positionKey,
  type SerialKey,
  type StockKey,
  type StockLayer,
  type StockPosition,
  stockLayers,
} from '../tables.ts';
import { type Lots, type NewLotMovement, noLots, readLots } from './lots.sql.ts';
import { lockSerials, type NewSerialEvent, type SerialState } from './serials.sql.ts';
import {
  type Cause,
  insertMissingPositions,
  lockPositions,
  lockPositionsOf,
  type NewMovement,
  selectDepartures,
  selectLaterArrivals,
} from './stock.sql.ts';
import type { Holding, Method } from './valuation.ts';

/** One position while it changes. */
export interface Position extends StockKey {
  resource: Resource;
  row: StockPosition;
  /** The holding when it was locked, and the present one. */
  held: Holding;
  holding: Holding;
  reserved: bigint;
  /** How much of the stock is not there on the emptiest day since the day of the movement. */
  arrivesLater: bigint;
  moves: number;
  lastMovedOn: string | null;
}

/** Locked positions and units, with their changes so far. */
export interface Stock {
  cause: Cause;
  documentId: string | null;
  /** The business day of the movements; never later than today. */
  date: string;
  method: Method;
  /** The accounts of the posting rules. */
  accounts: { inventory: string; adjustments: string; betweenDivisions: string };
  resources: Map<string, Resource>;
  /** The positions of the resources that have stock. */
  positions: Map<string, Position>;
  serials: Map<string, SerialState>;
  /** The lots of the resources that have lots. */
  lots: Lots;
  movements: NewMovement[];
  /** By movement and lot. */
  lotMovements: Map<string, NewLotMovement>;
  serialEvents: NewSerialEvent[];
  transfers: Transfer[];
  /** Parts of adjustments that belong to other accounts. They are posted apart from the document that moves the stock. */
  passedOn: Transfer[];
  /** Departures that cost more or less than was expected, because their goods have arrived now. */
  covered: CoveredDeparture[];
}

interface CoveredDeparture extends StockKey {
  /** The number of the departure in its position. */
  number: number;
  more: bigint;
}

export const serialKey = ({ resourceId, serialNumber }: SerialKey): string => `${resourceId} ${serialNumber}`;

/** Facts that the caller has already read in the same transaction. */
export interface KnownFacts {
  /** At least those that are moved. */
  resources: Map<string, Resource>;
  rules: Map<string, string>;
}

interface StockRequest {
  cause: Cause;
  /** Links goods that leave with goods that come back or arrive, so that both are valued alike when revalued. */
  documentId?: string | undefined;
  date: string;
  keys: StockKey[];
  serials: SerialKey[];
  /** Lots that are named. */
  lots?: LotKey[] | undefined;
  /** The place of the lines in the body, for refusals: `body` or `body.lines[]`. */
  path?: string | undefined;
  lines?: StockKey[] | undefined;
  /** A reversal goes back to its division even if that is archived. */
  evenArchived?: boolean;
  /** The first day on which stock must suffice. Default: the day of the movements. */
  from?: string | undefined;
  /** Everything since this day will be revalued. Default: the day of the movements, if it is in the past. */
  since?: string | undefined;
  known?: KnownFacts | undefined;
}

/**
 * Locks what is about to change: one round trip for resources and rules, one for divisions, positions and units. A movement of an
 * earlier day may change the value of every later one, wherever the goods went and whatever was made of them, so it locks
 * all of that.
 */
export async function openStock(ctx: TenantContext, request: StockRequest): Promise<Stock> {
  const { path = 'body', lines = request.keys, known } = request;
  const divisions = requireNamedDivisions(ctx, request);
  const [resources, { valuation }, rules] = await inThisOrder([
    known
      ? new Map(known.resources)
      : requireResources(
          ctx,
          lines.map(({ resourceId }) => resourceId),
          `${path}.resourceId`,
        ),
    readSettings(ctx, resourcesSettings),
    known?.rules ?? selectPostingRules(ctx),
  ]);
  const today = ctx.today.toString();
  const isBackDated = request.date < today;
  const date = isBackDated ? request.date : today;
  const since = request.since ?? (isBackDated ? date : null);
  const keys = request.keys.filter(({ resourceId }) => resources.get(resourceId)!.tracksStock);
  const locking = lockHoldings(ctx, resources, { keys, serials: request.serials, since, method: valuation });
  const [, { rows, layers, serials }] = await inThisOrder([divisions, locking]);
  const betweenDivisions = rules.get('betweenDivisions')!;
  const locked = new Set(rows.map(positionKey));
  const missing = layers.filter((layer) => toMillionths(layer.quantity) < 0n && locked.has(positionKey(layer)));
  if (since === null && missing.length > 0 && (await owesOtherStock(ctx, missing, { today, betweenDivisions })))
    return openStock(ctx, { ...request, since: today });
  const positions = positionsOf(rows, resources, layers, ctx.currency);
  // An empty position was deleted between the two statements: run again to create it.
  if (keys.some((key) => !positions.has(positionKey(key)))) throw new RetryTransaction();
  const inLots = keys.filter(({ resourceId }) => resources.get(resourceId)!.tracksLots);
  const lots = inLots.length > 0 ? await readLots(ctx, inLots, request.lots ?? []) : noLots();
  const from = request.from ?? date;
  if (from < today) await findLaterArrivals(ctx, keys, positions, from);
  return {
    cause: request.cause,
    documentId: request.documentId ?? null,
    date,
    method: valuation,
    accounts: {
      inventory: rules.get('inventory')!,
      adjustments: rules.get('inventoryAdjustments')!,
      betweenDivisions,
    },
    resources,
    positions,
    serials: new Map(serials.map((serial) => [serialKey(serial), serial])),
    lots,
    movements: [],
    lotMovements: new Map(),
    serialEvents: [],
    transfers: [],
    passedOn: [],
    covered: [],
  };
}

/** Sent with the first statement that follows, and awaited with the positions. */
function requireNamedDivisions(ctx: TenantContext, request: StockRequest): Promise<unknown> {
  const { path = 'body', keys, lines = keys, evenArchived } = request;
  const checks = inThisOrder([
    requireDivisions(
      ctx,
      lines.map(({ divisionId }) => divisionId),
      `${path}.divisionId`,
      evenArchived,
    ),
    lines.length < keys.length &&
      requireDivisions(ctx, unique(keys, 'divisionId'), `${path}.toDivisionId`, evenArchived),
  ]);
  // If an earlier check refuses, this one is never awaited.
  checks.catch(() => {});
  return checks;
}

interface Locking {
  keys: StockKey[];
  serials: SerialKey[];
  since: string | null;
  method: Method;
}

/** Locks positions with their layers, and units. Products that are revalued with their parts are added to the resources. */
async function lockHoldings(
  ctx: TenantContext,
  resources: Map<string, Resource>,
  { keys, serials, since, method }: Locking,
): Promise<{ rows: StockPosition[]; layers: StockLayer[]; serials: SerialState[] }> {
  const named = unique(keys, 'resourceId');
  const resourceIds = since === null ? named : await selectMadeOf(ctx, named, since);
  const lock = () => (since === null ? lockPositions(ctx, keys) : lockPositionsOf(ctx, resourceIds));
  const [rows, allLayers, units, made] = await Promise.all([
    lock().then((found) => (lacksOneOf(keys, found) ? createMissing(ctx, keys, lock) : found)),
    method === 'fifo' ? stockLayers.all(ctx, { resourceId: resourceIds }) : null,
    lockSerials(ctx, serials),
    findResources(
      ctx,
      resourceIds.filter((id) => !resources.has(id)),
    ),
  ]);
  for (const [id, product] of made) resources.set(id, product);
  // With average cost only missing goods have layers.
  const owing = rows.filter(({ layered }) => layered).map(({ resourceId }) => resourceId);
  return { rows, layers: allLayers ?? (await stockLayers.all(ctx, { resourceId: owing })), serials: units };
}

/** Whether missing goods were transferred or made into products: that other stock is revalued with the arrival of the goods. */
async function owesOtherStock(
  ctx: TenantContext,
  missing: StockLayer[],
  { today, betweenDivisions }: { today: string; betweenDivisions: string },
): Promise<boolean> {
  const resourceIds = unique(missing, 'resourceId');
  const [madeOf, departures] = await Promise.all([
    selectMadeOf(ctx, resourceIds, today),
    selectDepartures(
      ctx,
      missing.map(({ place, ...layer }) => ({ ...layer, number: place })),
    ),
  ]);
  const isTransfer = ({ type, counterAccountId }: (typeof departures)[number]) =>
    type === 'TRANSFER' || counterAccountId === betweenDivisions;
  return madeOf.length > resourceIds.length || departures.some(isTransfer);
}

const lacksOneOf = (keys: StockKey[], rows: StockPosition[]): boolean => {
  const found = new Set(rows.map(positionKey));
  return keys.some((key) => !found.has(positionKey(key)));
};

async function createMissing(ctx: TenantContext, keys: StockKey[], lock: () => Promise<StockPosition[]>) {
  await insertMissingPositions(ctx, keys);
  return lock();
}

/** Goods that arrived after a day cannot leave on it. */
async function findLaterArrivals(ctx: TenantContext, keys: StockKey[], positions: Map<string, Position>, date: string) {
  const moved = keys.filter((key) => (positions.get(positionKey(key))!.lastMovedOn ?? date) > date);
  if (moved.length === 0) return;
  for (const { quantity, ...key } of await selectLaterArrivals(ctx, moved, date)) {
    const later = toMillionths(quantity);
    positions.get(positionKey(key))!.arrivesLater = greatest(later, 0n);
  }
}

const unique = (keys: StockKey[], name: keyof StockKey): string[] => [...new Set(keys.map((key) => key[name]))];

function positionsOf(
  rows: StockPosition[],
  resources: Map<string, Resource>,
  layerRows: StockLayer[],
  currency: string,
): Map<string, Position> {
  const layers = Map.groupBy(layerRows, positionKey);
  return new Map(
    rows.map((row) => {
      const { resourceId, divisionId, moves, lastMovedOn } = row;
      const resource = resources.get(resourceId)!;
      const holding = {
        quantity: toMillionths(row.quantity),
        value: row.value,
        unitCost: toMillionths(row.unitCost) || catalogCost(resource, currency),
        layers: (layers.get(positionKey(row)) ?? []).map(({ date, place, quantity, value }) => ({
          date,
          place,
          quantity: toMillionths(quantity),
          value,
        })),
      };
      const position = {
        resourceId,
        divisionId,
        resource,
        row,
        held: holding,
        holding,
        reserved: toMillionths(row.reserved),
        arrivesLater: 0n,
        moves,
        lastMovedOn,
      };
      return [positionKey(row), position];
    }),
  );
}

/** The cost of one unit in the catalog, for resources without movements. */
const catalogCost = ({ cost }: Resource, currency: string): bigint =>
  cost === null ? 0n : toMinor(cost, currency) * MILLION;
