import { z } from 'zod';
import {
  findMerchantId,
  hoursSince,
  type PayprocAccount,
  type ProviderNotice,
  payproc,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { job } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { selectByPayouts, selectTransfer } from './payout.sql.ts';
import { type InOrganization, settleTransfer, takeBack } from './payout-settle.ts';

/** Banks refuse late, also what was said to be paid. */
const FOLLOWED_HOURS = 14 * 24;
const LOOKED_AT_EVERY = { hours: 6 };

/** Finds out what became of a payout: whether it was made, where the answer was lost; whether the bank took it. */
export const followPayout = job({
  name: 'accounting/follow-payout',
  // Of one that was told somebody else looks again anyway.
  payload: z.object({ organizationId: z.uuid(), transferId: z.uuid(), told: z.boolean().default(false) }),
  // With the waits between them, a day: as long as the provider may be away.
  attempts: 14,
  run: async (ctx, { organizationId, transferId, told }) => {
    const within: InOrganization = (work) => ctx.within(organizationId, work);
    const find = () => within(({ tx }) => selectTransfer(tx, organizationId, transferId));
    const transfer = await find();
    if (!transfer || transfer.status === 'refused' || transfer.status === 'returned') return;
    const provider = await ctx.port(organizationId, payproc);
    const merchantId = await within((inside) => findMerchantId(inside, transfer.adapter));
    // Another provider knows nothing of it.
    if (provider.adapter !== transfer.adapter || !merchantId) return;
    const account = provider.account(merchantId);
    if (transfer.status === 'requested') {
      await settleTransfer(within, account, transfer).catch(async (error: unknown) => {
        // The provider's no is an outcome too; it was written down.
        if (!(error instanceof Refusal) || (await find())?.status === 'requested') throw error;
      });
    } else if (await hasFailed(account, transfer.payoutId!)) {
      return within((inside) => takeBack(inside, transferId));
    }
    if (told || hoursSince(transfer.createdAt) > FOLLOWED_HOURS) return;
    const startAt = realNow().add(LOOKED_AT_EVERY);
    await within(async (inside) => inside.enqueue(followPayout, { organizationId, transferId }, { startAt }));
  },
});

/** The provider tells of a payout that was asked for here. */
export async function lookAtPayout(ctx: TenantContext, { adapter, subject, objectId }: ProviderNotice): Promise<void> {
  if (subject !== 'payout') return;
  const { tx, organizationId } = ctx;
  for (const { id } of await selectByPayouts(tx, organizationId, adapter, [objectId]))
    ctx.enqueue(followPayout, { organizationId, transferId: id, told: true });
}

async function hasFailed(account: PayprocAccount, payoutId: string): Promise<boolean> {
  const { state } = await account.readPayout(payoutId);
  return state === 'failed' || state === 'canceled';
}
