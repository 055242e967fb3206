import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import type { LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { isAsking } from '#platform/ports/exchange.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import type { EcfContent } from '../ecf/ecf-content.ts';
import type { EcfDocument } from '../ecf/ecf-document.ts';
import { isSummarised } from '../ecf/ecf-problems.ts';
import { pesoTotals } from '../ecf/ecf-totals.ts';
import { presentContent } from '../ecf/invoice.ts';
import { ecfLaw } from '../ecf/law.ts';
import { releaseXml, xmlDownload } from '../stored-xml/stored-xml.ts';
import { type EcfChange, ecfCompanies, ecfDocuments, type IssuedEcf } from '../tables.ts';
import { beginDelivery, delivery, hasReceiver } from './deliver.ts';
import { type ListedEcf, selectUnsigned } from './document.sql.ts';
import { send, startSending } from './send.ts';
import { NO_COMPANY } from './sign.ts';

export const EcfNumberUsed = refusal(
  'ecf_number_used',
  'The authority rejected it and its number is used up: issue the document again under another number.',
);
export const EcfVoid = refusal('ecf_void', 'The document behind this receipt is void: there is nothing to send.');
export const EcfDecided = refusal(
  'ecf_decided',
  'The tax authority has accepted it, and it was delivered to the buyer: there is nothing to send.',
);
export const EcfOfProduction = refusal(
  'ecf_of_production',
  'It was submitted in production: set the company back to production to send it again.',
);
export const EcfNotSigned = refusal('ecf_not_signed', 'It is not signed yet: correct what its `problem` says.');

const RESUMED_AT_ONCE = 1_000;

export interface EcfSource {
  kind: string;
  id: string;
}

/** The stamp that a printed document shows, and the state of the document. */
interface EcfStamp {
  state: IssuedEcf['state'];
  securityCode: string | null;
  qrUrl: string | null;
  signedAt: string | null;
}

/**
 * Takes a fiscal document over, in the transaction that issues it. It is signed and sent in the background once that has
 * committed. A problem never stops the issue of the document: it waits here with the reason.
 */
export async function submitFiscalDocument(
  ctx: TenantContext,
  { source, content }: { source: EcfSource; content: EcfContent },
): Promise<EcfStamp> {
  const law = await ecfLaw(ctx, content.issuedOn);
  const isRegistered = await ecfCompanies.exists(ctx, {});
  const row = newDocument({ id: newId(), source, content }, law);
  await ecfDocuments.insert(ctx, { ...row, problem: isRegistered ? null : NO_COMPANY });
  if (isRegistered) await send.begin(ctx, row.id);
  return ecfOf(ctx, source) as Promise<EcfStamp>;
}

/** The row of a document that nothing has happened to. Its total does not depend on who issues it. */
export function newDocument(
  {
    id,
    source,
    content,
    run,
  }: { id: string; source: EcfSource; content: EcfContent; run?: { id: string; place: number } },
  limits: { consumerThreshold: string },
) {
  const document = content as EcfContent & Pick<EcfDocument, 'issuer'>;
  const at = realNow();
  return {
    id,
    sourceKind: source.kind,
    sourceId: source.id,
    testSetId: run?.id ?? null,
    place: run?.place ?? null,
    environment: null,
    type: content.type,
    number: content.number,
    issuedOn: content.issuedOn,
    buyerTaxId: content.buyer?.taxId ?? null,
    total: pesoTotals(document).total,
    summarised: isSummarised(document, limits),
    content,
    state: 'waiting' as const,
    nextAttemptAt: at,
    createdAt: at,
  };
}

/** The stamp of the electronic document of a source; null: it has none. */
async function ecfOf(ctx: TenantContext, source: EcfSource): Promise<EcfStamp | null> {
  const document = await ecfDocuments.find(ctx, { sourceKind: source.kind, sourceId: source.id, testSetId: null });
  if (!document) return null;
  const { state, securityCode, qrUrl, signedAt } = document;
  return { state, securityCode, qrUrl, signedAt };
}

/** Sends the documents that waited for a company or a certificate, in batches: each job enqueues the next. */
export const resumeUnsigned = tenantJob({
  name: 'filings/resume-unsigned',
  payload: { after: z.uuid().nullable() },
  run: (ctx, { after }) =>
    ctx.transaction(async (unit) => {
      const documents = await selectUnsigned(unit, after, RESUMED_AT_ONCE);
      for (const { id } of documents) await startSending(unit, id);
      if (documents.length === RESUMED_AT_ONCE) unit.enqueue(resumeUnsigned, { after: documents.at(-1)!.id });
    }),
});

/**
 * Tries again now. A waiting document comes forward. One that failed starts again: with its signature where the authority may
 * know it, otherwise made and signed afresh. While an attempt is asking the authority, nothing changes.
 */
export async function resendDocument(ctx: TenantContext, id: string) {
  const [sending] = await Promise.all([send.hold(ctx, id), delivery.hold(ctx, id)]);
  const document = await ecfDocuments.lock(ctx, id);
  if (document.state === 'accepted' || document.state === 'accepted-conditionally') return deliverAgain(ctx, document);
  if (document.state === 'rejected' && document.numberUsed !== false) throw EcfNumberUsed();
  if (!sending || !isAsking(sending)) await sendAgain(ctx, document);
  return describeDocument(await ecfDocuments.get(ctx, id));
}

/** An accepted document goes to its buyer again, as long as they have not received it. */
async function deliverAgain(ctx: TenantContext, document: IssuedEcf) {
  const { id } = document;
  if (document.deliveryState === 'delivered' || !hasReceiver(document)) throw EcfDecided();
  const again = { deliveryState: 'waiting', deliveryProblem: null, receiptXml: null, receiptSignedBy: null } as const;
  await beginDelivery(ctx, document);
  return describeDocument(await ecfDocuments.update(ctx, id, again));
}

async function sendAgain(ctx: TenantContext, document: IssuedEcf): Promise<void> {
  const { id, state, handedInAt, trackId, environment } = document;
  const update = (change: EcfChange) => ecfDocuments.update(ctx, id, { ...change, nextAttemptAt: realNow() });
  if (state === 'waiting' || state === 'sent') {
    await update({});
    return startSending(ctx, id);
  }
  if (state === 'failed' && handedInAt !== null) {
    const company = await ecfCompanies.find(ctx, {});
    if (environment === company?.environment) {
      await update({ attempts: 0, state: trackId === null ? 'waiting' : 'sent' });
      return startSending(ctx, id);
    }
    // A document of a trial is signed again; one that the authority may have in production never is.
    if (environment === 'production') throw EcfOfProduction();
  }
  await update(await unsigned(ctx, document));
  await send.begin(ctx, id);
}

/** The document as it is made from its source now, before it is signed. */
async function unsigned(ctx: TenantContext, document: IssuedEcf): Promise<EcfChange> {
  const content = await presentContent(ctx, document);
  if (!content) throw EcfVoid();
  const source = { kind: document.sourceKind, id: document.sourceId };
  const law = await ecfLaw(ctx, content.issuedOn);
  const { buyerTaxId, total, summarised } = newDocument({ id: document.id, source, content }, law);
  await releaseXml(ctx, document.xmlKey);
  return {
    content,
    buyerTaxId,
    total,
    summarised,
    environment: null,
    signedXml: null,
    summaryXml: null,
    xmlKey: null,
    issuer: null,
    securityCode: null,
    qrUrl: null,
    signedAt: null,
    state: 'waiting',
    attempts: 0,
    decidedAt: null,
    trackId: null,
    handedInAt: null,
  };
}

/** The XML as it was signed, byte for byte. */
export async function readSignedXml(ctx: TenantContext, id: string): Promise<RawAnswer | LaterAnswer> {
  const document = await ecfDocuments.get(ctx, id);
  if (document.signedXml === null) throw EcfNotSigned();
  return xmlDownload(document, 'signed', document.signedXml);
}

/** The buyer's receipt as it came, byte for byte. */
export async function readReceipt(ctx: TenantContext, id: string): Promise<RawAnswer | LaterAnswer> {
  const document = await ecfDocuments.get(ctx, id);
  if (document.receiptXml === null) throw NotFound();
  return xmlDownload(document, 'receipt', document.receiptXml);
}

export function describeDocument(document: ListedEcf) {
  const { approval, approvalReason, approvalAt, deliveryState, deliveryProblem, deliveredAt, receiptSignedBy } =
    document;
  return {
    ...document,
    delivery: deliveryState && {
      state: deliveryState,
      problem: deliveryProblem,
      at: deliveredAt,
      signedBy: receiptSignedBy,
    },
    total: fromMinor(document.total, 'DOP'),
    commercialApproval: approval && { state: approval, reason: approvalReason, at: approvalAt },
  };
}
