import { sql } from 'kysely';
import { rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import type { FieldError } from '#platform/refusal.ts';
import { appData, type DataRow, dataKeys } from '../tables.ts';

export interface TypeKey {
  appId: string;
  type: string;
}

/** Adds to the number of rows of a type; its limit is a constraint of the table. */
export async function addToTally({ tx, organizationId }: Tenant, { appId, type }: TypeKey, change: number) {
  if (change === 0) return;
  await sql`
    INSERT INTO app_data_tallies (organization_id, app_id, type, rows) VALUES (${organizationId}, ${appId}, ${type}, ${change})
    ON CONFLICT (organization_id, app_id, type) DO UPDATE SET rows = app_data_tallies.rows + excluded.rows`.execute(tx);
}

export async function takeFromTally({ tx, organizationId }: Tenant, { appId, type }: TypeKey) {
  await sql`
    UPDATE app_data_tallies SET rows = rows - 1
    WHERE organization_id = ${organizationId} AND app_id = ${appId} AND type = ${type}`.execute(tx);
}

/** The rows that have one of these values of a key, by the value. */
export const selectKeyed = (
  tenant: Tenant,
  { appId, type }: TypeKey,
  keys: readonly { name: string; value: Buffer }[],
) =>
  rowsOf<{ name: string; value: Buffer; rowId: string }>(tenant.tx)`
    SELECT k.name, k.value, k.row_id FROM ${dataKeys.of(tenant)} k
    JOIN unnest(${keys.map(({ name }) => name)}::text[], ${keys.map(({ value }) => value)}::bytea[]) AS g (name, value)
      ON k.name = g.name AND k.value = g.value
    WHERE k.app_id = ${appId} AND k.type = ${type}`;

/** Gives rows their keys, except those that another row has: answers the rows that got all they asked for. */
export function insertFreeKeys(
  tenant: Tenant,
  { appId, type }: TypeKey,
  keys: readonly { name: string; value: Buffer; rowId: string }[],
) {
  const rows = keys.map(({ name, value, rowId }) => ({ appId, type, name, value, rowId }));
  return rowsOf<{ name: string; rowId: string }>(tenant.tx)`
    ${dataKeys.insertion(tenant, rows)} ON CONFLICT DO NOTHING RETURNING name, row_id`;
}

/** The next rows of an app by their id, locked, to be checked against another release. */
export const lockRowsAfter = (tenant: Tenant, appId: string, after: string | null, limit: number) =>
  rowsOf<DataRow>(tenant.tx)`
    SELECT ${appData.columns()} FROM app_data
    WHERE organization_id = ${tenant.organizationId} AND app_id = ${appId} AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${limit} FOR UPDATE`;

/** Writes what a check found. The row itself has not changed, so its version stays. */
export async function updateProblems(
  { tx, organizationId }: Tenant,
  found: readonly { id: string; problem: FieldError | null }[],
): Promise<void> {
  if (found.length === 0) return;
  await sql`
    UPDATE app_data t SET problem = g.problem
    FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS g (id uuid, problem jsonb)
    WHERE t.organization_id = ${organizationId} AND t.id = g.id`.execute(tx);
}

/** A row with secret fields, to try the key. */
export const selectSealedRow = (tenant: Tenant) =>
  rowOf<{ id: string; secrets: Buffer }>(tenant.tx)`
    SELECT d.id, d.secrets FROM ${appData.of(tenant)} d WHERE d.secrets IS NOT NULL LIMIT 1`;
