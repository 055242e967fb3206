import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { filter, listOf, several } from '#platform/db/list.ts';
import { columnOf, rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { newId } from '#platform/id.ts';
import { equalsFolded } from '#platform/search/search.sql.ts';
import type { LabelRemoval } from '../hooks.ts';
import { labels } from '../tables.ts';
import { type LabelKind, labelKinds } from './label-kind.ts';

/** Makes the labels that are new and notes what they are used for. Holds the known ones against removal. */
export const upsertLabels = (
  { tx, organizationId, now }: Pick<TenantContext, 'tx' | 'organizationId' | 'now'>,
  kind: LabelKind,
  names: string[],
): Promise<unknown> =>
  sql`
    WITH known AS (
      SELECT name FROM labels
      WHERE organization_id = ${organizationId} AND name = ANY (${names}::text[]) AND removed_at IS NULL
        AND ${kind} = ANY (used_for)
      FOR KEY SHARE
    )
    INSERT INTO labels AS l (organization_id, id, name, used_for, created_at)
    SELECT ${organizationId}::uuid, g.id, g.name, ARRAY[${kind}], ${now}::timestamptz
    FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[]) AS g (id, name)
    WHERE g.name NOT IN (SELECT name FROM known)
    ORDER BY g.name
    ON CONFLICT (organization_id, name) WHERE removed_at IS NULL
    DO UPDATE SET used_for = array_append(l.used_for, ${kind}) WHERE ${kind} <> ALL (l.used_for)`.execute(tx);

/** A condition: nobody uses the name again as another label. */
export const isUnused = ({ organizationId }: Pick<Tenant, 'organizationId'>, name: string): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (
    SELECT FROM labels n WHERE n.organization_id = ${organizationId} AND n.name = ${name} AND n.removed_at IS NULL)`;

/**
 * Takes a label off up to `limit` rows of a table with a column `labels`; answers their ids. If the name is used again, only rows
 * that have not changed since the removal lose it.
 */
export async function takeOffRows(
  ctx: Pick<TenantContext, 'tx' | 'organizationId' | 'now'>,
  table: { name: string },
  removal: LabelRemoval,
): Promise<string[]> {
  const { tx, organizationId, now } = ctx;
  const { name, removedAt, limit } = removal;
  const labelled = sql.table(table.name);
  const rows = await rowsOf<{ id: string }>(tx)`
    UPDATE ${labelled} SET labels = array_remove(labels, ${name}::text), updated_at = ${now}::timestamptz
    WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM ${labelled} WHERE organization_id = ${organizationId} AND ${name} = ANY (labels)
        AND (updated_at <= ${removedAt}::timestamptz OR ${isUnused(ctx, name)})
      ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE)
    RETURNING id`;
  if (rows.length === limit) removal.isDone = false;
  return rows.map(({ id }) => id);
}

/** Locks a label that is to be removed: transactions that use it finish first. */
export const lockLabel = ({ tx, organizationId }: Tenant, id: string) =>
  rowOf<{ name: string; removedAt: string | null }>(tx)`
    SELECT name, removed_at FROM labels WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`;

/** The labels that are written like this, whatever their case and accents. */
export const labelsLike = (tenant: Tenant, text: string) =>
  columnOf<string>(tenant.tx)`
    SELECT DISTINCT l.name FROM ${labels.of(tenant)} l WHERE ${equalsFolded(sql`l.name`, text)}`;

/** A filter of rows with a column `labels`. */
export const hasLabel = filter(
  z.string().trim().min(1).max(60).optional().describe('Those with this label, in upper or lower case.'),
  async (value, ctx) => sql`(t.labels <> '{}' AND t.labels && ${await labelsLike(ctx, value)}::text[])`,
);

export const labelList = listOf(labels, {
  filters: {
    usedFor: filter(
      several(z.enum(labelKinds)).optional().describe('Those that things of this kind have had.'),
      (kinds) => sql`t.used_for && ${[kinds].flat()}::text[]`,
    ),
  },
  where: () => sql`t.removed_at IS NULL`,
  sort: { name: 'name' },
  order: 'name',
});
