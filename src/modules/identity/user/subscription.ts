import type { z } from 'zod';
import type { Services, UserContext, WorkContext } from '#platform/context.ts';
import { checkOutboundUrl, OutboundRefused } from '#platform/http/outbound.ts';
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

export interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export async function subscribe(ctx: UserContext, wanted: z.output<typeof NewSubscription>) {
  const { userId } = ctx.actor;
  if (wanted.channel === 'web-push') refuseForeignEndpoint(ctx, wanted.endpoint);
  const target = wanted.channel === 'email' ? ctx.actor.email : wanted.endpoint;
  const keys =
    wanted.channel === 'email' ? null : ctx.secrets.encrypt(JSON.stringify(wanted.keys), keysPurpose(target));
  const row = { id: newId(), userId, channel: wanted.channel, target, keys, createdAt: ctx.now };
  const subscription = await upsertSubscription(ctx.tx, row);
  await deleteOldSubscriptions(ctx.tx, userId, SUBSCRIPTIONS_MAX);
  return subscription;
}

/** The service calls this address, so it must not lead into its own network. */
function refuseForeignEndpoint(ctx: Services, endpoint: string): void {
  try {
    checkOutboundUrl(endpoint, ctx.config.WEBHOOK_ALLOW_PRIVATE);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    const { reason, message } = error;
    throw InvalidRequest(message, { errors: [{ path: 'body.endpoint', code: reason, message }] });
  }
}

/** The channels on which these people want notifications. */
export const subscriptionsOf = (ctx: WorkContext, userIds: string[]): Promise<Subscription[]> =>
  selectSubscriptions(ctx.tx, userIds);

/** The push subscription of a browser, or null if it is gone. */
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
