import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { remembered } from '#platform/db/remembered.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import {
  type Lot,
  type LotKey,
  type LotMovement,
  lotMovements,
  lotPositions,
  lots,
  positionKey,
  type StockKey,
} from '../tables.ts';

/** A lot with the quantities that it has now. */
export interface LotState extends Pick<Lot, 'id' | 'resourceId' | 'lot' | 'expiresOn' | 'blocked'> {
  isNew: boolean;
  /** In millionths, by division. Below zero only while the movements of a document are replaced. */
  held: Map<string, bigint>;
  /** How much of it left with the document whose movements are being replaced; null if that did not move it. */
  former: bigint | null;
}

export type NewLotMovement = Omit<LotMovement, 'quantity'> & { lot: LotState; quantity: bigint };

export const lotKey = ({ resourceId, lot }: LotKey): string => `${resourceId} ${lot}`;

/** Lots with their sums, so that a line with many lots does not read all of them again and again. */
export interface Lots {
  byKey: Map<string, LotState>;
  ofResource: Map<string, LotState[]>;
  /** How much each position has in lots. */
  inLots: Map<string, bigint>;
}

export const noLots = (): Lots => ({ byKey: new Map(), ofResource: new Map(), inLots: new Map() });

export function addLot({ byKey, ofResource }: Lots, lot: LotState): LotState {
  byKey.set(lotKey(lot), lot);
  const others = ofResource.get(lot.resourceId);
  if (others) others.push(lot);
  else ofResource.set(lot.resourceId, [lot]);
  return lot;
}

/** Adds to what a position holds of a lot. */
export function addToLot({ inLots }: Lots, lot: LotState, divisionId: string, quantity: bigint): void {
  const key = positionKey({ ...lot, divisionId });
  lot.held.set(divisionId, (lot.held.get(divisionId) ?? 0n) + quantity);
  inLots.set(key, (inLots.get(key) ?? 0n) + quantity);
}

/** The lots of the positions that this transaction has locked. */
const knownLots = remembered(() => ({ positions: new Set<string>(), lots: noLots() }));

/** The lots that locked positions hold, and those that are named. Only a holder of the lock of a position changes its lots. */
export async function readLots(tenant: Tenant, keys: StockKey[], named: LotKey[]): Promise<Lots> {
  const known = knownLots(tenant.tx);
  const unread = keys.filter((key) => !known.positions.has(positionKey(key)));
  const unknown = named.filter((key) => !known.lots.byKey.has(lotKey(key)));
  if (unread.length === 0 && unknown.length === 0) return known.lots;
  for (const { divisionId, quantity, ...row } of await selectLots(tenant, unread, unknown)) {
    const lot =
      known.lots.byKey.get(lotKey(row)) ?? addLot(known.lots, { ...row, isNew: false, held: new Map(), former: null });
    if (divisionId !== null) addToLot(known.lots, lot, divisionId, toMillionths(quantity!));
  }
  for (const key of unread) known.positions.add(positionKey(key));
  return known.lots;
}

type FoundLot = Pick<Lot, 'id' | 'resourceId' | 'lot' | 'expiresOn' | 'blocked'> & {
  divisionId: string | null;
  quantity: string | null;
};

const selectLots = (tenant: Tenant, keys: StockKey[], named: LotKey[]) =>
  rowsOf<FoundLot>(tenant.tx)`
    SELECT l.id, l.resource_id, l.lot, l.expires_on, l.blocked, h.division_id, h.quantity
    FROM ${lotPositions.of(tenant)} h JOIN ${lots.of(tenant)} l ON l.id = h.lot_id
    WHERE (h.resource_id, h.division_id) IN (
      SELECT * FROM unnest(${keys.map((key) => key.resourceId)}::uuid[], ${keys.map((key) => key.divisionId)}::uuid[]))
    UNION ALL
    SELECT l.id, l.resource_id, l.lot, l.expires_on, l.blocked, NULL, NULL
    FROM ${lots.of(tenant)} l
    WHERE (l.resource_id, l.lot) IN (
      SELECT * FROM unnest(${named.map((key) => key.resourceId)}::uuid[], ${named.map((key) => key.lot)}::text[]))`;

/** How much of the stock is in lots that are expired or blocked, by position. */
export async function selectUnusable(ctx: TenantContext, resourceIds: string[]): Promise<Map<string, bigint>> {
  const rows = await rowsOf<StockKey & { quantity: string }>(ctx.tx)`
    SELECT h.resource_id, h.division_id, sum(h.quantity) AS quantity
    FROM ${lotPositions.of(ctx)} h JOIN ${lots.of(ctx)} l ON l.id = h.lot_id
    WHERE h.resource_id = ANY (${resourceIds}::uuid[]) AND (l.blocked OR l.expires_on < ${ctx.today}::date)
    GROUP BY 1, 2`;
  return new Map(rows.map(({ quantity, ...key }) => [positionKey(key), toMillionths(quantity)]));
}

