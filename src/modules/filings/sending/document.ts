import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { isAsking } from '#platform/ports/exchange.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { selectCompany } from '../company/company.sql.ts';
import type { EcfContent } from '../ecf/ecf-content.ts';
import type { EcfDocument } from '../ecf/ecf-document.ts';
import { isSummarised } from '../ecf/ecf-problems.ts';
import { ecfTotals, inPesos } from '../ecf/ecf-totals.ts';
import { presentContent } from '../ecf/invoice.ts';
import { ecfLaw } from '../ecf/law.ts';
import { beginDelivery, delivery, hasReceiver } from './deliver.ts';
import {
  type EcfChange,
  type EcfFilter,
  type EcfRow,
  insertDocuments,
  type LockedEcf,
  lockDocument,
  selectDocument,
  selectDocumentOf,
  selectDocuments,
  selectSignedXml,
  selectUnsigned,
  updateDocument,
} from './document.sql.ts';
import { send, startSending } from './send.ts';
import { signDocument } from './sign.ts';

export const EcfNumberUsed = refusal(
  422,
  'ecf_number_used',
  'The authority rejected it and its number is used up: issue the document again under another number.',
);
export const EcfVoid = refusal(422, 'ecf_void', 'What it was made from is void: there is nothing to send.');
export const EcfDecided = refusal(
  422,
  'ecf_decided',
  'The authority has accepted it already, and there is no buyer who still lacks it.',
);
export const EcfOfProduction = refusal(
  422,
  'ecf_of_production',
  'It was handed in in production: send it again once the company is back there.',
);
export const EcfNotSigned = refusal(422, 'ecf_not_signed', 'It is not signed yet: see its problem.');

const RESUMED_AT_ONCE = 1_000;

export interface EcfSource {
  kind: string;
  id: string;
}

/** What a printed document shows, and where it stands. */
export interface EcfStamp {
  state: EcfRow['state'];
  securityCode: string | null;
  qrUrl: string | null;
  signedAt: string | null;
}

/**
 * Takes a fiscal document over, in the transaction that issues it: signs it at once where the company can, and sends it once
 * that transaction has committed. Nothing that is wrong with it stops its issue: it waits here and says why.
 */
export async function submitFiscalDocument(
  ctx: TenantContext,
  { source, content }: { source: EcfSource; content: EcfContent },
): Promise<EcfStamp> {
  const law = await ecfLaw(ctx, content.issuedOn);
  const id = newId();
  await insertDocuments(ctx.tx, ctx.organizationId, [newDocument({ id, source, content }, law)], realNow());
  const document = (await lockDocument(ctx.tx, ctx.organizationId, id))!;
  const { signed } = await signDocument(ctx, document);
  if (signed) await send.begin(ctx, id);
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
    total: ecfTotals(inPesos(document)).total,
    summarised: isSummarised(document, limits),
    content,
  };
}

/** The stamp of what was made from something; null where that has no electronic document. */
export async function ecfOf(ctx: TenantContext, source: EcfSource): Promise<EcfStamp | null> {
  const document = await selectDocumentOf(ctx.tx, ctx.organizationId, source.kind, source.id);
  if (!document) return null;
  const { state, securityCode, qrUrl, signedAt } = document;
  return { state, securityCode, qrUrl, signedAt };
}

/** Sends what waited for a company or a certificate, however much that is: each part asks for the next. */
export const resumeUnsigned = tenantJob({
  name: 'filings/resume-unsigned',
  payload: { after: z.uuid().nullable() },
  run: (ctx, { after }) =>
    ctx.transaction(async (unit) => {
      const documents = await selectUnsigned(unit.tx, unit.organizationId, after, RESUMED_AT_ONCE);
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
  const document = await lockDocument(ctx.tx, ctx.organizationId, id);
  if (!document) throw NotFound();
  if (document.state === 'accepted' || document.state === 'accepted-conditionally') return deliverAgain(ctx, document);
  if (document.state === 'rejected' && document.numberUsed !== false) throw EcfNumberUsed();
  if (!sending || !isAsking(sending)) await sendAgain(ctx, document);
  return describeDocument((await selectDocument(ctx.tx, ctx.organizationId, id))!);
}

/** An accepted document goes to its buyer again, as long as they have not received it. */
async function deliverAgain(ctx: TenantContext, document: LockedEcf) {
  const { id } = document;
  if (document.deliveryState === 'delivered' || !hasReceiver(document)) throw EcfDecided();
  const again = { deliveryState: 'waiting', deliveryProblem: null, receiptXml: null, receiptSignedBy: null } as const;
  await updateDocument(ctx.tx, ctx.organizationId, id, again);
  await beginDelivery(ctx, document);
  return describeDocument((await selectDocument(ctx.tx, ctx.organizationId, id))!);
}

async function sendAgain(ctx: TenantContext, document: LockedEcf): Promise<void> {
  const { id, state, handedInAt, trackId, environment } = document;
  const update = (change: EcfChange) =>
    updateDocument(ctx.tx, ctx.organizationId, id, { ...change, nextAttemptAt: realNow() });
  if (state === 'waiting' || state === 'sent') {
    await update({});
    return startSending(ctx, id);
  }
  if (state === 'failed' && handedInAt !== null) {
    const company = await selectCompany(ctx.tx, ctx.organizationId);
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
async function unsigned(ctx: TenantContext, document: LockedEcf): Promise<EcfChange> {
  const content = await presentContent(ctx, document);
  if (!content) throw EcfVoid();
  const source = { kind: document.sourceKind, id: document.sourceId };
  const law = await ecfLaw(ctx, content.issuedOn);
  const { buyerTaxId, total, summarised } = newDocument({ id: document.id, source, content }, law);
  return {
    content: JSON.stringify(content),
    buyerTaxId,
    total,
    summarised,
    environment: null,
    signedXml: null,
    summaryXml: null,
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

export async function listDocuments(ctx: TenantContext, query: PageRequest & EcfFilter) {
  const { rows, counted } = await selectDocuments(ctx.tx, ctx.organizationId, query, pageWindow(query));
  return toPage(query, rows.map(describeDocument), counted);
}

/** The XML as it was signed, byte for byte. */
export async function readSignedXml(ctx: TenantContext, id: string): Promise<{ number: string; xml: string }> {
  const document = await selectSignedXml(ctx.tx, ctx.organizationId, id);
  if (!document) throw NotFound();
  if (document.signedXml === null) throw EcfNotSigned();
  return { number: document.number, xml: document.signedXml };
}

/** The buyer's receipt as it came, byte for byte. */
export async function readReceipt(ctx: TenantContext, id: string): Promise<{ number: string; xml: string }> {
  const document = await selectSignedXml(ctx.tx, ctx.organizationId, id);
  if (!document?.receiptXml) throw NotFound();
  return { number: document.number, xml: document.receiptXml };
}

export function describeDocument(document: EcfRow) {
  const { approval, approvalReason, approvalAt, testSetId: _, place: __, ...told } = document;
  const { deliveryState, deliveryProblem, deliveredAt, receiptSignedBy, ...rest } = told;
  return {
    ...rest,
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
