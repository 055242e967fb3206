import type { WorkContext } from '#platform/context.ts';
import { job } from '#platform/jobs/job.ts';
import { NoticeOf, noticesIn } from '#platform/ports/notices.ts';
import { BillingNoticeRefused, billingProvider } from '../billing.port.ts';
import { selectCheckoutOfProvider } from '../checkout/checkout.sql.ts';
import { settleCheckout } from '../checkout/checkout.ts';
import { selectCustomerOwner } from '../subscription/subscription.sql.ts';
import { checkSubscription } from '../subscription/subscription.ts';

const notices = noticesIn('billingNotices');

/** Verifies a notice of the billing provider and stores it with its bytes. A job handles it. */
export async function receiveNotice(ctx: WorkContext): Promise<void> {
  const provider = ctx.connections.ofService(billingProvider);
  if (!provider) throw BillingNoticeRefused();
  const key = await notices.receive(ctx, provider, (about) => about);
  if (key) ctx.enqueue(handleNotice, key);
}

/** Reads the object that a notice names. Doing it twice changes nothing, so it is marked as handled afterwards. */
export const handleNotice = job({
  name: 'billing/handle-notice',
  payload: NoticeOf,
  run: async (steps, key) => {
    const found = await steps.transaction(async (ctx) => {
      const notice = await notices.lock(ctx, key);
      if (!notice) return null;
      const { subject, objectId, customerId } = notice;
      const checkout =
        subject === 'checkout' ? await selectCheckoutOfProvider(ctx.tx, key.adapter, objectId) : undefined;
      const owner = customerId ? await selectCustomerOwner(ctx.tx, key.adapter, customerId) : undefined;
      return { subject, objectId, checkout, owner };
    });
    if (!found) return;
    const { subject, objectId, checkout, owner } = found;
    if (checkout) await settleCheckout(steps, checkout);
    if (subject === 'subscription' && owner) await checkSubscription(steps.enter(owner.organizationId), objectId);
    await steps.transaction((ctx) => notices.markHandled(ctx, key));
  },
});

export const forgetNotices = notices.forget('billing/forget-notices', '50 3 * * *');
