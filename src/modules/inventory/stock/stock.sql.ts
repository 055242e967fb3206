import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { batchedWrite } from '#platform/db/batched.ts';
import { remembered } from '#platform/db/remembered.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { violates } from '#platform/db/violation.ts';
import { unknownReference } from '#platform/refusal.ts';
import {
  type Movement,
  positionKey,
  type StockKey,
  type StockLayer,
  type StockPosition,
  stockMovements,
  stockPositions,
} from '../tables.ts';
import { lotsOfMovement, type MovedLot } from './lots.sql.ts';

const inOrder = { orderBy: ['resourceId', 'divisionId'], lock: 'FOR NO KEY UPDATE' } as const;

const keysOf = (keys: StockKey[]) =>
  sql`unnest(${keys.map(({ resourceId }) => resourceId)}::uuid[], ${keys.map(({ divisionId }) => divisionId)}::uuid[])`;

/**
 * Creates missing positions empty, in the order in which positions are locked. Answers which are new. The numbers of
 * movements continue where those of a deleted position ended.
 */
export async function insertMissingPositions(ctx: TenantContext, keys: StockKey[]): Promise<StockKey[]> {
  const { tx, organizationId, now } = ctx;
  return rowsOf<StockKey>(tx)`
    INSERT INTO stock_positions (organization_id, resource_id, division_id, created_at, moves, last_moved_on)
    SELECT DISTINCT ON (k.resource_id, k.division_id)
           c.organization_id, k.resource_id, k.division_id, ${now}::timestamptz, coalesce(last.number, 0), last.date
    FROM event_counters c CROSS JOIN ${keysOf(keys)} AS k (resource_id, division_id)
    LEFT JOIN LATERAL (
      SELECT max(m.number) AS number, max(m.date) AS date FROM ${stockMovements.of(ctx)} m
      WHERE m.resource_id = k.resource_id AND m.division_id = k.division_id
    ) AS last ON true
    WHERE c.organization_id = ${organizationId} AND NOT EXISTS (
      SELECT FROM ${stockPositions.of(ctx)} p WHERE p.resource_id = k.resource_id AND p.division_id = k.division_id)
    ORDER BY k.resource_id, k.division_id
    ON CONFLICT DO NOTHING
    RETURNING resource_id, division_id`;
}

/**
 * Locks positions, always in the same order, so that transfers in both directions never deadlock. OFFSET makes PostgreSQL look up
 * one key after the other: it would read all positions of a small organization, with all their versions of this transaction.
 */
export async function lockPositions(tenant: Tenant, keys: StockKey[]): Promise<StockPosition[]> {
  const known = lockedPositions(tenant.tx);
  const unknown = keys.filter((key) => !known.has(positionKey(key)));
  if (unknown.length > 0) remember(tenant, await selectForUpdate(tenant, unknown));
  return [...new Set(keys.map(positionKey))].flatMap((key) => known.get(key) ?? []);
}

/** The positions that this transaction has locked. */
const lockedPositions = remembered(() => new Map<string, StockPosition>());

function remember({ tx }: Tenant, rows: StockPosition[]): StockPosition[] {
  const known = lockedPositions(tx);
  for (const row of rows) known.set(positionKey(row), row);
  return rows;
}

/** The positions that it has locked, of these resources. */
export const positionsInHand = ({ tx }: Tenant, resourceIds: Set<string>): StockPosition[] =>
  [...lockedPositions(tx).values()].filter(({ resourceId }) => resourceIds.has(resourceId));

/** After their rules were changed or they were deleted. */
export const forgetPositions = ({ tx }: Tenant): void => lockedPositions(tx).clear();

const selectForUpdate = ({ tx, organizationId }: Tenant, keys: StockKey[]) =>
  rowsOf<StockPosition>(tx)`
    SELECT ${stockPositions.columns('p')}
    FROM (SELECT DISTINCT * FROM ${keysOf(keys)} AS g (resource_id, division_id) ORDER BY 1, 2) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM stock_positions s
      WHERE s.organization_id = ${organizationId} AND s.resource_id = k.resource_id AND s.division_id = k.division_id
      OFFSET 0 FOR NO KEY UPDATE) AS p`;

/** Locks the positions of these resources in every division. */
export const lockPositionsOf = async (tenant: Tenant, resourceId: string[]): Promise<StockPosition[]> =>
  remember(tenant, await stockPositions.all(tenant, { resourceId }, inOrder));

export type PositionChange = Pick<
  StockPosition,
  | 'resourceId'
  | 'divisionId'
  | 'quantity'
  | 'reserved'
  | 'value'
  | 'unitCost'
  | 'resourceMinimum'
  | 'allowsNegative'
  | 'moves'
  | 'lastMovedOn'
  | 'layered'
>;

