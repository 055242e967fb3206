import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Method } from './valuation.ts';

/** Which stock: of a resource, in a division. */
export interface StockKey {
  resourceId: string;
  divisionId: string;
}

export interface PositionRow extends StockKey {
  quantity: string;
  reserved: string;
  value: bigint;
  unitCost: string;
  minimum: string | null;
  negativeRule: boolean | null;
  moves: number;
  lastMovedOn: string | null;
  layered: boolean;
}

const columns = sql.raw(`p.resource_id, p.division_id, p.quantity, p.reserved, p.value, p.unit_cost, p.minimum,
  p.negative_rule, p.moves, p.last_moved_on, p.layered`);

/**
 * Positions that do not exist begin empty, and go on counting where a deleted one stopped. In the order in which they are
 * locked, so that nobody waits in a circle. Says which are new.
 */
export async function insertMissingPositions(
  tx: Tx,
  organizationId: string,
  keys: StockKey[],
  at: Temporal.Instant,
): Promise<StockKey[]> {
  const { rows } = await sql<StockKey>`
    INSERT INTO stock_positions (organization_id, resource_id, division_id, created_at, moves, last_moved_on)
    SELECT DISTINCT ON (k.resource_id, k.division_id)
           ${organizationId}::uuid, k.resource_id, k.division_id, ${at}::timestamptz, coalesce(last.number, 0), last.date
    FROM unnest(${keys.map((key) => key.resourceId)}::uuid[], ${keys.map((key) => key.divisionId)}::uuid[])
      AS k (resource_id, division_id)
    LEFT JOIN LATERAL (
      SELECT max(m.number) AS number, max(m.date) AS date FROM stock_movements m
      WHERE m.organization_id = ${organizationId} AND m.resource_id = k.resource_id AND m.division_id = k.division_id
    ) AS last ON true
    WHERE NOT EXISTS (
      SELECT FROM stock_positions p
      WHERE p.organization_id = ${organizationId} AND p.resource_id = k.resource_id AND p.division_id = k.division_id)
    ORDER BY k.resource_id, k.division_id
    ON CONFLICT DO NOTHING
    RETURNING resource_id, division_id`.execute(tx);
  return rows;
}

/** Always in the same order, so that transfers in both directions never wait for each other in a circle. */
export async function lockPositions(tx: Tx, organizationId: string, keys: StockKey[]): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    SELECT ${columns} FROM stock_positions p
    WHERE p.organization_id = ${organizationId} AND (p.resource_id, p.division_id) IN (
      SELECT * FROM unnest(${keys.map((key) => key.resourceId)}::uuid[], ${keys.map((key) => key.divisionId)}::uuid[]))
    ORDER BY p.resource_id, p.division_id FOR NO KEY UPDATE OF p`.execute(tx);
  return rows;
}

/** Everything there is of these resources, in every division. */
export async function lockPositionsOf(tx: Tx, organizationId: string, resourceIds: string[]): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    SELECT ${columns} FROM stock_positions p
    WHERE p.organization_id = ${organizationId} AND p.resource_id = ANY (${resourceIds}::uuid[])
    ORDER BY p.resource_id, p.division_id FOR NO KEY UPDATE OF p`.execute(tx);
  return rows;
}

export interface LayerRow extends StockKey {
  place: number;
  quantity: string;
  value: bigint;
}

export async function selectLayers(tx: Tx, organizationId: string, resourceIds: string[]): Promise<LayerRow[]> {
  const { rows } = await sql<LayerRow>`
    SELECT resource_id, division_id, place, quantity, value FROM stock_layers
    WHERE organization_id = ${organizationId} AND resource_id = ANY (${resourceIds}::uuid[])
    ORDER BY resource_id, division_id, place`.execute(tx);
  return rows;
}

export interface PositionChange extends StockKey {
  quantity: string;
  reserved: string;
  value: bigint;
  unitCost: string;
  resourceMinimum: string | null;
  allowsNegative: boolean;
  moves: number;
  lastMovedOn: string | null;
  layered: boolean;
}

