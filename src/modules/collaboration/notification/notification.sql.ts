import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { affectedBy, rowOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { type Notification, notifications } from '../tables.ts';

const UNREAD_COUNTED_MAX = 10_000;

export const notificationList = listOf(notifications, {
  filters: {
    unread: filter(z.boolean().optional().describe('`true`: only unread ones; `false`: only read ones.'), (unread) =>
      unread ? sql`t.read_at IS NULL` : sql`t.read_at IS NOT NULL`,
    ),
    kind: oneOf('kind', z.string().max(60), 'Notifications of one of these kinds.'),
  },
  scope: { userId: oneOf('userId', z.uuid()) },
  sort: { created: 'createdAt' },
  order: '-created',
});

type Notice = Pick<Notification, 'kind' | 'data'> & { createdAt: Temporal.Instant };

/** Inserts a notification for each of these people who is an active member, and returns those people. */
export const insertNotifications = (
  { tx, organizationId }: Tenant,
  { kind, data, createdAt }: Notice,
  people: { userId: string; id: string; title: string; body: string; digestAt: Temporal.Instant | null }[],
) =>
  rowsOf<{ userId: string; id: string }>(tx)`
    INSERT INTO notifications (organization_id, user_id, id, kind, title, body, data, created_at, digest_at)
    SELECT m.organization_id, m.user_id, p.id, ${kind}, p.title, p.body,
           ${JSON.stringify(data)}::jsonb, ${createdAt}::timestamptz, p.digest_at
    FROM unnest(
      ${people.map(({ userId }) => userId)}::uuid[],
      ${people.map(({ id }) => id)}::uuid[],
      ${people.map(({ title }) => title)}::text[],
      ${people.map(({ body }) => body)}::text[],
      ${people.map(({ digestAt }) => digestAt?.toString() ?? null)}::timestamptz[]
    ) AS p (user_id, id, title, body, digest_at)
    JOIN memberships m ON m.organization_id = ${organizationId} AND m.user_id = p.user_id AND m.active
    RETURNING user_id, id`;

export const countUnread = (tenant: Tenant, userId: string) =>
  scalarOf<number>(tenant.tx)`
    SELECT count(*)::int AS count FROM (
      SELECT FROM ${notifications.of(tenant)} n WHERE user_id = ${userId} AND read_at IS NULL
      LIMIT ${UNREAD_COUNTED_MAX}) AS unread`;

/** Marks some, or all, as read at that time or as unread; the result is how many changed. */
export const updateRead = (
  { tx, organizationId }: Tenant,
  userId: string,
  ids: string[] | null,
  readAt: Temporal.Instant | null,
) =>
  affectedBy(tx)`
    UPDATE notifications SET read_at = ${readAt}
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND (read_at IS NULL) = ${readAt !== null}
      AND (${ids}::uuid[] IS NULL OR id = ANY (${ids}::uuid[]))`;

/** The notification, unless it has been read or the person is no longer a member. */
export const selectUnreadNotification = (tenant: Tenant, userId: string, id: string) =>
  rowOf<Notification>(tenant.tx)`
    SELECT ${notifications.columns('n')} FROM ${notifications.of(tenant)} n
    JOIN memberships m ON m.organization_id = ${tenant.organizationId} AND m.user_id = n.user_id AND m.active
    WHERE n.user_id = ${userId} AND n.id = ${id} AND n.read_at IS NULL`;

export interface DigestOf {
  userId: string;
  /** The oldest ones, up to the limit. */
  titles: string[];
  count: number;
}

/** Takes all notifications of some people that are due for a digest; answers the unread ones of those who are still members. */
export async function takeDueForDigest(
  tenant: Tenant,
  now: Temporal.Instant,
  { peopleMax, titlesMax }: { peopleMax: number; titlesMax: number },
): Promise<DigestOf[]> {
  const { organizationId, tx } = tenant;
  return rowsOf<DigestOf>(tx)`
    WITH taken AS (
      UPDATE notifications n SET digest_at = NULL
      FROM (
        SELECT DISTINCT user_id FROM ${notifications.of(tenant)} d WHERE digest_at <= ${now}::timestamptz
        ORDER BY user_id LIMIT ${peopleMax}) AS due
      WHERE n.organization_id = ${organizationId} AND n.user_id = due.user_id AND n.digest_at <= ${now}::timestamptz
      RETURNING n.user_id, n.id, n.title, n.read_at
    )
    SELECT t.user_id, (array_agg(t.title ORDER BY t.id))[1:${titlesMax}] AS titles, count(*)::int AS count
    FROM taken t JOIN memberships m ON m.organization_id = ${organizationId} AND m.user_id = t.user_id AND m.active
    WHERE t.read_at IS NULL GROUP BY t.user_id`;
}

export async function findOrganizationName({ tx, organizationId }: Tenant): Promise<string> {
  const { name } = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return name;
}