/** All lots that this transaction knows. */
export const lotsInHand = ({ tx }: Tenant): LotState[] => [...knownLots(tx).lots.byKey.values()];

/** Writes movements of lots with the quantities after them. A lot that was created concurrently is read by another attempt. */
export async function writeLots(ctx: TenantContext, moved: NewLotMovement[]): Promise<void> {
  const created = [...new Set(moved.map(({ lot }) => lot))].filter(({ isNew }) => isNew);
  const written = Promise.all([
    lots
      .insertMany(
        ctx,
        created.map(({ id, resourceId, lot, expiresOn }) => ({ id, resourceId, lot, expiresOn })),
      )
      .catch(retryOnViolation('lots_of_resource')),
    writeQuantities(ctx, moved),
    lotMovements.insertMany(
      ctx,
      moved.map(({ lot: _, quantity, ...movement }) => ({ ...movement, quantity: fromMillionths(quantity) })),
    ),
  ]);
  for (const lot of created) lot.isNew = false;
  await written;
}

async function writeQuantities({ tx, organizationId }: Tenant, moved: NewLotMovement[]): Promise<void> {
  const places = [...new Map(moved.map((each) => [`${each.lotId} ${each.divisionId}`, each])).values()].map(
    ({ lot, lotId, resourceId, divisionId }) => ({
      lotId,
      resourceId,
      divisionId,
      held: lot.held.get(divisionId) ?? 0n,
    }),
  );
  const held = places.filter((place) => place.held > 0n);
  const empty = places.filter((place) => place.held <= 0n);
  await Promise.all([
    empty.length > 0 &&
      sql`
        DELETE FROM lot_positions p
        USING unnest(${empty.map(({ lotId }) => lotId)}::uuid[], ${empty.map(({ divisionId }) => divisionId)}::uuid[])
          AS g (lot_id, division_id)
        WHERE p.organization_id = ${organizationId} AND p.lot_id = g.lot_id AND p.division_id = g.division_id`.execute(
        tx,
      ),
    held.length > 0 &&
      sql`
        INSERT INTO lot_positions (organization_id, lot_id, resource_id, division_id, quantity)
        SELECT c.organization_id, g.* FROM event_counters c, unnest(
          ${held.map(({ lotId }) => lotId)}::uuid[], ${held.map(({ resourceId }) => resourceId)}::uuid[],
          ${held.map(({ divisionId }) => divisionId)}::uuid[],
          ${held.map((place) => fromMillionths(place.held))}::numeric[]) AS g
        WHERE c.organization_id = ${organizationId}
        ON CONFLICT (organization_id, lot_id, division_id) DO UPDATE SET quantity = excluded.quantity`.execute(tx),
  ]);
}

/** A lot of a movement; the quantity has the sign of the movement. */
export interface MovedLot extends Pick<Lot, 'lot' | 'expiresOn'> {
  lotId: string;
  quantity: string;
}

/** The lots of the movement `m`, the earliest expiry first. */
export const lotsOfMovement = (tenant: Pick<Tenant, 'organizationId'>): RawBuilder<MovedLot[]> => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('lotId', l.id, 'lot', l.lot, 'expiresOn', l.expires_on,
           'quantity', trim_scale(x.quantity)::text) ORDER BY l.expires_on, l.id), '[]')
  FROM ${lotMovements.of(tenant)} x JOIN ${lots.of(tenant)} l ON l.id = x.lot_id WHERE x.movement_id = m.id)`;

/** The lots of movements, by the id of the movement. */
export async function selectMovedLots(tenant: Tenant, movementIds: string[]): Promise<Map<string, MovedLot[]>> {
  if (movementIds.length === 0) return new Map();
  const rows = await rowsOf<MovedLot & { movementId: string }>(tenant.tx)`
    SELECT x.movement_id, l.id AS lot_id, l.lot, l.expires_on, trim_scale(x.quantity) AS quantity
    FROM ${lotMovements.of(tenant)} x JOIN ${lots.of(tenant)} l ON l.id = x.lot_id
    WHERE x.movement_id = ANY (${movementIds}::uuid[])
    ORDER BY l.expires_on, l.id`;
  return new Map(
    [...Map.groupBy(rows, ({ movementId }) => movementId)].map(([id, own]) => [
      id,
      own.map(({ movementId: _, ...lot }) => lot),
    ]),
  );
}
