import type { z } from 'zod';
import type { UserContext, WorkContext } from '#platform/context.ts';
import { requireOutboundUrl } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import {
  deleteOldSubscriptions,
  deleteSubscription,
  type Subscription,
  selectAnyPushSubscription,
  selectPushSubscription,
  selectSubscriptions,
  upsertSubscription,
} from './subscription.sql.ts';
import type { NewSubscription } from './user.schema.ts';

const SUBSCRIPTIONS_MAX = 20;

interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export async function subscribe(ctx: UserContext, wanted: z.output<typeof NewSubscription>) {
  const { userId } = ctx.actor;
  if (wanted.channel === 'web-push') requireOutboundUrl(ctx, wanted.endpoint, InvalidRequest, 'body.endpoint');
  const target = wanted.channel === 'email' ? ctx.actor.email : wanted.endpoint;
  const keys =
    wanted.channel === 'email' ? null : ctx.secrets.encrypt(JSON.stringify(wanted.keys), keysPurpose(target));
  const row = { id: newId(), userId, channel: wanted.channel, target, keys, createdAt: ctx.now };
  const subscription = await upsertSubscription(ctx.tx, row);
  await deleteOldSubscriptions(ctx.tx, userId, SUBSCRIPTIONS_MAX);
  return subscription;
}

/** The channels on which these people want notifications. */
export const subscriptionsOf = (ctx: WorkContext, userIds: string[]): Promise<Subscription[]> =>
  selectSubscriptions(ctx.tx, userIds);

export async function findBrowser(ctx: WorkContext, userId: string, id: string): Promise<Browser | null> {
  const row = await selectPushSubscription(ctx.tx, userId, id);
  if (!row?.keys) return null;
  const keys = JSON.parse(ctx.secrets.decrypt(row.keys, keysPurpose(row.target)).toString()) as Browser['keys'];
  return { endpoint: row.target, keys };
}

/** Deletes the subscription of a browser that is gone. */
export const forgetSubscription = (ctx: WorkContext, userId: string, id: string): Promise<unknown> =>
  deleteSubscription(ctx.tx, userId, id);

const keysPurpose = (target: string): string => `push keys ${target}`;

export const sealedPushKeys: SealedKind = {
  what: 'keys of browsers',
  sample: async ({ tx }) => {
    const row = await selectAnyPushSubscription(tx);
    return row?.keys ? { sealed: row.keys, purpose: keysPurpose(row.target) } : null;
  },
};
