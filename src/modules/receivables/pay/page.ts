import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { MerchantNotReady } from '#modules/payments/index.ts';
import type { Steps, TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import type { Transactions } from '#platform/ports/exchange-declaration.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import { type DocumentCharge, insertRequested, selectRequested } from './charge.sql.ts';
import { cancelKeyOf, openMerchant, page } from './page-exchange.ts';
import { isDueOnline } from './pay-link.ts';

/** A page over an old amount is closed before the next one is opened. A payer who pays at that very moment costs one more turn. */
const TURNS_MAX = 3;

/**
 * Leads a payer to the page on which what is due on a document can be paid. In every other case (no such document, of another
 * organization, void, paid, in instalments, not to be paid online) the answer is the same.
 */
export async function leadToPage(
  ctx: Steps,
  { pendingRecordId, organizationId }: { pendingRecordId: string; organizationId: string },
): Promise<string> {
  const steps = ctx.enter(organizationId);
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { charge, due } = await steps.transaction((inside) => requestPage(inside, pendingRecordId));
    const { state, answer, reference } = await page.advance(steps, charge.id).catch(hideMerchant);
    if (state !== 'open') continue;
    if (answer?.url && charge.amount === due) return answer.url;
    // The bank has not decided yet.
    if (answer?.state === 'processing') break;
    if (reference) await closePage(steps, charge, reference);
  }
  throw NotFound();
}

/** A payer is not told what the provider thinks of the merchant. */
function hideMerchant(error: unknown): never {
  throw isRefusal(error, MerchantNotReady, ProviderRefused) ? NotFound() : error;
}

/** The document, if something of it can be paid online. */
async function requireDue(ctx: TenantContext, id: string) {
  const document = await selectPendingRecord(ctx, id);
  if (!document || !(await isDueOnline(ctx, document))) throw NotFound();
  return document;
}

/** The one page that is open for the document, whatever its amount; or a new one over what is due. */
async function requestPage(ctx: TenantContext, documentId: string): Promise<{ charge: DocumentCharge; due: bigint }> {
  const { tx, organizationId } = ctx;
  const { balance: due, currency } = await requireDue(ctx, documentId);
  const merchant = await openMerchant(ctx);
  if (!merchant) throw NotFound();
  const { adapter } = merchant;
  const row = { id: newId(), pendingRecordId: documentId, channel: 'page' as const, methodId: null, adapter };
  const whose = { createdBy: null, createdAt: realNow() };
  await insertRequested(tx, organizationId, { ...row, ...whose, amount: due, currency });
  const charge = await selectRequested(tx, organizationId, documentId, 'page');
  // The outcome of the other became known while this one waited for its insert.
  if (!charge) throw new RetryTransaction();
  if (charge.id === row.id) await page.begin(ctx, charge.id);
  return { charge, due };
}

/** A page that was paid at that very moment is booked. */
async function closePage(steps: Transactions, charge: DocumentCharge, reference: string): Promise<void> {
  const merchant = await steps.transaction(openMerchant);
  if (merchant?.adapter === charge.adapter) await merchant.account.cancelCharge(reference, cancelKeyOf(charge.id));
  await page.advance(steps, charge.id);
}
