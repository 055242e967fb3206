import { requireDivisions, selectPostingRules, type Transfer } from '#modules/accounting/index.ts';
import { findResources, type Resource, requireResources } from '#modules/catalog/index.ts';
import { readSettings, resourcesSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/database.ts';
import { MILLION, toMillionths } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { inThisOrder } from '#platform/refusal.ts';
import { selectMadeOf } from '../production/recipe.sql.ts';
import { lockSerials, type SerialEvent, type SerialKey, type SerialState } from './serials.sql.ts';
import {
  type Cause,
  insertMissingPositions,
  type LayerRow,
  lockPositions,
  lockPositionsOf,
  type MovementRow,
  type PositionRow,
  type StockKey,
  selectLayers,
} from './stock.sql.ts';
import type { Holding, Method } from './valuation.ts';

/** One position while it changes: what it holds now, beside what it held when it was locked. */
export interface Position extends StockKey {
  resource: Resource;
  row: PositionRow;
  /** As it was locked, and as it is now. */
  held: Holding;
  holding: Holding;
  reserved: bigint;
  moves: number;
  lastMovedOn: string | null;
}

/** Stock that is being changed: locked positions and units, and what has happened to them so far. */
export interface Stock {
  cause: Cause;
  documentId: string | null;
  /** The business day of the movements; never later than today. */
  date: string;
  method: Method;
  /** The accounts of the posting rules. */
  accounts: { inventory: string; adjustments: string; betweenDivisions: string };
  resources: Map<string, Resource>;
  /** Of those resources that have stock. */
  positions: Map<string, Position>;
  serials: Map<string, SerialState>;
  movements: MovementRow[];
  serialEvents: SerialEvent[];
  transfers: Transfer[];
}

export const positionKey = ({ resourceId, divisionId }: StockKey): string => `${resourceId} ${divisionId}`;
export const serialKey = ({ resourceId, serialNumber }: SerialKey): string => `${resourceId} ${serialNumber}`;

/** What whoever moves stock has read in the same transaction. */
export interface KnownFacts {
  /** All that are moved, at least. */
  resources: Map<string, Resource>;
  rules: Map<string, string>;
  currency: string;
}

export interface StockRequest {
  cause: Cause;
  /** What goods leave for and come back of, or leave and arrive by: they are worth the same, whatever is entered late. */
  documentId?: string | undefined;
  date: string;
  keys: StockKey[];
  serials: SerialKey[];
  /** Where the request names them, for the answer when there is none: `body` or `body.lines[]`, and the lines themselves. */
  path?: string | undefined;
  lines?: StockKey[] | undefined;
  /** What is given back goes where it came from, whatever has become of that place. */
  evenArchived?: boolean;
  /** Everything since this day is going to be valued again. Default: the day of the movements, where that is over. */
  since?: string | undefined;
  /** It is not read again. */
  known?: KnownFacts | undefined;
}

/**
 * Locks what is about to change, and reads what it needs for that: one round trip for what it is, one for how much there is.
 * A movement of an earlier day may change the value of every later one, wherever the goods went since and whatever was made
 * of them, so it locks all of that.
 */
export async function openStock(ctx: TenantContext, request: StockRequest): Promise<Stock> {
  const { tx, organizationId } = ctx;
  const { path = 'body', lines = request.keys, known } = request;
  const [resources, { valuation }, rules, currency] = await inThisOrder([
    known
      ? new Map(known.resources)
      : requireResources(
          ctx,
          lines.map(({ resourceId }) => resourceId),
          `${path}.resourceId`,
        ),
    readSettings(ctx, resourcesSettings),
    known?.rules ?? selectPostingRules(ctx),
    known?.currency ?? ctx.currency,
    requireDivisions(
      ctx,
      lines.map(({ divisionId }) => divisionId),
      `${path}.divisionId`,
      request.evenArchived,
    ),
    lines.length < request.keys.length &&
      requireDivisions(ctx, unique(request.keys, 'divisionId'), `${path}.toDivisionId`, request.evenArchived),
  ]);
  const today = ctx.today.toString();
  const isBackDated = request.date < today;
  const date = isBackDated ? request.date : today;
  const since = request.since ?? (isBackDated ? date : null);
  const keys = request.keys.filter(({ resourceId }) => resources.get(resourceId)!.tracksStock);
  const named = unique(keys, 'resourceId');
  const resourceIds = since === null ? named : await selectMadeOf(tx, organizationId, named, since);
  const [, rows, layers, serials, made] = await Promise.all([
    insertMissingPositions(tx, organizationId, keys, ctx.now),
    since === null ? lockPositions(tx, organizationId, keys) : lockPositionsOf(tx, organizationId, resourceIds),
    valuation === 'fifo' ? selectLayers(tx, organizationId, resourceIds) : [],
    lockSerials(tx, organizationId, request.serials),
    findResources(
      ctx,
      resourceIds.filter((id) => !resources.has(id)),
    ),
  ]);
  for (const [id, product] of made) resources.set(id, product);
  const positions = positionsOf(rows, resources, layers, currency);
  // It was empty and someone deleted it between the two statements: run again, and it is made anew.
  if (keys.some((key) => !positions.has(positionKey(key)))) throw new RetryTransaction();
  return {
    cause: request.cause,
    documentId: request.documentId ?? null,
    date,
    method: valuation,
    accounts: {
      inventory: rules.get('inventory')!,
      adjustments: rules.get('inventoryAdjustments')!,
      betweenDivisions: rules.get('betweenDivisions')!,
    },
    resources,
    positions,
    serials: new Map(serials.map((serial) => [serialKey(serial), serial])),
    movements: [],
    serialEvents: [],
    transfers: [],
  };
}

const unique = (keys: StockKey[], name: keyof StockKey): string[] => [...new Set(keys.map((key) => key[name]))];

function positionsOf(
  rows: PositionRow[],
  resources: Map<string, Resource>,
  layerRows: LayerRow[],
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
        layers: (layers.get(positionKey(row)) ?? []).map(({ place, quantity, value }) => ({
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
        moves,
        lastMovedOn,
      };
      return [positionKey(row), position];
    }),
  );
}

/** What one unit costs by the catalog, where no movement has said otherwise. */
const catalogCost = ({ cost }: Resource, currency: string): bigint =>
  cost === null ? 0n : toMinor(cost, currency) * MILLION;
