import { z } from 'zod';
import { findBrowser, forgetSubscription, type Subscription, subscriptionsOf } from '#modules/identity/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { OutboundRefused } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { type TenantJobContext, tenantJob } from '#platform/jobs/job.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { inEachLanguage } from '#platform/pages/language.ts';
import { generalSettings } from '#platform/settings/general.ts';
import type { SettingsOf } from '#platform/settings/section.ts';
import { readSettings, readSettingsOf } from '#platform/settings/settings.ts';
import { shortened } from '#platform/text.ts';
import { tick } from '#platform/tick.ts';
import { type PushOutcome, type PushTarget, webPush } from '../web-push.port.ts';
import { nextDigestTime } from './digest.ts';
import { findOrganizationName, insertNotifications, selectUnreadNotification } from './notification.sql.ts';
import { notificationSettings, userNotificationSettings } from './settings.ts';

export const digests = tick('digests');

const TITLE_LENGTH_MAX = 200;
const BODY_LENGTH_MAX = 2_000;
const PUSHED_LENGTH_MAX = 300;

interface NoticeText {
  title: string;
  body: string;
}

/** A message to members, in every language. */
export interface Notice {
  /** The kind, as settings and filters name it: `mention`. */
  kind: string;
  es: NoticeText;
  en: NoticeText;
  /** The ids of the things that it is about. */
  data?: Record<string, string>;
}

/** Notifies active members: in their lists at once, and through the channels that they subscribed to. */
export async function notify(ctx: TenantContext, userIds: string[], notice: Notice): Promise<void> {
  if (userIds.length === 0) return;
  const [{ language }, ours, personal, subscriptions] = await Promise.all([
    readSettings(ctx, generalSettings),
    readSettings(ctx, notificationSettings),
    readSettingsOf(ctx, userIds, userNotificationSettings),
    subscriptionsOf(ctx, userIds),
  ]);
  const channels = subscriptions.filter(({ userId, channel }) =>
    isWanted(channel, notice.kind, ours, personal.get(userId)!),
  );
  const mailed = new Set(channels.filter(({ channel }) => channel === 'email').map(({ userId }) => userId));
  const digestAt = nextDigestTime(ctx);
  const isDigested = (userId: string): boolean => personal.get(userId)!.digest === 'daily' && !mailed.has(userId);
  const texts = inEachLanguage((spoken) => ({
    title: shortened(notice[spoken].title, TITLE_LENGTH_MAX),
    body: shortened(notice[spoken].body, BODY_LENGTH_MAX),
  }));
  const textFor = (userId: string): NoticeText => texts[personal.get(userId)!.language ?? language];
  const notified = await insertNotifications(
    ctx,
    { kind: notice.kind, data: notice.data ?? {}, createdAt: ctx.now },
    [...personal.keys()].map((userId) => ({
      ...textFor(userId),
      userId,
      id: newId(),
      digestAt: isDigested(userId) ? digestAt : null,
    })),
  );
  if (notified.some(({ userId }) => isDigested(userId))) ctx.wakeAt(digests, digestAt);
  const idOf = new Map(notified.map(({ userId, id }) => [userId, id]));
  // A person may be a member of several organizations.
  const name = mailed.size > 0 ? await findOrganizationName(ctx) : '';
  for (const channel of channels) {
    const notificationId = idOf.get(channel.userId);
    if (!notificationId) continue;
    const { title: subject, body } = textFor(channel.userId);
    if (channel.channel === 'email') ctx.mail({ to: channel.target, subject, text: [body, name].join('\n\n').trim() });
    else enqueuePush(ctx, channel, notificationId);
  }
}

/** Notifies the owner of the organization. */
export async function notifyOwner(ctx: TenantContext, notice: Notice): Promise<void> {
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (owner) await notify(ctx, [owner.userId], notice);
}

function isWanted(
  channel: Subscription['channel'],
  kind: string,
  ours: SettingsOf<typeof notificationSettings>,
  personal: SettingsOf<typeof userNotificationSettings>,
): boolean {
  if (channel === 'web-push') return kind !== 'mention' || personal.pushOnMention;
  const mailed = ours.mailedKinds === 'all' || ours.mailedKinds.includes(kind);
  return mailed && (kind !== 'mention' || personal.emailOnMention);
}

/** Each browser has its own job, so that a failing one does not repeat the messages to the others. */
function enqueuePush(ctx: TenantContext, { id: subscriptionId, userId, target }: Subscription, notificationId: string) {
  ctx.enqueue(pushNotification, { userId, notificationId, subscriptionId }, { group: new URL(target).host });
}

const push = { userId: z.uuid(), notificationId: z.uuid(), subscriptionId: z.uuid() };

export const pushNotification = tenantJob({
  name: 'collaboration/push-notification',
  payload: push,
  queue: 'deliveries',
  timeoutSeconds: 60,
  run: async (ctx, wanted) => {
    const found = await readPush(ctx, wanted);
    if (!found) return;
    const outcome = await send(ctx, found.target, found.message);
    if (outcome === 'refused') ctx.log.warn({ subscriptionId: wanted.subscriptionId }, 'push message refused');
    if (outcome === 'gone')
      await ctx.transaction((unit) => forgetSubscription(unit, wanted.userId, wanted.subscriptionId));
  },
});

/** Null if the notification has been read, or the person or browser is gone. */
const readPush = (
  ctx: TenantSteps,
  { userId, notificationId, subscriptionId }: { userId: string; notificationId: string; subscriptionId: string },
) =>
  ctx.transaction(async (unit) => {
    const { organizationId } = unit;
    const [notification, target] = await Promise.all([
      selectUnreadNotification(unit, userId, notificationId),
      findBrowser(unit, userId, subscriptionId),
    ]);
    if (!notification || !target) return null;
    const { id, kind, title, body, data } = notification;
    const message = { notificationId: id, organizationId, kind, title, body: shortened(body, PUSHED_LENGTH_MAX), data };
    return { target, message: JSON.stringify(message) };
  });

async function send(ctx: TenantJobContext, target: PushTarget, message: string): Promise<PushOutcome> {
  const browsers = await ctx.port(webPush);
  try {
    return await browsers.send(target, message, ctx.signal);
  } catch (error) {
    // An address that may not be called stays so: there is no point in retrying.
    if (error instanceof OutboundRefused) return 'gone';
    throw error;
  }
}
