import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { isSeen } from '#platform/db/seen.ts';
import { rowsOf } from '#platform/db/table.ts';
import { fileLinks, files } from '../tables.ts';

/**
 * A condition on the file `t`. A file that belongs to hidden things only, such as the tasks of a board of others, is hidden from
 * everybody but the person who uploaded it. Null: nothing is hidden from the caller.
 */
export function isFileSeen(ctx: TenantContext) {
  const seen = isSeen(ctx, sql`l.entity_kind`, sql`l.entity_id`);
  if (!seen) return null;
  const links = sql`SELECT FROM ${fileLinks.of(ctx)} l WHERE l.file_id = t.id`;
  return sql<boolean>`(t.created_by = ${ctx.userId}
    OR NOT EXISTS (${links} AND NOT ${seen}) OR EXISTS (${links} AND ${seen}))`;
}

/** Those of these files that the caller sees. */
export async function selectSeenFiles(ctx: TenantContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const condition = ids.length > 0 && isFileSeen(ctx);
  if (!condition) return new Set(ids);
  const rows = await rowsOf<{ id: string }>(ctx.tx)`
    SELECT t.id FROM ${files.of(ctx)} t WHERE t.id = ANY (${ids}::uuid[]) AND ${condition}`;
  return new Set(rows.map(({ id }) => id));
}
