import { findResources } from '#modules/catalog/index.ts';
import { contactDataOf } from '#modules/contacts/index.ts';
import { type CreditNote, findCreditNote, returns } from '#modules/fulfilment/index.ts';
import {
  hasDebitNote,
  type PendingRecord,
  selectElements,
  selectPendingRecord,
  selectReceipt,
} from '#modules/invoicing/index.ts';
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
    ratesOn: invoice.date,
    reference,
  });
}

/**
 * The content of an issued return as an e-CF; null where it has no electronic credit note of ours.
 */
export async function contentOfReturn(ctx: TenantContext, returnId: string): Promise<EcfContent | null> {
  const found = await findCreditNote(ctx, returnId);
  const type = found?.note.numeralsId && found.note.status === 'issued' ? ecfTypeOf(found.note.fiscalNumber!) : null;
  if (!found || !type) return null;
  const { invoice, document, elements } = found;
  return contentOf(ctx, {
    document,
    type,
    elements,
    ratesOn: invoice.date,
    reference: await creditReferenceOf(ctx, found),
  });
}

/**
 * The receipt that a credit note modifies. Only a note of the whole total voids its invoice, and no note may follow it, so that an
 * invoice with a debit note is not voided. Other notes correct amounts.
 */
async function creditReferenceOf(ctx: TenantContext, { note, invoice }: CreditNote): Promise<EcfReference> {
  const number = note.modifiesFiscalNumber!;
  const isOnInvoice = number === invoice.fiscalNumber;
  const modified = isOnInvoice ? invoice : await selectReceipt(ctx, number);
  const isVoiding = isOnInvoice && note.total === invoice.total && !(await hasDebitNote(ctx, number));
  return {
    number,
    issuedOn: modified?.date ?? invoice.date,
    code: isVoiding ? 1 : 3,
    reason: note.reason || null,
    otherTaxId: null,
  };
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
  /** The day of the rates of its taxes: a credit note has those of its invoice. */
  ratesOn: string;
  reference: EcfReference | null;
}

async function contentOf(ctx: TenantContext, source: Source): Promise<EcfContent> {
  const { document, elements } = source;
  const ids = elements.map(({ resourceId }) => resourceId).filter((id) => id !== null);
  const [law, sequenceExpiresOn, data, resources] = await Promise.all([
    ecfLaw(ctx, document.date, source.ratesOn),
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
