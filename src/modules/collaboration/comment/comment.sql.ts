import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface Comment {
  id: string;
  entityKind: string;
  entityId: string;
  userId: string;
  message: string;
  mentions: string[];
  createdAt: string;
}

export const insertComment = (
  tx: Tx,
  comment: Omit<Comment, 'createdAt'> & { organizationId: string; createdAt: Temporal.Instant },
): Promise<unknown> => tx.insertInto('comments').values(comment).execute();

/** The comments on one thing, newest first. */
export async function selectComments(
  tx: Tx,
  organizationId: string,
  thing: { field: string; id: string },
  window: PageWindow,
): Promise<{ rows: Comment[]; counted: number }> {
  const onThing = tx
    .selectFrom('comments')
    .where('organizationId', '=', organizationId)
    .where('entityKind', '=', thing.field)
    .where('entityId', '=', thing.id);
  const [rows, counted] = await Promise.all([
    onThing
      .select(['id', 'entityKind', 'entityId', 'userId', 'message', 'mentions', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, onThing.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

export const selectActiveMembers = (tx: Tx, organizationId: string, userIds: string[]) =>
  tx
    .selectFrom('memberships')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', sql<string>`ANY (${userIds}::uuid[])`)
    .where('active', '=', true)
    .execute();

/** Moves the comments on some things to another of the same kind. */
export async function moveComments(
  tx: Tx,
  organizationId: string,
  entityKind: string,
  { from, into }: { from: string[]; into: string },
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ entityId: into })
    .where('organizationId', '=', organizationId)
    .where('entityKind', '=', entityKind)
    .where('entityId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();
}
