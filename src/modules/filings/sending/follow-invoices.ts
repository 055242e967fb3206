import { z } from 'zod';
import { returns } from '#modules/fulfilment/index.ts';
import {
  FiscalReceiptSent,
  type FiscalStamp,
  invoiceCreated,
  invoiceUpdated,
  selectPendingRecords,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import type { EcfContent } from '../ecf/ecf-content.ts';
import { ecfTypeOf } from '../ecf/ecf-document.ts';
import { contentOfInvoice, contentOfReturn } from '../ecf/invoice.ts';
import { issuerIn } from '../stored-xml/issuer-in.ts';
import { ecfDocuments } from '../tables.ts';
import { ecfTime } from '../xml/xml.ts';
import { type EcfSource, submitFiscalDocument } from './document.ts';

const INVOICE = 'invoice';
const RETURN = 'return';

/**
 * Every invoice that took an electronic number goes to the authority. An event is enough: it is never lost, issuing waits for
 * no signature, and by law the paper is given only once the document is accepted.
 */
export const followInvoices = subscriber({
  name: 'filings/follow-invoices',
  follows: [invoiceCreated, invoiceUpdated],
  eventsAtOnce: 20,
  handle: async (ctx, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.invoiceId))];
    const electronic = (await selectPendingRecords(ctx, ids)).filter(
      ({ numeralsId, fiscalNumber }) => numeralsId && ecfTypeOf(fiscalNumber!),
    );
    const electronicIds = new Set(electronic.map(({ id }) => id));
    for (const id of ids) if (electronicIds.has(id)) await submitInvoice(ctx, id);
  },
});

const submitInvoice = (ctx: TenantContext, id: string): Promise<void> =>
  submitOnce(ctx, { kind: INVOICE, id }, contentOfInvoice);

/** A return with an electronic credit note goes to the authority as well. It has no event, so issuing it enqueues a job. */
export async function followReturn(ctx: TenantContext, returnId: string): Promise<void> {
  const note = await returns.find(ctx, returnId);
  if (!note?.numeralsId || !ecfTypeOf(note.fiscalNumber!)) return;
  ctx.enqueue(submitReturn, { returnId }, { group: ctx.organizationId });
}

export const submitReturn = tenantJob({
  name: 'filings/submit-return',
  payload: { returnId: z.uuid() },
  run: (ctx, { returnId }) =>
    ctx.transaction(async (unit) => {
      const note = await returns.find(unit, returnId);
      // The invoice is sent first, even if it was not queued yet.
      if (note) await submitInvoice(unit, note.pendingRecordId);
      await submitOnce(unit, { kind: RETURN, id: returnId }, contentOfReturn);
    }),
});

const issuedFrom = ({ kind, id }: EcfSource) => ({ sourceKind: kind, sourceId: id, testSetId: null });

async function submitOnce(
  ctx: TenantContext,
  source: EcfSource,
  contentOf: (ctx: TenantContext, id: string) => Promise<EcfContent | null>,
): Promise<void> {
  if (await ecfDocuments.exists(ctx, issuedFrom(source))) return;
  try {
    const content = await contentOf(ctx, source.id);
    if (content) await submitFiscalDocument(ctx, { source, content });
  } catch (error) {
    // A document that cannot be described, of a day without law for example, does not block the following ones.
    if (!(error instanceof Refusal)) throw error;
    ctx.log.error({ err: error, source }, 'a document cannot become an electronic one');
  }
}

/** Adds the stamps that printed documents show, for those that are signed. */
export async function addStamps(ctx: TenantContext, documentIds: string[], stamps: Map<string, FiscalStamp>) {
  const issued = await ecfDocuments.all(
    ctx,
    { sourceKind: [INVOICE, RETURN], sourceId: documentIds, testSetId: null },
    { columns: ['sourceId', 'qrUrl', 'securityCode', 'signedAt', 'signedXml', 'issuer', 'state', 'content'] },
  );
  for (const { sourceId, qrUrl, securityCode, signedAt, signedXml, issuer, state, content } of issued) {
    if (signedAt === null) continue;
    stamps.set(sourceId, {
      url: qrUrl!,
      securityCode: securityCode!,
      signedAt,
      signedAtLocal: ecfTime(Temporal.Instant.from(signedAt)),
      isRejected: state === 'rejected',
      modificationCode: content.reference?.code ?? null,
      issuer: issuer ?? issuerIn(signedXml!),
    });
  }
}

export const voidWithInvoice = (ctx: TenantContext, id: string): Promise<void> => voidWith(ctx, { kind: INVOICE, id });
export const voidWithReturn = (ctx: TenantContext, id: string): Promise<void> => voidWith(ctx, { kind: RETURN, id });

const creditNoteStays =
  'The tax authority has this electronic credit note, or is about to get it: what is owed again needs another invoice.';

/** Refuses to void a document that the authority has or is about to receive: it is reversed with a credit note. */
async function voidWith(ctx: TenantContext, source: EcfSource): Promise<void> {
  const { kind } = source;
  const document = await ecfDocuments.find(ctx, issuedFrom(source), { lock: 'FOR UPDATE' });
  if (!document) return;
  const isUntaken = document.state === 'rejected' || (document.state === 'failed' && document.handedInAt === null);
  if (!isUntaken && document.signedAt !== null)
    throw kind === RETURN ? FiscalReceiptSent(creditNoteStays) : FiscalReceiptSent();
  const problem = `The ${kind} is void.`;
  const settled = document.state === 'rejected' ? {} : ({ state: 'failed', nextAttemptAt: null } as const);
  await ecfDocuments.update(ctx, document.id, { ...settled, problem });
}
