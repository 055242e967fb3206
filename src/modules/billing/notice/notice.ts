import { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { job } from '#platform/jobs/job.ts';
import { BillingNoticeRefused, billingProvider } from '../billing.port.ts';
import { selectCheckoutOfProvider } from '../checkout/checkout.sql.ts';
import { settleCheckout } from '../checkout/checkout.ts';
import { selectCustomerOwner } from '../subscription/subscription.sql.ts';
import { lookAtSubscription } from '../subscription/subscription.ts';
import { deleteOldNotices, insertNotice, markHandled, selectNotice } from './notice.sql.ts';

const KEPT = { hours: 30 * 24 };

/** Verifies a notice of the billing provider and stores it with its bytes. A job handles it. */
export async function receiveNotice(ctx: WorkContext): Promise<void> {
  const provider = ctx.connections.ofService(billingProvider);
  if (!provider) throw BillingNoticeRefused();
  const { body, headers } = ctx.request;
  const { id: eventId, ...about } = provider.verifyWebhook(body, headers);
  const { adapter } = provider;
  const notice = { adapter, eventId, ...about, body: Buffer.from(body), receivedAt: realNow() };
  if (await insertNotice(ctx.tx, notice)) ctx.enqueue(handleNotice, { adapter, eventId });
}

/** Reads the object that a notice names. Doing it twice changes nothing, so it is marked as handled afterwards. */
export const handleNotice = job({
  name: 'billing/handle-notice',
  payload: z.object({ adapter: z.string(), eventId: z.string() }),
  run: async (steps, key) => {
    const notice = await steps.transaction(({ tx }) => selectNotice(tx, key));
    if (!notice || notice.handledAt) return;
    const { subject, objectId, customerId } = notice;
    const { checkout, owner } = await steps.transaction(async ({ tx }) => ({
      checkout: subject === 'checkout' ? await selectCheckoutOfProvider(tx, key.adapter, objectId) : undefined,
      owner: customerId ? await selectCustomerOwner(tx, key.adapter, customerId) : undefined,
    }));
    if (checkout) await settleCheckout(steps, checkout);
    if (subject === 'subscription' && owner) await lookAtSubscription(steps.enter(owner.organizationId), objectId);
    await steps.transaction(async ({ tx }) => void (await markHandled(tx, key, realNow())));
  },
});

export const forgetNotices = job({
  name: 'billing/forget-notices',
  payload: z.object({}),
  cron: { expression: '50 3 * * *', timeZone: 'UTC' },
  run: (ctx) => ctx.transaction(async ({ tx }) => void (await deleteOldNotices(tx, realNow().subtract(KEPT)))),
});
