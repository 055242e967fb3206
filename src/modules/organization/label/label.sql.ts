import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import type { Tenant } from '#platform/db/table.ts';
import { newId } from '#platform/id.ts';
import type { LabelKind } from './label.ts';

/**
 * Makes the labels that are new and notes what they are used for. Holds the known ones against removal, and answers those that
 * are being removed.
 */
export async function upsertLabels(
  { tx, organizationId, now }: Pick<TenantContext, 'tx' | 'organizationId' | 'now'>,
  kind: LabelKind,
  names: string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    WITH known AS (
      SELECT name, removed_at FROM labels
      WHERE organization_id = ${organizationId} AND name = ANY (${names}::text[])
        AND (${kind} = ANY (used_for) OR removed_at IS NOT NULL)
      FOR KEY SHARE
    ), made AS (
      INSERT INTO labels AS l (organization_id, id, name, used_for, created_at)
      SELECT ${organizationId}::uuid, g.id, g.name, ARRAY[${kind}], ${now}::timestamptz
      FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[]) AS g (id, name)
      WHERE g.name NOT IN (SELECT name FROM known)
      ORDER BY g.name
      ON CONFLICT (organization_id, name) DO UPDATE SET used_for = array_append(l.used_for, ${kind})
      WHERE ${kind} <> ALL (l.used_for)
    )
    SELECT name FROM known WHERE removed_at IS NOT NULL`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Takes a label off up to so many rows of a table with a column `labels`; answers their ids. */
export async function takeOffRows(
  { tx, organizationId, now }: Pick<TenantContext, 'tx' | 'organizationId' | 'now'>,
  table: { name: string },
  label: string,
  limit: number,
): Promise<string[]> {
  const name: RawBuilder<unknown> = sql.table(table.name);
  const { rows } = await sql<{ id: string }>`
    UPDATE ${name} SET labels = array_remove(labels, ${label}::text), updated_at = ${now}::timestamptz
    WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM ${name} WHERE organization_id = ${organizationId} AND ${label} = ANY (labels)
      ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE)
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks a label that is to be removed: whoever uses it right now finishes first. */
export async function lockLabel({ tx, organizationId }: Tenant, id: string) {
  const { rows } = await sql<{ name: string; removedAt: string | null }>`
    SELECT name, removed_at FROM labels WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`.execute(
    tx,
  );
  return rows[0];
}