interface StockChange {
  positions: PositionChange[];
  movements: Parameters<typeof stockMovements.insertion>[1];
}

/**
 * Writes changed positions and movements; those of several documents in one statement, each position as it is in the end. The
 * version of a position counts changes of its rules only.
 */
export function writeMovements(tenant: Tenant, change: StockChange): void {
  const known = lockedPositions(tenant.tx);
  for (const position of change.positions) {
    const key = positionKey(position);
    known.set(key, { ...known.get(key)!, ...position });
  }
  if (change.positions.length > 0 || change.movements.length > 0) writeStock(tenant, change);
}

const writeStock = batchedWrite<StockChange>(
  (tenant, changes) => {
    const positions = new Map(changes.flatMap((change) => change.positions.map((each) => [positionKey(each), each])));
    const movements = changes.flatMap((change) => change.movements);
    const update = positions.size > 0 ? positionsToUpdate(tenant, [...positions.values()]) : null;
    const insert = movements.length > 0 ? stockMovements.insertion(tenant, movements) : null;
    const query = update && insert ? sql`WITH positions AS (${update}) ${insert}` : (update ?? insert!);
    return query.compile(tenant.tx);
  },
  { refuse: refuseUnknownAccount },
);

function refuseUnknownAccount(error: unknown): never {
  throw violates(error, 'stock_movements_counter') ? unknownReference('body', 'An account of the chart') : error;
}

/** The positions are locked, so their places do not change; see `lockPositions` for OFFSET. */
function positionsToUpdate({ organizationId }: Tenant, changes: PositionChange[]): RawBuilder<unknown> {
  const column = <K extends keyof PositionChange>(name: K) => changes.map((change) => change[name]);
  return sql`
    UPDATE stock_positions p
    SET quantity = c.quantity, reserved = c.reserved, value = c.value, unit_cost = c.unit_cost,
        resource_minimum = c.resource_minimum, allows_negative = c.allows_negative, moves = c.moves,
        last_moved_on = c.last_moved_on, layered = c.layered
    FROM unnest(${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('quantity')}::numeric[],
                ${column('reserved')}::numeric[], ${column('value')}::bigint[], ${column('unitCost')}::numeric[],
                ${column('resourceMinimum')}::numeric[], ${column('allowsNegative')}::boolean[],
                ${column('moves')}::int[], ${column('lastMovedOn')}::date[], ${column('layered')}::boolean[])
      AS c (resource_id, division_id, quantity, reserved, value, unit_cost, resource_minimum, allows_negative, moves,
            last_moved_on, layered)
    CROSS JOIN LATERAL (
      SELECT s.ctid AS place FROM stock_positions s
      WHERE s.organization_id = ${organizationId} AND s.resource_id = c.resource_id AND s.division_id = c.division_id
      OFFSET 0) AS locked
    WHERE p.organization_id = ${organizationId} AND p.ctid = locked.place`;
}

/** Replaces the layers of positions: a place that is not given is deleted. */
export async function replaceLayers({ tx, organizationId }: Tenant, keys: StockKey[], layers: StockLayer[]) {
  const column = <K extends keyof StockLayer>(name: K) => layers.map((layer) => layer[name]);
  await sql`
    DELETE FROM stock_layers l USING ${keysOf(keys)} AS k (resource_id, division_id)
    WHERE l.organization_id = ${organizationId} AND l.resource_id = k.resource_id AND l.division_id = k.division_id
      AND NOT EXISTS (
        SELECT FROM unnest(${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('place')}::int[])
          AS g (resource_id, division_id, place)
        WHERE g.resource_id = l.resource_id AND g.division_id = l.division_id AND g.place = l.place)`.execute(tx);
  if (layers.length === 0) return;
  await sql`
    INSERT INTO stock_layers AS l (organization_id, resource_id, division_id, date, place, quantity, value)
    SELECT c.organization_id, g.* FROM event_counters c, unnest(
      ${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('date')}::date[],
      ${column('place')}::int[], ${column('quantity')}::numeric[], ${column('value')}::bigint[]) AS g
    WHERE c.organization_id = ${organizationId}
    ON CONFLICT (organization_id, resource_id, division_id, place) DO UPDATE
    SET date = excluded.date, quantity = excluded.quantity, value = excluded.value
    WHERE (l.date, l.quantity, l.value) IS DISTINCT FROM (excluded.date, excluded.quantity, excluded.value)`.execute(
    tx,
  );
}

/** Adds costs to arrivals, or takes them away if negative. */
export const addToCosts = async (tenant: Tenant, costs: { id: string; amount: bigint }[]): Promise<void> =>
  void (await sql`
    UPDATE stock_movements m SET added_cost = m.added_cost + c.amount
    FROM unnest(${costs.map(({ id }) => id)}::uuid[], ${costs.map(({ amount }) => amount)}::bigint[]) AS c (id, amount)
    WHERE m.organization_id = ${tenant.organizationId} AND m.id = c.id`.execute(tenant.tx));

