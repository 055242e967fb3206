import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { UnitCorrection } from '../hooks.ts';
import { type SerialEvent, type SerialKey, type SerialUnit, serialNumbers } from '../tables.ts';

/** A column of serial numbers with the right ones in the places of the wrong ones. */
export const correctedUnits = (column: string, { wrong, right }: UnitCorrection): RawBuilder<string[]> =>
  sql`ARRAY (
    SELECT coalesce(c.right_one, n.number)
    FROM unnest(${sql.ref(column)}) WITH ORDINALITY AS n (number, place)
    LEFT JOIN unnest(${wrong}::text[], ${right}::text[]) AS c (wrong_one, right_one) ON c.wrong_one = n.number
    ORDER BY n.place)`;

/** A unit with its place and status. */
export type SerialState = Pick<
  SerialUnit,
  'resourceId' | 'serialNumber' | 'status' | 'divisionId' | 'leftAs' | 'causeKind' | 'causeId' | 'changes'
>;

export type NewSerialEvent = Omit<SerialEvent, 'causeKind' | 'causeId' | 'userId' | 'createdAt'>;

/** Locks units, always in the same order, and after the positions. */
export async function lockSerials(tenant: Tenant, keys: SerialKey[]): Promise<SerialState[]> {
  if (keys.length === 0) return [];
  return rowsOf<SerialState>(tenant.tx)`
    SELECT ${serialNumbers.columns('s')} FROM ${serialNumbers.of(tenant)} s
    WHERE (s.resource_id, s.serial_number) IN (
      SELECT * FROM unnest(${keys.map((key) => key.resourceId)}::uuid[], ${keys.map((key) => key.serialNumber)}::text[]))
    ORDER BY s.resource_id, s.serial_number FOR NO KEY UPDATE OF s`;
}

/** Locks all matching units, in the same order. */
export const lockSerialsBy = (tenant: Tenant, match: Parameters<typeof serialNumbers.all>[1]): Promise<SerialState[]> =>
  serialNumbers.all(tenant, match, { orderBy: ['resourceId', 'serialNumber'], lock: 'FOR NO KEY UPDATE' });

/**
 * Writes the states of units and answers how many were written: a unit that was changed or created concurrently is left
 * alone.
 */
export async function upsertSerials(
  { tx, organizationId, now }: TenantContext,
  states: SerialState[],
): Promise<number> {
  const column = <K extends keyof SerialState>(name: K) => states.map((state) => state[name]);
  const { rows } = await sql`
    INSERT INTO serial_numbers AS s (organization_id, created_at, updated_at, resource_id, serial_number, status,
      division_id, left_as, cause_kind, cause_id, changes)
    SELECT c.organization_id, ${now}::timestamptz, ${now}::timestamptz, g.* FROM event_counters c, unnest(
      ${column('resourceId')}::uuid[], ${column('serialNumber')}::text[], ${column('status')}::text[],
      ${column('divisionId')}::uuid[], ${column('leftAs')}::text[], ${column('causeKind')}::text[],
      ${column('causeId')}::uuid[], ${column('changes')}::int[])
      AS g (resource_id, serial_number, status, division_id, left_as, cause_kind, cause_id, changes)
    WHERE c.organization_id = ${organizationId}
    ORDER BY g.resource_id, g.serial_number COLLATE "C"
    ON CONFLICT (organization_id, resource_id, serial_number) DO UPDATE
    SET status = excluded.status, division_id = excluded.division_id, left_as = excluded.left_as,
        cause_kind = excluded.cause_kind, cause_id = excluded.cause_id, changes = excluded.changes,
        updated_at = excluded.updated_at
    WHERE s.changes < excluded.changes
    RETURNING 1 AS written`.execute(tx);
  return rows.length;
}
