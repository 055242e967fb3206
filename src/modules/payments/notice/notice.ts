import { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { type Job, job, tenantJob } from '#platform/jobs/job.ts';
import { type NoticeKey, NoticeOf, noticesIn } from '#platform/ports/notices.ts';
import { afterProviderNotice } from '../hooks.ts';
import { selectOwner } from '../merchant/merchant.sql.ts';
import { findMerchant, refreshMerchant } from '../merchant/merchant.ts';
import { payproc, WebhookRefused } from '../payproc.port.ts';

const notices = noticesIn('paymentNotices');
/** A notice may arrive before the answer that names its merchant. */
const OWNER_SEARCHED_AFTER_SECONDS = [5, 60, 600];
const Handling = NoticeOf.extend({ search: z.number().int().min(0).default(0) });

/** Verifies a notice and stores it with its bytes. A job handles it, so that the provider has its answer at once. */
export async function receiveNotice(ctx: WorkContext): Promise<void> {
  const provider = ctx.connections.ofService(payproc);
  if (!provider) throw WebhookRefused();
  const key = await notices.receive(ctx, provider, ({ createdAt: occurredAt, ...about }) => ({ ...about, occurredAt }));
  if (key) ctx.enqueue(handleNotice, key);
}

/**
 * Handles a notice once. Notices come late, twice, out of order or never and carry no state, so a notice only causes its
 * object to be read now instead of later.
 */
export const handleNotice: Job<typeof Handling> = job({
  name: 'payments/handle-notice',
  payload: Handling,
  run: (steps, { search, ...key }) => steps.transaction((ctx) => handle(ctx, key, search)),
});

async function handle(ctx: WorkContext, key: NoticeKey, search: number): Promise<void> {
  const notice = await notices.lock(ctx, key);
  if (!notice) return;
  const { adapter, subject, objectId, merchantId } = notice;
  const organizationId = merchantId && (await selectOwner(ctx.tx, adapter, merchantId));
  const seconds = OWNER_SEARCHED_AFTER_SECONDS[search];
  if (merchantId && !organizationId && seconds !== undefined)
    return ctx.enqueue(handleNotice, { ...key, search: search + 1 }, { startAt: realNow().add({ seconds }) });
  await notices.markHandled(ctx, key);
  if (!organizationId) return;
  const tenant = await ctx.enter(organizationId);
  if (subject === 'merchant') tenant.enqueue(checkMerchant, {});
  await afterProviderNotice(tenant, { adapter, subject, objectId });
}

/** Reads the state of the merchant account, which decides whether customers are offered online payment. */
export const checkMerchant = tenantJob({
  name: 'payments/look-at-merchant',
  run: async (ctx) => {
    const provider = await ctx.port(payproc);
    const known = await findMerchant(ctx, provider);
    if (known) await refreshMerchant(ctx, provider, known);
  },
});

export const forgetNotices = notices.forget('payments/forget-notices', '40 3 * * *');
