import { findResources, type Resource } from '#modules/catalog/index.ts';
import { contactDataOf } from '#modules/contacts/index.ts';
import {
  type ElementTax,
  type PendingElement,
  type PendingRecord,
  selectElements,
  selectPendingRecord,
  selectReceiptDate,
} from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
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
import { scaled } from './ecf-totals.ts';
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

/** What an issued invoice says as an e-CF; null where it is none of ours. */
export async function contentOfInvoice(ctx: TenantContext, invoiceId: string): Promise<EcfContent | null> {
  const invoice = await selectPendingRecord(ctx.tx, ctx.organizationId, invoiceId);
  const type = invoice?.numeralsId && invoice.status === 'issued' ? ecfTypeOf(invoice.fiscalNumber!) : null;
  if (!invoice || !type) return null;
  const [elements, law, organization, buyer, reference] = await Promise.all([
    selectElements(ctx.tx, ctx.organizationId, [invoiceId]).then((found) => found.get(invoiceId) ?? []),
    ecfLaw(ctx, invoice.date),
    findOrganization(ctx.tx, ctx.organizationId),
    buyerOf(ctx, invoice),
    referenceOf(ctx, invoice),
  ]);
  const ids = elements.map(({ resourceId }) => resourceId).filter((id) => id !== null);
  const resources = await findResources(ctx, [...new Set(ids)]);
  const rules = ecfTypeRules[type];
  const hasOtherTaxes = elements.some(({ taxes }) => taxes.some(isOtherTax));
  // A price may hold more than ITBIS; the authority knows only prices that hold that.
  const pricesIncludeItbis = invoice.pricesIncludeTax && rules.pricesIncludeItbis && !hasOtherTaxes;
  const context = { invoice, rules, type, pricesIncludeItbis };
  return {
    type,
    number: invoice.fiscalNumber!,
    sequenceExpiresOn: rules.sequenceExpiry ? invoice.fiscalExpiresOn : null,
    issuedOn: invoice.date,
    incomeType: (invoice.incomeType ?? '01') as IncomeType,
    payment: termsOf(invoice),
    issuer: { branch: null, sellerCode: null, internalNumber: invoice.number === null ? null : String(invoice.number) },
    buyer: rules.buyer === 'none' ? null : buyer,
    pricesIncludeItbis,
    itbisRates: law.itbisRates,
    creditNoteDays: law.creditNoteDays,
    lines: elements.map((element) => lineOf(context, element, resources.get(element.resourceId ?? ''))),
    adjustments: [],
    reference,
    currency: invoice.currency,
    exchangeRate: invoice.currency !== 'DOP' && organization.currency === 'DOP' ? invoice.rate : null,
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
  const issuedOn = await selectReceiptDate(ctx.tx, ctx.organizationId, modifiesFiscalNumber);
  return issuedOn === null ? null : { number: modifiesFiscalNumber, issuedOn, code: 3, reason: null, otherTaxId: null };
}

interface LineContext {
  invoice: PendingRecord;
  rules: EcfTypeRules;
  type: EcfType;
  pricesIncludeItbis: boolean;
}

function lineOf(context: LineContext, element: PendingElement, resource: Resource | undefined): EcfLine {
  const { invoice, rules, pricesIncludeItbis } = context;
  const decimal = (minor: bigint): string => fromMinor(minor, invoice.currency);
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
 * Otherwise the line is one of what it comes to, and its quantity stands in the description.
 */
function priceOf(
  { invoice, pricesIncludeItbis }: LineContext,
  element: PendingElement,
  decimal: (minor: bigint) => string,
): Pick<EcfLine, 'quantity' | 'unit' | 'unitPrice' | 'discount'> {
  const isExact = (text: string, digits: number): boolean => scaled(text, 10) % 10n ** BigInt(10 - digits) === 0n;
  const isAsPriced = invoice.pricesIncludeTax === pricesIncludeItbis;
  if (isAsPriced && isExact(element.quantity, 2) && isExact(element.unitPrice, 4))
    return {
      quantity: element.quantity,
      unit: units[(element.unit ?? '').toLowerCase()] ?? null,
      unitPrice: element.unitPrice,
      discount: decimal(element.discount),
    };
  const worth = pricesIncludeItbis ? element.amount - element.discount : element.net;
  return { quantity: '1', unit: null, unitPrice: decimal(worth), discount: '0' };
}

/** A line without ITBIS is exempt, and zero-rated in an export. */
function treatmentOf({ type }: LineContext, itbis: ElementTax | undefined): ItbisTreatment {
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
