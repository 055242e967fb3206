import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export const verifiedThings = ['quantity', 'value', 'reserved', 'layers', 'layers-value', 'units', 'ledger'] as const;

/** What is not what it should be. Quantities as decimals, values in minor units, both as text. */
export interface Difference {
  what: (typeof verifiedThings)[number];
  /** Null: all of the division. */
  resourceId: string | null;
  divisionId: string | null;
  found: string;
  expected: string;
}

export interface Verification {
  checkedAt: string | null;
  verifiedAt: string | null;
  differences: Difference[];
}

export async function selectVerification(tx: Tx, organizationId: string): Promise<Verification> {
  const row = await tx
    .selectFrom('stockVerifications')
    .select(['checkedAt', 'verifiedAt', sql<Difference[]>`differences`.as('differences')])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row ?? { checkedAt: null, verifiedAt: null, differences: [] };
}

const DIFFERENCES_KEPT_MAX = 100;

export interface Recount {
  movements: bigint;
  differences: Difference[];
}

/**
 * Counts everything anew: positions against their movements, promises and layers, units against the movements that name
 * them, and the account of the inventory against what the positions are worth. One statement, so that all is seen at the
 * same moment while others go on selling.
 */
export async function recountStock(tx: Tx, organizationId: string, inventoryAccountId: string): Promise<Recount> {
  const { rows } = await sql<Recount>`
    WITH positions AS (SELECT * FROM stock_positions WHERE organization_id = ${organizationId}),
    movements AS (SELECT * FROM stock_movements WHERE organization_id = ${organizationId}),
    compared (what, resource_id, division_id, found, expected) AS (
      SELECT 'quantity', resource_id, division_id, quantity, 0::numeric FROM positions
      UNION ALL SELECT 'quantity', resource_id, division_id, 0, quantity FROM movements
      UNION ALL SELECT 'value', resource_id, division_id, value, 0 FROM positions
      UNION ALL SELECT 'value', resource_id, division_id, 0, value FROM movements
      UNION ALL SELECT 'reserved', resource_id, division_id, reserved, 0 FROM positions
      UNION ALL SELECT 'reserved', resource_id, division_id, 0, quantity
                FROM stock_reservations WHERE organization_id = ${organizationId}
      UNION ALL SELECT side.what, l.resource_id, l.division_id, side.found, 0
                FROM stock_layers l CROSS JOIN LATERAL (VALUES ('layers', l.quantity), ('layers-value', l.value)) AS side (what, found)
                WHERE l.organization_id = ${organizationId}
      UNION ALL SELECT 'layers', resource_id, division_id, 0, quantity FROM positions WHERE layered
      UNION ALL SELECT 'layers-value', resource_id, division_id, 0, value FROM positions WHERE layered
      UNION ALL SELECT 'units', resource_id, division_id, 1, 0
                FROM serial_numbers WHERE organization_id = ${organizationId} AND division_id IS NOT NULL
      UNION ALL SELECT 'units', resource_id, division_id, 0, sign(quantity) * cardinality(serial_numbers)
                FROM movements WHERE serial_numbers <> '{}'
      UNION ALL SELECT 'ledger', NULL, division_id, balance, 0
                FROM counted_balances WHERE organization_id = ${organizationId} AND account_id = ${inventoryAccountId}
      UNION ALL SELECT 'ledger', NULL, division_id, 0, value FROM positions
    ), wrong AS (
      SELECT what, resource_id, division_id, trim_scale(sum(found))::text AS found, trim_scale(sum(expected))::text AS expected
      FROM compared GROUP BY what, resource_id, division_id
      HAVING sum(found) <> sum(expected)
      ORDER BY what, resource_id, division_id LIMIT ${DIFFERENCES_KEPT_MAX}
    )
    SELECT (SELECT count(*) FROM movements) AS movements,
           coalesce((SELECT jsonb_agg(jsonb_build_object('what', what, 'resourceId', resource_id, 'divisionId', division_id,
             'found', found, 'expected', expected)) FROM wrong), '[]') AS differences`.execute(tx);
  return rows[0]!;
}

/** How far each thing is off, however much there is of it: that changes with every sale. */
const gapsIn = (differences: string) => sql`(
  SELECT array_agg((d.what, d."resourceId", d."divisionId", d.found - d.expected)::text ORDER BY d.what, d."resourceId", d."divisionId")
  FROM jsonb_to_recordset(${sql.raw(differences)})
    AS d (what text, "resourceId" text, "divisionId" text, found numeric, expected numeric))`;

/** Keeps what came out. Answers whether something is off otherwise than the last time. */
export async function upsertVerification(
  tx: Tx,
  organizationId: string,
  at: Temporal.Instant,
  found: Recount,
): Promise<{ isNews: boolean }> {
  const differences = JSON.stringify(found.differences);
  const verifiedAt = found.differences.length === 0 ? at : null;
  const { rows } = await sql<{ isNews: boolean }>`
    WITH before AS (SELECT differences FROM stock_verifications WHERE organization_id = ${organizationId})
    INSERT INTO stock_verifications AS v (organization_id, checked_at, verified_at, movements, differences)
    VALUES (${organizationId}, ${at}, ${verifiedAt}, ${found.movements}, ${differences}::jsonb)
    ON CONFLICT (organization_id) DO UPDATE
    SET checked_at = excluded.checked_at, verified_at = coalesce(excluded.verified_at, v.verified_at),
        movements = excluded.movements, differences = excluded.differences
    RETURNING ${gapsIn('v.differences')} IS DISTINCT FROM ${gapsIn('(SELECT differences FROM before)')} AS is_news`.execute(
    tx,
  );
  return rows[0]!;
}