/** The document or action that moves stock. */
export interface Cause {
  kind: string;
  id: string;
}

/** A movement before it is stored with its cause. */
export type NewMovement = Omit<
  Movement,
  'causeKind' | 'causeId' | 'documentId' | 'userId' | 'createdAt' | 'line' | 'revalued' | 'addedCost'
>;

type Departure = Pick<
  Movement,
  'id' | 'resourceId' | 'divisionId' | 'number' | 'type' | 'causeKind' | 'counterAccountId' | 'documentId'
> & { booked: bigint };

/** Movements by their positions and numbers, with their value in the books. */
export const selectDepartures = (tenant: Tenant, keys: (StockKey & { number: number })[]) =>
  rowsOf<Departure>(tenant.tx)`
    SELECT m.id, m.resource_id, m.division_id, m.number, m.type, m.cause_kind, m.counter_account_id, m.document_id,
           coalesce(m.revalued, m.value) AS booked
    FROM ${stockMovements.of(tenant)} m
    JOIN (SELECT DISTINCT * FROM unnest(
      ${keys.map(({ resourceId }) => resourceId)}::uuid[], ${keys.map(({ divisionId }) => divisionId)}::uuid[],
      ${keys.map(({ number }) => number)}::int[]) AS given (resource_id, division_id, number)) AS k
      ON k.resource_id = m.resource_id AND k.division_id = m.division_id AND k.number = m.number`;

/** The condition that `m` is neither a reversal nor reversed. */
const isInForce = (tenant: Tenant) => sql`m.reverses_id IS NULL
  AND NOT EXISTS (SELECT FROM ${stockMovements.of(tenant)} r WHERE r.reverses_id = m.id)`;

export type MovementInForce = Movement & {
  lots: MovedLot[];
  /** Whether the value of its position was corrected since. */
  isRevalued: boolean;
};

/**
 * The movements of a cause that are not reversed; of each position, the oldest first. An adjustment right after a reversal is left
 * out: it is posted in a record of its own, which stays in the ledger whatever happens to the cause.
 */
export const selectMovementsInForce = (tenant: Tenant, { kind, id }: Cause) =>
  rowsOf<MovementInForce>(tenant.tx)`
    SELECT ${stockMovements.columns('m')}, ${lotsOfMovement(tenant)} AS lots, EXISTS (
      SELECT FROM ${stockMovements.of(tenant)} a WHERE a.resource_id = m.resource_id
        AND a.division_id = m.division_id AND a.number > m.number AND a.type = 'ADJUSTMENT') AS is_revalued
    FROM ${stockMovements.of(tenant)} m
    WHERE m.cause_kind = ${kind} AND m.cause_id = ${id} AND ${isInForce(tenant)}
      AND NOT (m.type = 'ADJUSTMENT' AND EXISTS (
        SELECT FROM ${stockMovements.of(tenant)} b WHERE b.resource_id = m.resource_id
          AND b.division_id = m.division_id AND b.number = m.number - 1 AND b.reverses_id IS NOT NULL))
    ORDER BY m.resource_id, m.division_id, m.number`;

export type CausedMovement = Pick<
  Movement,
  'id' | 'causeKind' | 'causeId' | 'resourceId' | 'divisionId' | 'date' | 'quantity' | 'value' | 'serialNumbers'
> & { lots: MovedLot[] };

/** Movements for other modules, by their ids. */
export const findMovements = (tenant: Tenant, ids: string[]): Promise<Movement[]> =>
  stockMovements.all(tenant, { id: ids });

/** The movements of several causes that are not reversed, with their values in the books. */
export const selectMovementsOfCauses = (tenant: Tenant, causes: Cause[]) =>
  rowsOf<CausedMovement>(tenant.tx)`
    SELECT m.id, m.cause_kind, m.cause_id, m.resource_id, m.division_id, m.date, trim_scale(m.quantity) AS quantity,
           coalesce(m.revalued, m.value) AS value, m.serial_numbers, ${lotsOfMovement(tenant)} AS lots
    FROM ${stockMovements.of(tenant)} m
    WHERE (m.cause_kind, m.cause_id) IN (
        SELECT * FROM unnest(${causes.map(({ kind }) => kind)}::text[], ${causes.map(({ id }) => id)}::uuid[]))
      AND m.type <> 'ADJUSTMENT' AND ${isInForce(tenant)}
    ORDER BY m.resource_id, m.division_id, m.number`;

/**
 * How much of the present quantity of each position is not there on its emptiest day from `date` on: of all these days, the
 * largest sum of the movements after it. A reversed movement counts as if it had never been. Reads only movements after
 * `date`.
 */