export const updatePositions = (tx: Tx, organizationId: string, changes: PositionChange[]): Promise<unknown> => {
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
    WHERE p.organization_id = ${organizationId} AND p.resource_id = c.resource_id AND p.division_id = c.division_id`.execute(
    tx,
  );
};

/** The layers of these positions become those given: a place that is not among them is gone. */
export async function replaceLayers(
  tx: Tx,
  organizationId: string,
  keys: StockKey[],
  layers: LayerRow[],
): Promise<void> {
  const column = <K extends keyof LayerRow>(name: K) => layers.map((layer) => layer[name]);
  await sql`
    DELETE FROM stock_layers l
    USING unnest(${keys.map((key) => key.resourceId)}::uuid[], ${keys.map((key) => key.divisionId)}::uuid[])
      AS k (resource_id, division_id)
    WHERE l.organization_id = ${organizationId} AND l.resource_id = k.resource_id AND l.division_id = k.division_id
      AND NOT EXISTS (
        SELECT FROM unnest(${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('place')}::int[])
          AS g (resource_id, division_id, place)
        WHERE g.resource_id = l.resource_id AND g.division_id = l.division_id AND g.place = l.place)`.execute(tx);
  if (layers.length === 0) return;
  await sql`
    INSERT INTO stock_layers AS l (organization_id, resource_id, division_id, place, quantity, value)
    SELECT ${organizationId}::uuid, g.* FROM unnest(
      ${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('place')}::int[],
      ${column('quantity')}::numeric[], ${column('value')}::bigint[]) AS g
    ON CONFLICT (organization_id, resource_id, division_id, place) DO UPDATE
    SET quantity = excluded.quantity, value = excluded.value
    WHERE (l.quantity, l.value) IS DISTINCT FROM (excluded.quantity, excluded.value)`.execute(tx);
}

export type MovementType = 'IN' | 'OUT' | 'TRANSFER' | 'ADJUSTMENT';

export interface MovementRow extends StockKey {
  id: string;
  number: number;
  type: MovementType;
  date: string;
  quantity: string;
  value: bigint;
  quantityAfter: string;
  valueAfter: bigint;
  method: Method;
  counterpartId: string | null;
  counterpartDivisionId: string | null;
  reversesId: string | null;
  serialNumbers: string[];
  note: string | null;
}

export interface Cause {
  kind: string;
  id: string;
}

export const insertMovements = (
  tx: Tx,
  head: {
    organizationId: string;
    cause: Cause;
    documentId: string | null;
    userId: string | null;
    at: Temporal.Instant;
  },
  movements: MovementRow[],
): Promise<unknown> => {
  const column = <K extends keyof MovementRow>(name: K) => movements.map((movement) => movement[name]);
  return sql`
    INSERT INTO stock_movements (organization_id, cause_kind, cause_id, document_id, user_id, created_at, id, resource_id, division_id,
      number, type, date, quantity, value, quantity_after, value_after, method, counterpart_id, counterpart_division_id,
      reverses_id, note, serial_numbers, line)
    SELECT ${head.organizationId}::uuid, ${head.cause.kind}, ${head.cause.id}::uuid, ${head.documentId}::uuid,
           ${head.userId}::uuid, ${head.at}::timestamptz, m.id, m.resource_id, m.division_id, m.number, m.type, m.date, m.quantity, m.value,
           m.quantity_after, m.value_after, m.method, m.counterpart_id, m.counterpart_division_id, m.reverses_id, m.note,
           ARRAY(SELECT jsonb_array_elements_text(m.serial_numbers::jsonb)), m.line
    FROM unnest(
      ${column('id')}::uuid[], ${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('number')}::int[],
      ${column('type')}::text[], ${column('date')}::date[], ${column('quantity')}::numeric[], ${column('value')}::bigint[],
      ${column('quantityAfter')}::numeric[], ${column('valueAfter')}::bigint[], ${column('method')}::text[],
      ${column('counterpartId')}::uuid[], ${column('counterpartDivisionId')}::uuid[], ${column('reversesId')}::uuid[],
      ${column('note')}::text[], ${movements.map(({ serialNumbers }) => JSON.stringify(serialNumbers))}::text[]
    ) WITH ORDINALITY AS m (id, resource_id, division_id, number, type, date, quantity, value, quantity_after, value_after, method,
            counterpart_id, counterpart_division_id, reverses_id, note, serial_numbers, line)`.execute(tx);
};

export type StandingMovement = Omit<MovementRow, 'quantityAfter' | 'valueAfter'> & {
  /** Whether what its position is worth was corrected since. */
  isRevalued: boolean;
};

/** What a cause has moved and nobody has taken back; of each position, the oldest first. */
export async function selectStandingMovements(
  tx: Tx,
  organizationId: string,
  cause: Cause,
): Promise<StandingMovement[]> {
  const { rows } = await sql<StandingMovement>`
    SELECT m.id, m.resource_id, m.division_id, m.number, m.type, m.date, m.quantity, m.value, m.method, m.counterpart_id,
           m.counterpart_division_id, m.reverses_id, m.serial_numbers, m.note,
           EXISTS (SELECT FROM stock_movements a
                   WHERE a.organization_id = m.organization_id AND a.resource_id = m.resource_id
                     AND a.division_id = m.division_id AND a.number > m.number AND a.type = 'ADJUSTMENT') AS is_revalued
    FROM stock_movements m
    WHERE m.organization_id = ${organizationId} AND m.cause_kind = ${cause.kind} AND m.cause_id = ${cause.id}
      AND m.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM stock_movements r
                      WHERE r.organization_id = m.organization_id AND r.reverses_id = m.id)
    ORDER BY m.resource_id, m.division_id, m.number`.execute(tx);
  return rows;
}

export type CausedMovement = Pick<MovementRow, 'resourceId' | 'divisionId' | 'quantity' | 'value' | 'serialNumbers'> & {
  causeKind: string;
  causeId: string;
};

/** What several causes have moved and nobody has taken back. */
export async function selectMovementsOfCauses(
  tx: Tx,
  organizationId: string,
  causes: Cause[],
): Promise<CausedMovement[]> {
  const { rows } = await sql<CausedMovement>`
    SELECT m.cause_kind, m.cause_id, m.resource_id, m.division_id, trim_scale(m.quantity) AS quantity, m.value,
           m.serial_numbers
    FROM stock_movements m
    WHERE m.organization_id = ${organizationId} AND (m.cause_kind, m.cause_id) IN (
        SELECT * FROM unnest(${causes.map(({ kind }) => kind)}::text[], ${causes.map(({ id }) => id)}::uuid[]))
      AND m.type <> 'ADJUSTMENT' AND m.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM stock_movements r
                      WHERE r.organization_id = m.organization_id AND r.reverses_id = m.id)
    ORDER BY m.resource_id, m.division_id, m.number`.execute(tx);
  return rows;
}

export type HistoricMovement = Pick<
  MovementRow,
  'id' | 'resourceId' | 'divisionId' | 'number' | 'date' | 'quantity' | 'value' | 'method' | 'counterpartId'
> & { productionId: string | null; documentId: string | null };

/**
 * Every movement of resources that counts, by day and number; what was taken back is as if it had never been. What was used
 * and what was made is worth what it was valued at last.
 */
export async function selectHistory(
  tx: Tx,
  organizationId: string,
  resourceIds: string[],
): Promise<HistoricMovement[]> {
  const { rows } = await sql<HistoricMovement>`
    SELECT m.id, m.resource_id, m.division_id, m.number, m.date, m.quantity, m.method, m.counterpart_id,
           CASE WHEN m.cause_kind = 'production' THEN m.cause_id END AS production_id,
           CASE WHEN m.counterpart_id IS NULL THEN m.document_id END AS document_id,
           CASE WHEN m.cause_kind = 'production' AND m.quantity > 0 THEN m.value - (
             SELECT coalesce(sum(u.revalued - u.value), 0)::bigint FROM stock_movements u
             WHERE u.organization_id = m.organization_id AND u.cause_kind = m.cause_kind AND u.cause_id = m.cause_id)
           ELSE coalesce(m.revalued, m.value) END AS value
    FROM stock_movements m
    WHERE m.organization_id = ${organizationId} AND m.resource_id = ANY (${resourceIds}::uuid[]) AND m.type <> 'ADJUSTMENT'
      AND m.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM stock_movements r
                      WHERE r.organization_id = m.organization_id AND r.reverses_id = m.id)
    ORDER BY m.date, m.number`.execute(tx);
  return rows;
}

export const updateRevalued = (
  tx: Tx,
  organizationId: string,
  used: { id: string; value: bigint }[],
): Promise<unknown> =>
  sql`
    UPDATE stock_movements m SET revalued = g.value
    FROM unnest(${used.map(({ id }) => id)}::uuid[], ${used.map(({ value }) => value)}::bigint[]) AS g (id, value)
    WHERE m.organization_id = ${organizationId} AND m.id = g.id`.execute(tx);

export interface Reservation extends StockKey {
  quantity: string;
}

export const insertReservations = (
  tx: Tx,
  organizationId: string,
  cause: Cause,
  at: Temporal.Instant,
  reservations: Reservation[],
): Promise<unknown> =>
  sql`
    INSERT INTO stock_reservations AS r (organization_id, cause_kind, cause_id, created_at, resource_id, division_id, quantity)
    SELECT ${organizationId}::uuid, ${cause.kind}, ${cause.id}::uuid, ${at}::timestamptz, g.resource_id, g.division_id,
           sum(g.quantity)
    FROM unnest(${reservations.map(({ resourceId }) => resourceId)}::uuid[],
                ${reservations.map(({ divisionId }) => divisionId)}::uuid[],
                ${reservations.map(({ quantity }) => quantity)}::numeric[]) AS g (resource_id, division_id, quantity)
    GROUP BY g.resource_id, g.division_id
    ON CONFLICT (organization_id, cause_kind, cause_id, resource_id, division_id) DO UPDATE
    SET quantity = r.quantity + excluded.quantity`.execute(tx);

/** Takes the reservations of a cause away and says what they were: of two who release, one gets them. */
export async function deleteReservations(tx: Tx, organizationId: string, cause: Cause): Promise<Reservation[]> {
  const { rows } = await sql<Reservation>`
    DELETE FROM stock_reservations
    WHERE organization_id = ${organizationId} AND cause_kind = ${cause.kind} AND cause_id = ${cause.id}
    RETURNING resource_id, division_id, quantity`.execute(tx);
  return rows;
}
