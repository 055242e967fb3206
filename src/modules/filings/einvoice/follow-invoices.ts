import { FiscalReceiptSent } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import type { FiscalStamp, Subscriber } from '#platform/module.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockDocumentOf, selectDocumentOf, selectStamps, updateDocument } from './document.sql.ts';
import { submitFiscalDocument } from './document.ts';
import { contentOfInvoice } from './invoice.ts';

const INVOICE = 'invoice';
const heard = ['invoice:created', 'invoice:updated'];

/**
 * Every invoice that took an electronic number goes to the authority. An event is enough: it is never lost, issuing waits for
 * no signature, and the law wants the paper only once the document is accepted.
 */
export const followInvoices: Subscriber = {
  name: 'filings/follow-invoices',
  follows: heard,
  eventsAtOnce: 20,
  handle: async (ctx, events) => {
    for (const id of invoicesIn(events)) await submitInvoice(ctx, id);
  },
};

const invoicesIn = (events: RecordedEvent[]): Set<string> =>
  new Set(events.map(({ payload }) => (payload as { invoiceId: string }).invoiceId));

async function submitInvoice(ctx: TenantContext, id: string): Promise<void> {
  if (await selectDocumentOf(ctx.tx, ctx.organizationId, INVOICE, id)) return;
  try {
    const content = await contentOfInvoice(ctx, id);
    if (content) await submitFiscalDocument(ctx, { source: { kind: INVOICE, id }, content });
  } catch (error) {
    // One invoice that cannot be told, of a day without law for example, does not stop those behind it.
    if (!(error instanceof Refusal)) throw error;
    ctx.log.error({ err: error, invoiceId: id }, 'an invoice cannot become an electronic document');
  }
}

/** What printed documents show, of those that are signed. */
export async function tellStamps(
  ctx: TenantContext,
  documentIds: string[],
  stamps: Map<string, FiscalStamp>,
): Promise<void> {
  for (const { sourceId, qrUrl, securityCode, signedAt } of await selectStamps(
    ctx.tx,
    ctx.organizationId,
    INVOICE,
    documentIds,
  ))
    stamps.set(sourceId, { url: qrUrl!, securityCode: securityCode!, signedAt });
}

/** What the authority has, or is about to get, is undone with a credit note. What it never took goes with its invoice. */
export async function voidWithInvoice(ctx: TenantContext, invoiceId: string): Promise<void> {
  const document = await lockDocumentOf(ctx.tx, ctx.organizationId, INVOICE, invoiceId);
  if (!document) return;
  const isUntaken = document.state === 'failed' || document.state === 'rejected';
  if (!isUntaken && document.signedAt !== null) throw FiscalReceiptSent();
  const problem = 'The invoice is void.';
  const settled = document.state === 'rejected' ? {} : ({ state: 'failed', nextAttemptAt: null } as const);
  await updateDocument(ctx.tx, ctx.organizationId, document, { ...settled, problem });
}