export const selectLaterArrivals = (tenant: Tenant, keys: StockKey[], date: string) =>
  rowsOf<StockKey & { quantity: string }>(tenant.tx)`
    SELECT resource_id, division_id, max(quantity) AS quantity FROM (
      SELECT m.resource_id, m.division_id,
             sum(sum(m.quantity)) OVER (PARTITION BY m.resource_id, m.division_id ORDER BY m.date DESC) AS quantity
      FROM ${keysOf(keys)} AS k (resource_id, division_id)
      JOIN ${stockMovements.of(tenant)} m ON m.resource_id = k.resource_id AND m.division_id = k.division_id
      WHERE m.date > ${date}::date AND ${isInForce(tenant)}
      GROUP BY m.resource_id, m.division_id, m.date
    ) AS later GROUP BY resource_id, division_id`;

export type HistoricMovement = Pick<
  Movement,
  | 'id'
  | 'resourceId'
  | 'divisionId'
  | 'number'
  | 'date'
  | 'quantity'
  | 'value'
  | 'method'
  | 'counterpartId'
  | 'counterAccountId'
  | 'documentId'
> & { productionId: string | null; booked: bigint };

/** The movements of resources that are not reversed, after a day or from the first, by day and number. */
export const selectHistory = (tenant: Tenant, resourceIds: string[], after = '-infinity') =>
  selectHistoric(tenant, sql`m.resource_id = ANY (${resourceIds}::uuid[]) AND m.date > ${after}::date`);

/** Those until a day that left or came back for documents. */
export const selectLinked = (tenant: Tenant, resourceIds: string[], until: string, documentIds: string[]) =>
  selectHistoric(
    tenant,
    sql`m.resource_id = ANY (${resourceIds}::uuid[]) AND m.date <= ${until}::date AND m.counterpart_id IS NULL
      AND m.document_id = ANY (${documentIds}::uuid[])`,
  );

/** Parts and products of a production have the value of their last valuation. */
const selectHistoric = (tenant: Tenant, condition: RawBuilder<unknown>) =>
  rowsOf<HistoricMovement>(tenant.tx)`
    SELECT m.id, m.resource_id, m.division_id, m.number, m.date, m.quantity, m.method, m.counterpart_id,
           m.counter_account_id, coalesce(m.revalued, m.value + m.added_cost) AS booked,
           CASE WHEN m.cause_kind = 'production' THEN m.cause_id END AS production_id,
           CASE WHEN m.counterpart_id IS NULL THEN m.document_id END AS document_id,
           (CASE WHEN m.cause_kind = 'production' AND m.quantity > 0 THEN m.value - (
             SELECT coalesce(sum(u.revalued - u.value), 0)::numeric(40,0) FROM ${stockMovements.of(tenant)} u
             WHERE u.cause_kind = m.cause_kind AND u.cause_id = m.cause_id)
           WHEN m.cause_kind = 'production' THEN coalesce(m.revalued, m.value) ELSE m.value + m.added_cost END)::numeric(40,0) AS value
    FROM ${stockMovements.of(tenant)} m
    WHERE ${condition} AND m.type <> 'ADJUSTMENT' AND ${isInForce(tenant)}
    ORDER BY m.date, m.number`;

export type Reservation = StockKey & { quantity: string };

/** Adds to the reservations of a cause. */
export const insertReservations = (
  { tx, organizationId, now }: TenantContext,
  { kind, id }: Cause,
  reservations: Reservation[],
): Promise<unknown> =>
  sql`
    INSERT INTO stock_reservations AS r (organization_id, cause_kind, cause_id, created_at, resource_id, division_id, quantity)
    SELECT c.organization_id, ${kind}, ${id}::uuid, ${now}::timestamptz, g.resource_id, g.division_id, sum(g.quantity)
    FROM event_counters c, unnest(${reservations.map(({ resourceId }) => resourceId)}::uuid[],
                ${reservations.map(({ divisionId }) => divisionId)}::uuid[],
                ${reservations.map(({ quantity }) => quantity)}::numeric[]) AS g (resource_id, division_id, quantity)
    WHERE c.organization_id = ${organizationId}
    GROUP BY c.organization_id, g.resource_id, g.division_id
    ON CONFLICT (organization_id, cause_kind, cause_id, resource_id, division_id) DO UPDATE
    SET quantity = r.quantity + excluded.quantity`.execute(tx);

/** Deletes the reservations of a cause and answers them: of two concurrent releases, one gets them. */
export const deleteReservations = ({ tx, organizationId }: Tenant, { kind, id }: Cause) =>
  rowsOf<Reservation>(tx)`
    DELETE FROM stock_reservations
    WHERE organization_id = ${organizationId} AND cause_kind = ${kind} AND cause_id = ${id}
    RETURNING resource_id, division_id, quantity`;
