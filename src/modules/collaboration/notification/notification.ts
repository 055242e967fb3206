import type { z } from 'zod';
import { OrganizationRequired } from '#platform/auth/permission.ts';
import type { TenantContext, UserContext } from '#platform/context.ts';
import { requireKnown } from '#platform/refusal.ts';
import { notifications } from '../tables.ts';
import { webPush } from '../web-push.port.ts';
import type { NotificationsRead } from './notification.schema.ts';
import { countUnread, notificationList, updateRead } from './notification.sql.ts';

export async function listNotifications(person: UserContext, query: z.output<typeof notificationList.query>) {
  const ctx = await enterOwn(person);
  const { userId } = person.actor;
  const [page, unreadCount, push] = await Promise.all([
    notificationList.page(ctx, { ...query, userId }),
    countUnread(ctx, userId),
    ctx.connections.open(ctx.tx, ctx.organizationId, webPush),
  ]);
  return { ...page, unreadCount, webPushKey: push.publicKey };
}

/** Marks the given notifications of the person, or all of them. */
export async function markNotifications(person: UserContext, { ids, read }: z.output<typeof NotificationsRead>) {
  const ctx = await enterOwn(person);
  const { userId } = person.actor;
  if (ids) {
    const own = new Set((await notifications.all(ctx, { userId, id: ids }, { columns: ['id'] })).map(({ id }) => id));
    requireKnown(ids, own, 'body.ids', 'This notification');
  }
  const changedCount = await updateRead(ctx, userId, ids ?? null, read ? ctx.now : null);
  return { changedCount, unreadCount: await countUnread(ctx, userId) };
}

/** A person needs no permission for their own notifications, only an organization. */
async function enterOwn(person: UserContext): Promise<TenantContext> {
  const { organization } = person.caller;
  if (!organization) throw OrganizationRequired();
  return person.enter(organization.id, person.actor);
}
