import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface Notification {
  id: string;
  kind: string;
  title: string;
  body: string;
  data: Record<string, string>;
  createdAt: string;
  readAt: string | null;
}

const columns = ['id', 'kind', 'title', 'body', 'data', 'createdAt', 'readAt'] as const;
const UNREAD_COUNTED_MAX = 10_000;

/** One notification for each of these people who is an active member; answers who they are. */
export async function insertNotifications(
  tx: Tx,
  notice: {
    organizationId: string;
    kind: string;
    title: string;
    body: string;
    data: Record<string, string>;
    createdAt: Temporal.Instant;
  },
  people: { userId: string; id: string; digestAt: Temporal.Instant | null }[],
): Promise<{ userId: string; id: string }[]> {
  const { rows } = await sql<{ userId: string; id: string }>`
    INSERT INTO notifications (organization_id, user_id, id, kind, title, body, data, created_at, digest_at)
    SELECT m.organization_id, m.user_id, p.id, ${notice.kind}, ${notice.title}, ${notice.body},
           ${JSON.stringify(notice.data)}::jsonb, ${notice.createdAt}::timestamptz, p.digest_at
    FROM unnest(
      ${people.map(({ userId }) => userId)}::uuid[],
      ${people.map(({ id }) => id)}::uuid[],
      ${people.map(({ digestAt }) => digestAt?.toString() ?? null)}::timestamptz[]
    ) AS p (user_id, id, digest_at)
    JOIN memberships m ON m.organization_id = ${notice.organizationId} AND m.user_id = p.user_id AND m.active
    RETURNING user_id, id`.execute(tx);
  return rows;
}

export interface NotificationFilter {
  unread?: boolean | undefined;
  kind?: string | undefined;
}

/** A person's notifications in one organization, newest first. */
export async function selectNotifications(
  tx: Tx,
  organizationId: string,
  userId: string,
  filter: NotificationFilter,
  window: PageWindow,
): Promise<{ rows: Notification[]; counted: number }> {
  const mine = tx
    .selectFrom('notifications')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .$if(filter.unread === true, (query) => query.where('readAt', 'is', null))
    .$if(filter.unread === false, (query) => query.where('readAt', 'is not', null))
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind!));
  const [rows, counted] = await Promise.all([
    mine
      .select(columns)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, mine.select('id'), window.countLimit),
  ]);
  return { rows: rows as Notification[], counted };
}

export async function countUnread(tx: Tx, organizationId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM notifications
      WHERE organization_id = ${organizationId} AND user_id = ${userId} AND read_at IS NULL
      LIMIT ${UNREAD_COUNTED_MAX}) AS unread`.execute(tx);
  return rows[0]!.count;
}

/** Which of these are the person's own. */
export async function selectOwnIds(
  tx: Tx,
  organizationId: string,
  userId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('notifications')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Marks some, or all, as read at that time or as unread; answers how many changed. */
export async function updateRead(
  tx: Tx,
  organizationId: string,
  userId: string,
  ids: string[] | null,
  readAt: Temporal.Instant | null,
): Promise<number> {
  const result = await tx
    .updateTable('notifications')
    .set({ readAt })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('readAt', readAt ? 'is' : 'is not', null)
    .$if(ids !== null, (query) => query.where('id', '=', sql<string>`ANY (${ids}::uuid[])`))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Nothing where it has been read, or where the person is no longer a member. */
export async function selectUnreadNotification(
  tx: Tx,
  organizationId: string,
  userId: string,
  id: string,
): Promise<Notification | undefined> {
  const row = await tx
    .selectFrom('notifications')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.organizationId', '=', 'notifications.organizationId')
        .onRef('memberships.userId', '=', 'notifications.userId')
        .on('memberships.active', '=', true),
    )
    .select(columns)
    .where('notifications.organizationId', '=', organizationId)
    .where('notifications.userId', '=', userId)
    .where('id', '=', id)
    .where('readAt', 'is', null)
    .executeTakeFirst();
  return row as Notification | undefined;
}

/** Takes what is due for the daily letters; `wanted` is what is still unread, by someone who is still a member. */
export async function takeDueForDigest(
  tx: Tx,
  organizationId: string,
  now: Temporal.Instant,
  limit: number,
): Promise<{ userId: string; title: string; wanted: boolean }[]> {
  const { rows } = await sql<{ userId: string; title: string; wanted: boolean }>`
    WITH taken AS (
      UPDATE notifications SET digest_at = NULL
      WHERE organization_id = ${organizationId} AND (user_id, id) IN (
        SELECT user_id, id FROM notifications
        WHERE organization_id = ${organizationId} AND digest_at <= ${now}::timestamptz
        ORDER BY digest_at LIMIT ${limit})
      RETURNING user_id, id, title, read_at
    )
    SELECT t.user_id, t.title, t.read_at IS NULL AND coalesce(m.active, false) AS wanted
    FROM taken t LEFT JOIN memberships m ON m.organization_id = ${organizationId} AND m.user_id = t.user_id
    ORDER BY t.id`.execute(tx);
  return rows;
}

export async function selectNextDigest(tx: Tx, organizationId: string): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    SELECT min(digest_at) AS next FROM notifications
    WHERE organization_id = ${organizationId} AND digest_at IS NOT NULL`.execute(tx);
  return rows[0]!.next;
}

export async function findOrganizationName(tx: Tx, id: string): Promise<string> {
  const { name } = await tx.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return name;
}
