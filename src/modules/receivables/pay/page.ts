import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { MerchantNotReady, type Steps, stepsIn } from '#modules/payments/index.ts';
import type { TenantContext, VisitorContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import { type DocumentCharge, insertRequested, selectRequested } from './charge.sql.ts';
import { followPageLater } from './page-follow.ts';
import { closePage, learnPage, openMerchant, type PageMerchant } from './page-settle.ts';
import { isDueOnline } from './pay-link.ts';

/** A page over an old amount is closed, and the next one opened; somebody who pays at that very moment costs one more turn. */
const TURNS_MAX = 3;

/**
 * Leads a payer to the page on which what is due on a document can be paid. Whatever else is the case (no such document, of
 * another organization, void, paid, in instalments, not to be paid online) the answer is the same.
 */
export async function leadToPage(
  ctx: VisitorContext,
  { pendingRecordId, organizationId }: { pendingRecordId: string; organizationId: string },
): Promise<string> {
  const steps = stepsIn(ctx, organizationId);
  await steps.transaction((inside) => requireDue(inside, pendingRecordId));
  const merchant = await openMerchant(steps, ctx);
  if (!merchant) throw NotFound();
  return findPage(steps, merchant, pendingRecordId).catch(hideMerchant);
}

async function findPage(steps: Steps, merchant: PageMerchant, pendingRecordId: string): Promise<string> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { charge, due } = await steps.transaction((inside) => requestPage(inside, merchant, pendingRecordId));
    const page = await learnPage(steps, merchant, charge);
    if (page?.url && charge.amount === due) return page.url;
    // The bank is still looking at it: whether it is paid will be known.
    if (page?.state === 'processing') break;
    if (page) await closePage(steps, merchant, charge, page.id);
  }
  throw NotFound();
}

/** What the provider thinks of the merchant is nothing that a payer is told. */
function hideMerchant(error: unknown): never {
  throw isRefusal(error, MerchantNotReady, ProviderRefused) ? NotFound() : error;
}

/** The document, if something of it can be paid online. */
async function requireDue(ctx: TenantContext, id: string) {
  const document = await selectPendingRecord(ctx.tx, ctx.organizationId, id);
  if (!document || !(await isDueOnline(ctx, document))) throw NotFound();
  return document;
}

/** The one charge that is open for the document: the one there is, whatever its amount, or a new one over what is due. */
async function requestPage(
  ctx: TenantContext,
  { adapter }: PageMerchant,
  documentId: string,
): Promise<{ charge: DocumentCharge; due: bigint }> {
  const { tx, organizationId } = ctx;
  const { balance: due, currency } = await requireDue(ctx, documentId);
  const id = newId();
  const row = { id, pendingRecordId: documentId, channel: 'page' as const, methodId: null, adapter };
  await insertRequested(tx, organizationId, { ...row, amount: due, currency, createdBy: null, createdAt: realNow() });
  const charge = await selectRequested(tx, organizationId, documentId, 'page');
  // Its outcome became known while this one waited for it.
  if (!charge) throw new RetryTransaction();
  if (charge.id === id) followPageLater(ctx, charge);
  return { charge, due };
}
