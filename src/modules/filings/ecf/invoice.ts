import { findResources } from '#modules/catalog/index.ts';
import { contactDataOf } from '#modules/contacts/index.ts';
import { findCreditNote, returns } from '#modules/fulfilment/index.ts';
import { type PendingRecord, selectElements, selectPendingRecord, selectReceipt } from '#modules/invoicing/index.ts';
import { rangeExpiry } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type EcfElement, ecfContent } from './content.ts';
import type { EcfContent } from './ecf-content.ts';
import { type EcfReference, type EcfType, ecfTypeOf } from './ecf-document.ts';
import { ecfLaw } from './law.ts';
import { modificationCodeOf } from './modification.ts';

/** The content of an issued invoice as an e-CF; null if it is not an e-CF of this organization. */
export async function contentOfInvoice(ctx: TenantContext, invoiceId: string): Promise<EcfContent | null> {
  const invoice = await selectPendingRecord(ctx, invoiceId);
  const type = invoice?.numeralsId && invoice.status === 'issued' ? ecfTypeOf(invoice.fiscalNumber!) : null;
  if (!invoice || !type) return null;
  const [byInvoice, reference] = await Promise.all([selectElements(ctx, [invoiceId]), referenceOf(ctx, invoice, type)]);
  return contentOf(ctx, {
    document: invoice,
    type,
    elements: byInvoice.get(invoiceId) ?? [],
    treatedAs: type,
    reference,
  });
}

/**
 * The content of an issued return as an e-CF; null where it has no electronic credit note of ours. A return of everything
 * voids the invoice, less corrects its amounts.
 */
export async function contentOfReturn(ctx: TenantContext, returnId: string): Promise<EcfContent | null> {
  const found = await findCreditNote(ctx, returnId);
  const type = found?.note.numeralsId && found.note.status === 'issued' ? ecfTypeOf(found.note.fiscalNumber!) : null;
  if (!found || !type) return null;
  const { note, invoice, document, elements } = found;
  return contentOf(ctx, {
    document,
    type,
    elements,
    treatedAs: ecfTypeOf(invoice.fiscalNumber!) ?? type,
    reference: {
      number: invoice.fiscalNumber!,
      issuedOn: invoice.date,
      code: note.net === invoice.net ? 1 : 3,
      reason: note.reason || null,
      otherTaxId: null,
    },
  });
}

/**
 * The content of a document that was not taken, as it is now: its invoice, the contact or the range may have been corrected.
 * Null where its source is void.
 */
export async function presentContent(
  ctx: TenantContext,
  { sourceKind, sourceId, content }: { sourceKind: string; sourceId: string; content: EcfContent },
): Promise<EcfContent | null> {
  if (sourceKind === 'invoice' && (await selectPendingRecord(ctx, sourceId))) return contentOfInvoice(ctx, sourceId);
  if (sourceKind === 'return' && (await returns.find(ctx, sourceId))) return contentOfReturn(ctx, sourceId);
  return content;
}

interface Source {
  document: PendingRecord;
  type: EcfType;
  elements: EcfElement[];
  treatedAs: EcfType;
  reference: EcfReference | null;
}

async function contentOf(ctx: TenantContext, source: Source): Promise<EcfContent> {
  const { document, elements } = source;
  const ids = elements.map(({ resourceId }) => resourceId).filter((id) => id !== null);
  const [law, sequenceExpiresOn, data, resources] = await Promise.all([
    ecfLaw(ctx, document.date, source.type === '34' ? source.reference!.issuedOn : document.date),
    document.numeralsId ? rangeExpiry(ctx, document.numeralsId) : null,
    document.contactId ? contactDataOf(ctx, [document.contactId]) : [],
    findResources(ctx, [...new Set(ids)]),
  ]);
  const first = (kind: string): string | null => data.find((datum) => datum.kind === kind)?.value ?? null;
  return ecfContent({
    ...source,
    number: document.fiscalNumber!,
    internalNumber: document.number,
    sequenceExpiresOn,
    resources,
    buyerContact: { email: first('email'), address: first('address') },
    baseCurrency: ctx.currency,
    law,
  });
}

/** The receipt that a document modifies, with its day. One that is not ours is left for the authority to check. */
async function referenceOf(
  ctx: TenantContext,
  { modifiesFiscalNumber, modificationCode }: PendingRecord,
  type: EcfType,
): Promise<EcfReference | null> {
  if (!modifiesFiscalNumber) return null;
  const modified = await selectReceipt(ctx, modifiesFiscalNumber);
  if (!modified) return null;
  const code = modificationCodeOf(type, modifiesFiscalNumber, modificationCode);
  return { number: modifiesFiscalNumber, issuedOn: modified.date, code, reason: null, otherTaxId: null };
}
