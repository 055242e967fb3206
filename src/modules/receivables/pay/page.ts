import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { isPayableNow, MerchantNotReady } from '#modules/payments/index.ts';
import type { Steps, TenantContext } from '#platform/context.ts';
import type { Transactions } from '#platform/ports/exchange-declaration.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import type { DocumentCharge } from '../tables.ts';
import { cancelKeyOf, openMerchant, page } from './page-exchange.ts';
import { isDueOnline } from './pay-link.ts';
import { recordCharge } from './request-charge.ts';

/** A page over an old amount is closed before the next one is opened. A payment at that moment takes one more turn. */
const TURNS_MAX = 3;

/**
 * The address of the page on which the amount due of a document can be paid. Every other case (unknown document, another
 * organization, void, paid, in instalments, no online payment) has the same answer.
 */
export async function findPage(
  ctx: Steps,
  { pendingRecordId, organizationId }: { pendingRecordId: string; organizationId: string },
): Promise<string> {
  const steps = ctx.enter(organizationId);
  await steps.transaction((inside) => requireDue(inside, pendingRecordId));
  // Begin nothing for a merchant who cannot be paid: a page that cannot open would be retried for nobody.
  if (!(await isPayableNow(steps).catch(hideMerchant))) throw NotFound();
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { charge, due } = await steps.transaction((inside) => requestPage(inside, pendingRecordId));
    const { state, answer, reference } = await page.advance(steps, charge.id).catch(hideMerchant);
    if (state !== 'open') continue;
    if (answer?.url && charge.amount === due) return answer.url;
    // The bank has not decided yet: the amount may still be paid.
    if (answer?.state === 'processing') break;
    if (reference) await closePage(steps, charge, reference);
  }
  throw NotFound();
}

/** Do not show a payer why the provider refuses the merchant. */
function hideMerchant(error: unknown): never {
  throw isRefusal(error, MerchantNotReady, ProviderRefused) ? NotFound() : error;
}

async function requireDue(ctx: TenantContext, id: string) {
  const document = await selectPendingRecord(ctx, id);
  if (!document || !(await isDueOnline(ctx, document))) throw NotFound();
  return document;
}

/** The open page of the document, whatever its amount, or a new one over the amount due. */
async function requestPage(ctx: TenantContext, documentId: string): Promise<{ charge: DocumentCharge; due: bigint }> {
  const { balance: due, currency } = await requireDue(ctx, documentId);
  const merchant = await openMerchant(ctx);
  if (!merchant) throw NotFound();
  const { charge, isNew } = await recordCharge(ctx, {
    pendingRecordId: documentId,
    channel: 'page',
    methodId: null,
    adapter: merchant.adapter,
    amount: due,
    currency,
    createdBy: null,
  });
  if (isNew) await page.begin(ctx, charge.id);
  return { charge, due };
}

/** Closes a page, or books it if it was paid at that moment. */
async function closePage(steps: Transactions, charge: DocumentCharge, reference: string): Promise<void> {
  const merchant = await steps.transaction(openMerchant);
  if (merchant?.adapter === charge.adapter) await merchant.account.cancelCharge(reference, cancelKeyOf(charge.id));
  await page.advance(steps, charge.id);
}
