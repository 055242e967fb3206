import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { UnitCorrection } from '../hooks.ts';
import type { Cause } from './stock.sql.ts';

export const serialStatuses = [
  'in-stock',
  'reserved',
  'sold',
  'returned',
  'used',
  'scrapped',
  'in-transit',
  'withdrawn',
] as const;
export type SerialStatus = (typeof serialStatuses)[number];

/** How a unit leaves for good. */
export const departures = ['sold', 'returned', 'used', 'scrapped'] as const;
/** Or only from here, on its way to another division. */
export type Departure = (typeof departures)[number] | 'in-transit';

export type SerialEventKind = Departure | 'received' | 'reserved' | 'released' | 'moved' | 'restored' | 'withdrawn';

/** A column of serial numbers with the right ones in the places of the wrong ones. */
export const correctedUnits = (column: string, { wrong, right }: UnitCorrection): RawBuilder<string[]> =>
  sql`ARRAY (
    SELECT coalesce(c.right_one, n.number)
    FROM unnest(${sql.ref(column)}) WITH ORDINALITY AS n (number, place)
    LEFT JOIN unnest(${wrong}::text[], ${right}::text[]) AS c (wrong_one, right_one) ON c.wrong_one = n.number
    ORDER BY n.place)`;

export interface SerialKey {
  resourceId: string;
  serialNumber: string;
}

export interface SerialState extends SerialKey {
  status: SerialStatus;
  divisionId: string | null;
  leftAs: Departure | null;
  causeKind: string | null;
  causeId: string | null;
  changes: number;
}

const stateColumns = sql.raw(
  's.resource_id, s.serial_number, s.status, s.division_id, s.left_as, s.cause_kind, s.cause_id, s.changes',
);

/** In one order for everyone, behind the positions. */
export async function lockSerials(tx: Tx, organizationId: string, keys: SerialKey[]): Promise<SerialState[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<SerialState>`
    SELECT ${stateColumns} FROM serial_numbers s
    WHERE s.organization_id = ${organizationId} AND (s.resource_id, s.serial_number) IN (
      SELECT * FROM unnest(${keys.map((key) => key.resourceId)}::uuid[], ${keys.map((key) => key.serialNumber)}::text[]))
    ORDER BY s.resource_id, s.serial_number FOR NO KEY UPDATE OF s`.execute(tx);
  return rows;
}

export async function lockSerialsOfCause(tx: Tx, organizationId: string, cause: Cause): Promise<SerialState[]> {
  const { rows } = await sql<SerialState>`
    SELECT ${stateColumns} FROM serial_numbers s
    WHERE s.organization_id = ${organizationId} AND s.cause_kind = ${cause.kind} AND s.cause_id = ${cause.id}
    ORDER BY s.resource_id, s.serial_number FOR NO KEY UPDATE OF s`.execute(tx);
  return rows;
}

/** The units of these resources that are in a division now, reserved ones included; held as they are. */
export async function lockSerialsHere(
  tx: Tx,
  organizationId: string,
  resourceIds: string[],
  divisionId: string,
): Promise<SerialState[]> {
  const { rows } = await sql<SerialState>`
    SELECT ${stateColumns} FROM serial_numbers s
    WHERE s.organization_id = ${organizationId} AND s.resource_id = ANY (${resourceIds}::uuid[])
      AND s.division_id = ${divisionId}
    ORDER BY s.resource_id, s.serial_number FOR NO KEY UPDATE OF s`.execute(tx);
  return rows;
}

/**
 * Writes what became of units, and answers how many it could write: a unit that someone else has changed or made since it
 * was read is left alone.
 */
export async function upsertSerials(
  tx: Tx,
  organizationId: string,
  at: Temporal.Instant,
  states: SerialState[],
): Promise<number> {
  const column = <K extends keyof SerialState>(name: K) => states.map((state) => state[name]);
  const { rows } = await sql`
    INSERT INTO serial_numbers AS s (organization_id, created_at, updated_at, resource_id, serial_number, status,
      division_id, left_as, cause_kind, cause_id, changes)
    SELECT ${organizationId}::uuid, ${at}::timestamptz, ${at}::timestamptz, g.* FROM unnest(
      ${column('resourceId')}::uuid[], ${column('serialNumber')}::text[], ${column('status')}::text[],
      ${column('divisionId')}::uuid[], ${column('leftAs')}::text[], ${column('causeKind')}::text[],
      ${column('causeId')}::uuid[], ${column('changes')}::int[])
      AS g (resource_id, serial_number, status, division_id, left_as, cause_kind, cause_id, changes)
    ORDER BY g.resource_id, g.serial_number COLLATE "C"
    ON CONFLICT (organization_id, resource_id, serial_number) DO UPDATE
    SET status = excluded.status, division_id = excluded.division_id, left_as = excluded.left_as,
        cause_kind = excluded.cause_kind, cause_id = excluded.cause_id, changes = excluded.changes,
        updated_at = excluded.updated_at
    WHERE s.changes < excluded.changes
    RETURNING 1 AS written`.execute(tx);
  return rows.length;
}

export interface SerialEvent extends SerialKey {
  number: number;
  kind: SerialEventKind;
  divisionId: string | null;
  movementId: string | null;
}

export const insertSerialEvents = (
  tx: Tx,
  head: { organizationId: string; cause: Cause; userId: string | null; at: Temporal.Instant },
  events: SerialEvent[],
): Promise<unknown> => {
  const column = <K extends keyof SerialEvent>(name: K) => events.map((event) => event[name]);
  return sql`
    INSERT INTO serial_events (organization_id, cause_kind, cause_id, user_id, created_at, resource_id, serial_number,
      number, kind, division_id, movement_id)
    SELECT ${head.organizationId}::uuid, ${head.cause.kind}, ${head.cause.id}::uuid, ${head.userId}::uuid,
           ${head.at}::timestamptz, g.* FROM unnest(
      ${column('resourceId')}::uuid[], ${column('serialNumber')}::text[], ${column('number')}::int[],
      ${column('kind')}::text[], ${column('divisionId')}::uuid[], ${column('movementId')}::uuid[]) AS g`.execute(tx);
};
