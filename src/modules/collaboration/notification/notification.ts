import { OrganizationRequired } from '#platform/auth/permission.ts';
import type { TenantContext, UserContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { unknownReference } from '#platform/refusal.ts';
import { webPush } from '../web-push.port.ts';
import {
  countUnread,
  type NotificationFilter,
  selectNotifications,
  selectOwnIds,
  updateRead,
} from './notification.sql.ts';

export async function listNotifications(person: UserContext, query: PageRequest & NotificationFilter) {
  const { tx, organizationId, connections } = await enterOwn(person);
  const { userId } = person.actor;
  const [{ rows, counted }, unreadCount, push] = await Promise.all([
    selectNotifications(tx, organizationId, userId, query, pageWindow(query)),
    countUnread(tx, organizationId, userId),
    connections.open(tx, organizationId, webPush),
  ]);
  return { ...toPage(query, rows, counted), unreadCount, webPushKey: push.publicKey };
}

/** Marks the person's own notifications: these, or all. */
export async function markNotifications(person: UserContext, ids: string[] | null, read: boolean) {
  const { tx, organizationId, now } = await enterOwn(person);
  const { userId } = person.actor;
  if (ids) {
    const own = await selectOwnIds(tx, organizationId, userId, ids);
    const unknown = ids.findIndex((id) => !own.has(id));
    if (unknown !== -1) throw unknownReference(`body.ids[${unknown}]`, 'This notification');
  }
  const changedCount = await updateRead(tx, organizationId, userId, ids, read ? now : null);
  return { changedCount, unreadCount: await countUnread(tx, organizationId, userId) };
}

/** What is a person's own needs no permission, only the organization it is in. */
async function enterOwn(person: UserContext): Promise<TenantContext> {
  const { organization } = person.caller;
  if (!organization) throw OrganizationRequired();
  return person.enter(organization.id, person.actor);
}
