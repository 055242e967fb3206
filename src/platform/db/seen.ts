import { type RawBuilder, sql } from 'kysely';
import type { EntityKind, Viewer } from '../entity-kind.ts';

/**
 * A condition on rows about things of any kind: the caller may see the thing. Null: nothing is hidden from them.
 */
export function isSeen(
  ctx: Viewer & { entityKinds: ReadonlyMap<string, EntityKind> },
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  const conditions = [...ctx.entityKinds.values()].flatMap((each) => {
    const seen = each.isSeen?.(ctx, id);
    return seen ? [sql`(${kind} <> ${each.field} OR ${seen})`] : [];
  });
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}
