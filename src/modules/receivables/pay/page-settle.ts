import { selectPendingRecord } from '#modules/invoicing/index.ts';
import {
  type Charge,
  findMerchantId,
  keyIsForgotten,
  type PayprocAccount,
  payproc,
  type Steps,
} from '#modules/payments/index.ts';
import type { Services, TenantContext } from '#platform/context.ts';
import { bookCharge } from './book-charge.ts';
import { type DocumentCharge, lockDocumentCharge, updateDocumentCharge } from './charge.sql.ts';

export interface PageMerchant {
  adapter: string;
  account: PayprocAccount;
  returnUrl: string;
}

/** The merchant account of the organization; null before it is open. */
export async function openMerchant(steps: Steps, { config, publicUrl }: Services): Promise<PageMerchant | null> {
  const provider = await steps.port(payproc);
  const merchantId = await steps.transaction((inside) => findMerchantId(inside, provider.adapter));
  if (!merchantId) return null;
  const returnUrl = config.APP_URL ?? publicUrl;
  return { adapter: provider.adapter, account: provider.account(merchantId), returnUrl };
}

/**
 * What the provider says of a page, asked for under its own key: one that was paid is booked, one that is over is closed.
 * Answers the charge while it can still be paid, else null.
 */
export async function learnPage(steps: Steps, merchant: PageMerchant, charge: DocumentCharge): Promise<Charge | null> {
  const isLost = !charge.chargeId && keyIsForgotten(charge.createdAt);
  if (charge.adapter !== merchant.adapter || isLost) {
    await giveUp(steps, charge.id);
    return null;
  }
  const made = await askProvider(steps, merchant, charge);
  if (made.state === 'succeeded') {
    await settlePage(steps, merchant, charge.id, made.id);
    return null;
  }
  if (made.state === 'canceled') {
    await giveUp(steps, charge.id);
    return null;
  }
  if (!charge.chargeId) await steps.transaction((ctx) => keepName(ctx, charge.id, made.id));
  return made;
}

/** Closes a page; one that was paid at that moment is booked. */
export async function closePage(
  steps: Steps,
  merchant: PageMerchant,
  charge: DocumentCharge,
  providerId: string,
): Promise<void> {
  const made = await merchant.account.cancelCharge(providerId, `${charge.id}-cancel`);
  if (made.state === 'succeeded') await settlePage(steps, merchant, charge.id, providerId);
  else await giveUp(steps, charge.id);
}

/** Books what was paid; what nobody owed goes back. Both can be repeated. */
export async function settlePage(
  steps: Steps,
  { account }: PageMerchant,
  id: string,
  providerId: string,
): Promise<void> {
  const { refund } = await steps.transaction(async (ctx) => {
    await keepName(ctx, id, providerId);
    return bookCharge(ctx, id, 'payout');
  });
  if (refund > 0n) await account.refundCharge(providerId, refund, `${id}-refund`);
}

async function askProvider(steps: Steps, { account, returnUrl }: PageMerchant, charge: DocumentCharge) {
  const { amount, currency, chargeId, id, pendingRecordId } = charge;
  if (chargeId) return account.readCharge(chargeId);
  const document = await steps.transaction(({ tx, organizationId }) =>
    selectPendingRecord(tx, organizationId, pendingRecordId),
  );
  const description = `Factura ${document!.number}`;
  const byHand = { customerId: null, paymentMethodId: null, offSession: false, saveMethod: false } as const;
  return account.charge({ ...byHand, amount, currency, capture: 'automatic', description, returnUrl }, id);
}

const keepName = (ctx: TenantContext, id: string, chargeId: string): Promise<unknown> =>
  updateDocumentCharge(ctx.tx, ctx.organizationId, id, { chargeId });

const giveUp = (steps: Steps, id: string): Promise<void> =>
  steps.transaction(async (ctx) => {
    const charge = await lockDocumentCharge(ctx.tx, ctx.organizationId, id);
    if (charge?.status !== 'requested') return;
    await updateDocumentCharge(ctx.tx, ctx.organizationId, id, { status: 'failed' });
  });
