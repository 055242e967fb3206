import { sql } from 'kysely';
import { configuration } from '../db/configuration.ts';
import { rowsOf } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

configuration({ name: 'organizationSettings' });

/** Whose settings: the organization's own, or those of one person in it. */
export interface SettingsOwner {
  organizationId: string;
  userId: string | null;
}

interface SettingsRow {
  section: string;
  value: Record<string, unknown>;
  version: number;
}

/** Every stored section, or one. */
export async function selectSettings(tx: Tx, owner: SettingsOwner, section: string | null): Promise<SettingsRow[]> {
  const { table, isOwners } = placeOf(owner);
  const { rows } = await sql<SettingsRow>`
    SELECT section, value, version FROM ${table}
    WHERE ${isOwners} AND (${section}::text IS NULL OR section = ${section})`.execute(tx);
  return rows;
}

/** One section of several people. */
export const selectSettingsOf = (tx: Tx, organizationId: string, userIds: string[], section: string) =>
  rowsOf<{ userId: string; value: Record<string, unknown> }>(tx)`
    SELECT user_id, value FROM user_settings
    WHERE organization_id = ${organizationId} AND user_id = ANY (${userIds}::uuid[]) AND section = ${section}`;

/** Makes the row unless it is there, and holds it. */
export async function lockSettings(
  tx: Tx,
  owner: SettingsOwner,
  section: string,
  at: Temporal.Instant,
): Promise<SettingsRow> {
  const { table, key, values } = placeOf(owner);
  const { rows } = await sql<SettingsRow>`
    INSERT INTO ${table} (${key}, section, value, updated_at)
    VALUES (${values}, ${section}, '{}', ${at})
    ON CONFLICT (${key}, section) DO UPDATE SET section = excluded.section
    RETURNING section, value, version`.execute(tx);
  return rows[0]!;
}

export const updateSettings = (
  tx: Tx,
  owner: SettingsOwner,
  section: string,
  value: Record<string, unknown>,
  at: Temporal.Instant,
): Promise<unknown> => {
  const { table, isOwners } = placeOf(owner);
  return sql`
    UPDATE ${table} SET value = ${JSON.stringify(value)}::jsonb, version = version + 1, updated_at = ${at}
    WHERE ${isOwners} AND section = ${section}`.execute(tx);
};

const placeOf = ({ organizationId, userId }: SettingsOwner) =>
  userId === null
    ? {
        table: sql`organization_settings`,
        key: sql`organization_id`,
        values: sql`${organizationId}::uuid`,
        isOwners: sql`organization_id = ${organizationId}`,
      }
    : {
        table: sql`user_settings`,
        key: sql`organization_id, user_id`,
        values: sql`${organizationId}::uuid, ${userId}::uuid`,
        isOwners: sql`organization_id = ${organizationId} AND user_id = ${userId}`,
      };
