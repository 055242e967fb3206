import { findResources, type Resource } from '#modules/catalog/index.ts';
import { contactDataOf } from '#modules/contacts/index.ts';
import { findCreditNote, returns } from '#modules/fulfilment/index.ts';
import {
  type ElementTax,
  type PendingElement,
  type PendingRecord,
  selectElements,
  selectPendingRecord,
  selectReceiptDate,
} from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import { rangeExpiry } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fits, fromScaled, toScaled } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import type { EcfContent } from './ecf-content.ts';
import {
  type EcfBuyer,
  type EcfLine,
  type EcfReference,
  type EcfType,
  type EcfTypeRules,
  ecfTypeOf,
  ecfTypeRules,
  type IncomeType,
  type ItbisTreatment,
} from './ecf-document.ts';
import { ecfLaw } from './law.ts';

/** Of the authority's table of units, those that people write. Others are left out: the element is not required. */
const units: Record<string, string> = {
  unidad: '43',
  unit: '43',
  und: '43',
  hora: '19',
  hour: '19',
  kg: '21',
  lb: '23',
  libra: '23',
  galon: '15',
  gal: '15',
};
const treatments: Record<string, ItbisTreatment> = { '1': 'general', '2': 'reduced', '3': 'zero', '4': 'exempt' };

/** The content of an issued invoice as an e-CF; null if it is not an e-CF of this organization. */
export async function contentOfInvoice(ctx: TenantContext, invoiceId: string): Promise<EcfContent | null> {
  const invoice = await selectPendingRecord(ctx, invoiceId);
  const type = invoice?.numeralsId && invoice.status === 'issued' ? ecfTypeOf(invoice.fiscalNumber!) : null;
  if (!invoice || !type) return null;
  const [byInvoice, reference] = await Promise.all([selectElements(ctx, [invoiceId]), referenceOf(ctx, invoice)]);
  return contentOf(ctx, {
    document: invoice,
    type,
    elements: byInvoice.get(invoiceId) ?? [],
    treatedAs: type,
    reference,
  });
}

/**
 * What an issued return says as an e-CF; null where its credit note is none of ours, or on paper. All that was sold voids the
 * invoice, less corrects its amount.
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
      code: note.total === invoice.total ? 1 : 3,
      reason: note.reason || null,
      otherTaxId: null,
    },
  });
}

/**
 * What a document says by now, for one that was not taken: its invoice, the contact or the range may have been corrected since.
 * Null where what it was made from is void.
 */
export async function presentContent(
  ctx: TenantContext,
  { sourceKind, sourceId, content }: { sourceKind: string; sourceId: string; content: EcfContent },
): Promise<EcfContent | null> {
  if (sourceKind === 'invoice' && (await selectPendingRecord(ctx, sourceId))) return contentOfInvoice(ctx, sourceId);
  if (sourceKind === 'return' && (await returns.find(ctx, sourceId))) return contentOfReturn(ctx, sourceId);
  return content;
}

interface Told {
  document: PendingRecord;
  type: EcfType;
  elements: PendingElement[];
  /** The type that says what kinds of ITBIS its lines have: of a note, that of the invoice. */
  treatedAs: EcfType;
  reference: EcfReference | null;
}

async function contentOf(ctx: TenantContext, told: Told): Promise<EcfContent> {
  const { document, type, elements, treatedAs, reference } = told;
  const rules = ecfTypeRules[type];
  const ids = elements.map(({ resourceId }) => resourceId).filter((id) => id !== null);
  const [law, sequenceExpiresOn, organization, buyer, resources] = await Promise.all([
    ecfLaw(ctx, document.date),
    rules.sequenceExpiry && document.numeralsId ? rangeExpiry(ctx, document.numeralsId) : null,
    findOrganization(ctx.tx, ctx.organizationId),
    buyerOf(ctx, document),
    findResources(ctx, [...new Set(ids)]),
  ]);
  const hasOtherTaxes = elements.some(({ taxes }) => taxes.some(isOtherTax));
  // A price may hold more than ITBIS; the authority knows only prices that hold that.
  const pricesIncludeItbis = document.pricesIncludeTax && rules.pricesIncludeItbis && !hasOtherTaxes;
  const context = { document, rules, treatedAs, pricesIncludeItbis };
  return {
    type,
    number: document.fiscalNumber!,
    sequenceExpiresOn,
    issuedOn: document.date,
    incomeType: (document.incomeType ?? '01') as IncomeType,
    payment: termsOf(document),
    issuer: {
      branch: null,
      sellerCode: null,
      internalNumber: document.number === null ? null : String(document.number),
    },
    buyer: rules.buyer === 'none' ? null : buyer,
    pricesIncludeItbis,
    itbisRates: law.itbisRates,
    creditNoteDays: law.creditNoteDays,
    lines: elements.map((element) => lineOf(context, element, resources.get(element.resourceId ?? ''))),
    adjustments: [],
    reference,
    currency: document.currency,
    exchangeRate: document.currency !== 'DOP' && organization.currency === 'DOP' ? document.rate : null,
  };
}

const termsOf = ({ total, dueOn, date }: PendingRecord): EcfContent['payment'] =>
  total === 0n
    ? { terms: 'free', dueOn: null, forms: [] }
    : dueOn > date
      ? { terms: 'credit', dueOn, forms: [] }
      : { terms: 'cash', dueOn: null, forms: [] };

