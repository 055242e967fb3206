import { AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { findChargeAnswer } from '#modules/contacts/index.ts';
import { type PendingRecord, selectPendingRecord } from '#modules/invoicing/index.ts';
import { type ChargeState, isPayableNow, MerchantNotReady } from '#modules/payments/index.ts';
import type { Steps, TenantContext, TenantSteps } from '#platform/context.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import { NotFound, Refusal, refusal } from '#platform/refusal.ts';
import { ChargeInProgress } from '../charge/charge.ts';
import { recordCharge } from '../charge/request-charge.ts';
import { NothingDue } from '../pay/pay.ts';
import { type DocumentCharge, documentCharges } from '../tables.ts';
import { cancelKeyOf, openMerchant } from './hosted-page.ts';
import { page } from './page-exchange.ts';
import { isDueOnline } from './pay-link.ts';

export const OnlinePaymentUnavailable = refusal(
  'online_payment_unavailable',
  'The organization cannot be paid online at the moment: choose another way to pay.',
);

/** A page over another amount is closed before the next one is opened. A payment at that moment takes one more turn. */
const TURNS_MAX = 3;

interface WantedPage {
  pendingRecordId: string;
  /** The amount to pay, by the document as it is now; refuses where nothing can be paid. */
  amountOf(ctx: TenantContext, document: PendingRecord): Promise<bigint>;
  /** The customer at the provider for whom the card is saved; null: it is not saved. */
  customerReference: string | null;
  /** Notes the charge in the transaction that records it. */
  note?(ctx: TenantContext, charge: DocumentCharge): Promise<unknown>;
}

/** Opens the page of the payment processor for a document. A repetition answers the same page while it is open. */
export async function openDocumentPage(steps: TenantSteps, wanted: WantedPage) {
  // Do not begin for a merchant who cannot be paid: a page that cannot open would be retried without use.
  if (!(await isPayableNow(steps).catch(noIfRefused))) throw OnlinePaymentUnavailable();
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { charge, amount } = await steps.transaction((inside) => requestPage(inside, wanted));
    const { state, answer, reference } = await page.advance(steps, charge.id).catch(hideReason);
    if (state !== 'open') continue;
    const isWanted = charge.amount === amount && charge.customerReference === wanted.customerReference;
    if (answer?.url && isWanted) return { charge, url: answer.url, state: answer.state };
    // The bank has not decided yet: the amount may still be paid.
    if (answer?.state === 'processing') break;
    if (reference) await closePage(steps, charge, reference);
  }
  throw ChargeInProgress();
}

/** Do not show a payer why the provider refuses the merchant, or why an earlier payment cannot be booked yet. */
function hideReason(error: unknown): never {
  if (isRefusal(error, ...guardRefusals, AccountNotPostable)) throw ChargeInProgress();
  throw isRefusal(error, MerchantNotReady, ProviderRefused) ? OnlinePaymentUnavailable() : error;
}

function noIfRefused(error: unknown): false {
  if (isRefusal(error, MerchantNotReady, ProviderRefused)) return false;
  throw error;
}

/** The open page of the document, whatever its amount, or a new one. */
async function requestPage(
  ctx: TenantContext,
  wanted: WantedPage,
): Promise<{ charge: DocumentCharge; amount: bigint }> {
  const document = await selectPendingRecord(ctx, wanted.pendingRecordId);
  if (!document) throw NotFound();
  const amount = await wanted.amountOf(ctx, document);
  const merchant = await openMerchant(ctx);
  if (!merchant) throw OnlinePaymentUnavailable();
  const { charge, isNew } = await recordCharge(ctx, {
    pendingRecordId: document.id,
    channel: 'page',
    methodId: null,
    adapter: merchant.adapter,
    customerReference: wanted.customerReference,
    amount,
    currency: document.currency,
    createdBy: null,
  });
  if (isNew) await page.begin(ctx, charge.id);
  await wanted.note?.(ctx, charge);
  return { charge, amount };
}

/** Closes a page, or books it if it was paid at that moment. */
async function closePage(steps: TenantSteps, charge: DocumentCharge, reference: string): Promise<void> {
  const merchant = await steps.transaction(openMerchant);
  if (merchant?.adapter === charge.adapter) await merchant.account.cancelCharge(reference, cancelKeyOf(charge.id));
  await page.advance(steps, charge.id);
}

/** Looks at the outcome of a payment page now instead of later. Answers how far it is. */
export async function checkDocumentPage(steps: TenantSteps, chargeId: string) {
  const { channel } = await steps.transaction((ctx) => documentCharges.get(ctx, chargeId));
  if (channel === 'page') await page.advance(steps, chargeId);
}

const findOpenPage = (ctx: TenantContext, pendingRecordId: string) =>
  documentCharges.find(ctx, { pendingRecordId, channel: 'page', status: 'requested' });

/** A void document cannot be paid: its open page is looked at now, which closes it. */
export async function closePageOfVoid(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  const charge = await findOpenPage(ctx, pendingRecordId);
  const reference = charge && (await page.find(ctx, charge.id))?.reference;
  if (reference) await page.lookAt(ctx, reference);
}

/** Looks at the open page of a document now. Returns the answer of the provider. Null: there is no open page, or the provider does not answer. */
export async function checkOpenPage(steps: TenantSteps, pendingRecordId: string): Promise<ChargeState | null> {
  const charge = await steps.transaction((ctx) => findOpenPage(ctx, pendingRecordId));
  if (!charge) return null;
  try {
    return (await page.advance(steps, charge.id)).answer?.state ?? null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The last answer of the provider about a charge for a document. */
export async function findDocumentPayment(
  ctx: TenantContext,
  chargeId: string,
): Promise<{ state: string; declineReason?: string | null } | null> {
  const { channel } = await documentCharges.get(ctx, chargeId);
  return channel === 'page' ? ((await page.find(ctx, chargeId))?.answer ?? null) : findChargeAnswer(ctx, chargeId);
}

/**
 * The address of the page on which the amount due of a document can be paid. Every other case (unknown document, another
 * organization, void, paid, in instalments, no online payment) has the same answer.
 */
export async function findPage(
  ctx: Steps,
  { pendingRecordId, organizationId }: { pendingRecordId: string; organizationId: string },
): Promise<string> {
  const steps = ctx.enter(organizationId);
  const dueOf = async (inside: TenantContext, document: PendingRecord | undefined): Promise<bigint> => {
    if (!document || !(await isDueOnline(inside, document))) throw NothingDue();
    return document.balance;
  };
  try {
    await steps.transaction(async (inside) => dueOf(inside, await selectPendingRecord(inside, pendingRecordId)));
    const { url } = await openDocumentPage(steps, { pendingRecordId, amountOf: dueOf, customerReference: null });
    return url;
  } catch (error) {
    throw isRefusal(error, NothingDue, OnlinePaymentUnavailable, ChargeInProgress) ? NotFound() : error;
  }
}
