import { columnOf, onlyRowOf, type Tenant } from '#platform/db/table.ts';
import {
  lotMovements,
  lotPositions,
  serialNumbers,
  stockCheckpoints,
  stockLayers,
  stockMovements,
  stockPositions,
  stockReservations,
} from '../tables.ts';
import type { Difference } from './verification.schema.ts';

/** The products that have checkpoints. */
export const selectCheckpointed = (tenant: Tenant) =>
  columnOf<string>(tenant.tx)`SELECT DISTINCT c.resource_id FROM ${stockCheckpoints.of(tenant)} c`;

const DIFFERENCES_KEPT_MAX = 100;

interface Recount {
  movements: bigint;
  /** Quantities as decimals, values in minor units, both as text. */
  differences: Difference[];
}

/**
 * Compares positions with their movements, reservations and layers, units and lots with the movements that name them, and
 * the inventory account with the value of the positions. One statement, so that all is read at the same moment while sales
 * continue.
 */
export const recountStock = (tenant: Tenant, inventoryAccountId: string) =>
  onlyRowOf<Recount>(tenant.tx)`
    WITH positions AS (SELECT * FROM ${stockPositions.of(tenant)} p),
    movements AS (SELECT * FROM ${stockMovements.of(tenant)} m),
    compared (what, resource_id, division_id, found, expected) AS (
      SELECT 'quantity', resource_id, division_id, quantity, 0::numeric FROM positions
      UNION ALL SELECT 'quantity', resource_id, division_id, 0, quantity FROM movements
      UNION ALL SELECT 'value', resource_id, division_id, value, 0 FROM positions
      UNION ALL SELECT 'value', resource_id, division_id, 0, value FROM movements
      UNION ALL SELECT 'reserved', resource_id, division_id, reserved, 0 FROM positions
      UNION ALL SELECT 'reserved', resource_id, division_id, 0, quantity FROM ${stockReservations.of(tenant)} r
      UNION ALL SELECT side.what, l.resource_id, l.division_id, side.found, 0
                FROM ${stockLayers.of(tenant)} l
                CROSS JOIN LATERAL (VALUES ('layers', l.quantity), ('layers-value', l.value)) AS side (what, found)
      UNION ALL SELECT 'layers', resource_id, division_id, 0, quantity FROM positions WHERE layered
      UNION ALL SELECT 'layers-value', resource_id, division_id, 0, value FROM positions WHERE layered
      UNION ALL SELECT 'units', resource_id, division_id, 1, 0
                FROM ${serialNumbers.of(tenant)} s WHERE division_id IS NOT NULL
      UNION ALL SELECT 'units', resource_id, division_id, 0, sign(quantity) * cardinality(serial_numbers)
                FROM movements WHERE serial_numbers <> '{}'
      UNION ALL SELECT 'lots', resource_id, division_id, quantity, 0 FROM ${lotPositions.of(tenant)} l
      UNION ALL SELECT 'lots', resource_id, division_id, 0, quantity FROM ${lotMovements.of(tenant)} l
      UNION ALL SELECT 'ledger', NULL, division_id, balance, 0 FROM counted_balances
                WHERE organization_id = ${tenant.organizationId} AND account_id = ${inventoryAccountId}
      UNION ALL SELECT 'ledger', NULL, division_id, 0, value FROM positions
    ), wrong AS (
      SELECT what, resource_id, division_id, trim_scale(sum(found))::text AS found, trim_scale(sum(expected))::text AS expected
      FROM compared GROUP BY what, resource_id, division_id
      HAVING sum(found) <> sum(expected)
      ORDER BY what, resource_id, division_id LIMIT ${DIFFERENCES_KEPT_MAX}
    )
    SELECT (SELECT count(*) FROM movements) AS movements,
           coalesce((SELECT jsonb_agg(jsonb_build_object('what', what, 'resourceId', resource_id, 'divisionId', division_id,
             'found', found, 'expected', expected)) FROM wrong), '[]') AS differences`;