async function buyerOf(
  ctx: TenantContext,
  { contactId, contactName, contactTaxId }: PendingRecord,
): Promise<EcfBuyer | null> {
  if (contactName === null && contactTaxId === null) return null;
  const data = contactId ? await contactDataOf(ctx, [contactId]) : [];
  const first = (kind: string): string | null => data.find((datum) => datum.kind === kind)?.value ?? null;
  const isDominican = /^(\d{9}|\d{11})$/.test(contactTaxId ?? '');
  return {
    taxId: isDominican ? contactTaxId : null,
    foreignId: isDominican ? null : contactTaxId,
    name: contactName,
    email: first('email'),
    address: first('address'),
    country: null,
  };
}

/** The receipt that a debit note corrects, with its day. One that is not ours to find is left for the authority to say. */
async function referenceOf(ctx: TenantContext, { modifiesFiscalNumber }: PendingRecord): Promise<EcfReference | null> {
  if (!modifiesFiscalNumber) return null;
  const issuedOn = await selectReceiptDate(ctx, modifiesFiscalNumber);
  return issuedOn === null ? null : { number: modifiesFiscalNumber, issuedOn, code: 3, reason: null, otherTaxId: null };
}

interface LineContext {
  document: PendingRecord;
  rules: EcfTypeRules;
  treatedAs: EcfType;
  pricesIncludeItbis: boolean;
}

function lineOf(context: LineContext, element: PendingElement, resource: Resource | undefined): EcfLine {
  const { document, rules, pricesIncludeItbis } = context;
  const decimal = (minor: bigint): string => fromMinor(minor, document.currency);
  const itbis = element.taxes.find(({ kind }) => kind === 'itbis');
  return {
    name: resource?.name ?? element.description,
    description: resource && element.description !== resource.name ? element.description : null,
    kind: element.resourceListId || (resource && resource.kind !== 'service') ? 'goods' : 'service',
    codes: resource?.code ? [{ type: 'Interna', code: resource.code }] : [],
    ...priceOf(context, element, decimal),
    surcharge: '0',
    itbis: treatmentOf(context, itbis),
    itbisAmount: pricesIncludeItbis ? null : decimal(itbis?.amount ?? 0n),
    otherTaxes: element.taxes
      .filter(isOtherTax)
      .map(({ fiscalCode, rate, amount }) => ({ code: fiscalCode ?? '', rate, amount: decimal(amount) })),
    withheld: withheldOf(rules, element.taxes, decimal),
  };
}

/**
 * Price, quantity and discount as they are, where the authority can write them: two decimals of a quantity, four of a price.
 * Otherwise the line is one of what it comes to, and its quantity stands in the description. A part of a line that came back
 * is worth its share, to the cent: what rounding takes is in the discount.
 */
function priceOf(
  { document, pricesIncludeItbis }: LineContext,
  element: PendingElement,
  decimal: (minor: bigint) => string,
): Pick<EcfLine, 'quantity' | 'unit' | 'unitPrice' | 'discount'> {
  const { quantity, unitPrice } = element;
  const isAsPriced = document.pricesIncludeTax === pricesIncludeItbis;
  const worth = decimal(pricesIncludeItbis ? element.total : element.net);
  const discount = divideRounded(toScaled(unitPrice, 4) * toScaled(quantity, 2), 10_000n) - toScaled(worth, 2);
  if (isAsPriced && fits(quantity, 2) && fits(unitPrice, 4) && discount >= 0n)
    return {
      quantity,
      unit: units[(element.unit ?? '').toLowerCase()] ?? null,
      unitPrice,
      discount: fromScaled(discount, 2),
    };
  return { quantity: '1', unit: null, unitPrice: worth, discount: '0' };
}

/** A line without ITBIS is exempt, and zero-rated in an export. */
function treatmentOf({ treatedAs: type }: LineContext, itbis: ElementTax | undefined): ItbisTreatment {
  const treatment = (itbis?.fiscalCode && treatments[itbis.fiscalCode]) || (itbis?.amount ? 'general' : 'exempt');
  if (type === '46' && treatment === 'exempt') return 'zero';
  const isExemptOnly = ecfTypeRules[type].treatments.length === 1 && type !== '46';
  return isExemptOnly && treatment === 'zero' ? 'exempt' : treatment;
}

const isOtherTax = ({ kind }: ElementTax): boolean => kind === 'isc' || kind === 'tip' || kind === 'other';

function withheldOf(rules: EcfTypeRules, taxes: ElementTax[], decimal: (minor: bigint) => string): EcfLine['withheld'] {
  const sumOf = (wanted: ElementTax['kind']): bigint =>
    taxes.reduce((sum, { kind, amount }) => (kind === wanted ? sum + amount : sum), 0n);
  const [itbis, isr] = [sumOf('withheld-itbis'), sumOf('withheld-isr')];
  const isSaid = rules.withholding === 'required' || (rules.withholding === 'optional' && itbis + isr > 0n);
  return isSaid ? { itbis: decimal(rules.withholdsItbis ? itbis : 0n), isr: decimal(isr) } : null;
}
