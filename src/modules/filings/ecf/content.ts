import type { Resource } from '#modules/catalog/index.ts';
import { type TaxIdKind, taxIdKindOf } from '#modules/contacts/index.ts';
import type { ElementTax, PendingElement, PendingRecord } from '#modules/invoicing/index.ts';
import { divideRounded, fits, fromScaled, sumOf, toScaled } from '#platform/decimal.ts';
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
import { toPesos } from './ecf-totals.ts';
import type { EcfLaw } from './law.ts';
import { isNote } from './modification.ts';

/** The units of the authority's table that people use. Others are left out: the element is not required. */
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

/** The fields of an invoice or credit note that its e-CF depends on. */
export type EcfHead = Pick<
  PendingRecord,
  | 'currency'
  | 'rate'
  | 'date'
  | 'dueOn'
  | 'total'
  | 'baseNet'
  | 'baseTotal'
  | 'incomeType'
  | 'expenseType'
  | 'direction'
  | 'pricesIncludeTax'
  | 'contactName'
  | 'contactTaxId'
  | 'contactTaxIdKind'
> &
  Partial<Pick<PendingRecord, 'issuedAt' | 'paidAt'>>;

/** Lines of credit notes have the values of their taxes in the books. */
export type EcfElement = Omit<PendingElement, 'converted' | 'taxes'> & {
  taxes: (ElementTax & { baseAmount?: bigint | null })[];
};

/** Everything from which the content of an e-CF follows, without a query. */
export interface EcfFacts {
  type: EcfType;
  number: string;
  internalNumber: bigint | null;
  sequenceExpiresOn: string | null;
  document: EcfHead;
  elements: EcfElement[];
  resources: ReadonlyMap<string, Resource>;
  reference: EcfReference | null;
  buyerContact: Pick<EcfBuyer, 'email' | 'address'>;
  /** The currency of the books. */
  baseCurrency: string;
  law: EcfLaw;
}

export function ecfContent(facts: EcfFacts): EcfContent {
  const { document, type, elements, law } = facts;
  const rules = ecfTypeRules[type];
  const hasOtherTaxes = elements.some(({ taxes }) => taxes.some(isOtherTax));
  // A late credit note returns prices without their ITBIS.
  const hasItbis = elements.some(({ taxes }) => taxes.some(({ kind, amount }) => kind === 'itbis' && amount > 0n));
  // A price may include more than ITBIS; the authority knows only prices that include that.
  const pricesIncludeItbis =
    document.pricesIncludeTax && rules.pricesIncludeItbis && !hasOtherTaxes && (type !== '34' || hasItbis);
  const isForeign = document.currency !== 'DOP' && facts.baseCurrency === 'DOP';
  const context = { document, rules, treatedAs: treatedAs(facts), pricesIncludeItbis, isForeign };
  return {
    type,
    number: facts.number,
    sequenceExpiresOn: rules.sequenceExpiry ? facts.sequenceExpiresOn : null,
    issuedOn: document.date,
    incomeType: (document.incomeType ?? '01') as IncomeType,
    payment: termsOf(document, type),
    issuer: {
      branch: null,
      sellerCode: null,
      internalNumber: facts.internalNumber === null ? null : String(facts.internalNumber),
    },
    buyer: rules.buyer === 'none' ? null : buyerOf(document, type, facts.buyerContact),
    pricesIncludeItbis,
    itbisRates: law.itbisRates,
    creditNoteDays: law.creditNoteDays,
    lines: elements.map((element) => lineOf(context, element, facts.resources.get(element.resourceId ?? ''))),
    adjustments: [],
    reference: facts.reference,
    currency: document.currency,
    exchangeRate: isForeign ? document.rate : null,
    bookedTotal: fromMinor(document.total, document.currency),
    ...(isForeign && {
      bookedPesos: { net: fromMinor(document.baseNet, 'DOP'), total: fromMinor(document.baseTotal, 'DOP') },
    }),
  };
}

/** The type whose kinds of ITBIS the lines have: of a note, that of the receipt that it modifies. */
const treatedAs = ({ type, reference }: Pick<EcfFacts, 'type' | 'reference'>): EcfType =>
  (isNote(type) && reference && ecfTypeOf(reference.number)) || type;

/**
 * A free delivery gives no tax credit, so that a credit invoice of nothing is one for cash. A ticket that is paid as it is
 * issued is no sale on credit, whatever the payment terms.
 */
function termsOf({ total, dueOn, date, issuedAt, paidAt }: EcfHead, type: EcfType): EcfContent['payment'] {
  if (total === 0n) return { terms: type === '31' ? 'cash' : 'free', dueOn: null, forms: [] };
  const isPaidAtOnce = Boolean(paidAt) && paidAt === issuedAt;
  return dueOn > date && !isPaidAtOnce
    ? { terms: 'credit', dueOn, forms: [] }
    : { terms: 'cash', dueOn: null, forms: [] };
}

/** Documents from before the kind was kept are read by the form of the number. */
const buyerIdKind = ({ contactTaxId, contactTaxIdKind }: EcfHead): TaxIdKind | null =>
  contactTaxId === null ? null : (contactTaxIdKind ?? taxIdKindOf(contactTaxId, 'DO'));

/** Payments abroad identify the seller by their foreign id, whatever it looks like. */
function buyerOf(document: EcfHead, type: EcfType, contact: EcfFacts['buyerContact']): EcfBuyer | null {
  const { contactName, contactTaxId } = document;
  if (contactName === null && contactTaxId === null) return null;
  const kind = buyerIdKind(document);
  const isDominican = (kind === 'rnc' || kind === 'cedula') && type !== '47';
  return {
    taxId: isDominican ? contactTaxId : null,
    foreignId: isDominican ? null : contactTaxId,
    name: contactName,
    ...contact,
    country: null,
  };
}

interface LineContext {
  document: EcfHead;
  rules: EcfTypeRules;
  treatedAs: EcfType;
  pricesIncludeItbis: boolean;
  isForeign: boolean;
}

function lineOf(context: LineContext, element: EcfElement, resource: Resource | undefined): EcfLine {
  const { document, rules } = context;
  const decimal = (minor: bigint): string => fromMinor(minor, document.currency);
  const itbis = element.taxes.filter(({ kind }) => kind === 'itbis');
  const charged = sumOf(itbis, ({ amount }) => amount);
  const pesos = (minor: bigint): string => fromMinor(minor, 'DOP');
  const booked = context.isForeign && element.taxes.every(({ baseAmount }) => typeof baseAmount === 'bigint');
  return {
    name: resource?.name ?? element.description,
    description: resource && element.description !== resource.name ? element.description : null,
    kind: kindOf(context, element, resource),
    codes: resource?.code ? [{ type: 'Interna', code: resource.code }] : [],
    ...priceOf(context, element, decimal),
    surcharge: '0',
    itbis: treatmentOf(context, itbis[0]),
    itbisAmount: decimal(charged),
    ...(booked && { itbisPesos: pesos(sumOf(itbis, ({ baseAmount }) => baseAmount!)) }),
    itbisRates: itbis.map(({ rate }) => rate),
    otherTaxes: element.taxes.filter(isOtherTax).map(({ fiscalCode, rate, amount, baseAmount }) => ({
      code: fiscalCode ?? '',
      rate,
      amount: decimal(amount),
      ...(booked && { pesos: pesos(baseAmount!) }),
    })),
    withheld: withheldOf(rules, element.taxes, decimal),
  };
}

/** With the six decimals of a price × quantity. */
const PESO = 1_000_000n;

/** Units that count time or work. */
const serviceUnit = /^(h|hrs?|horas?|hours?|d[ií]as?|days?|meses|mes|months?|servicios?|services?)$/i;
/** Purchases of goods, as the 606 names them. */
const goodsByExpense = new Set(['09', '10']);

/** A line of free text is goods, unless it is a purchase of something else, a payment abroad or counted in time. */
function kindOf(
  { document, treatedAs }: LineContext,
  { unit, resourceListId }: EcfElement,
  resource: Resource | undefined,
): EcfLine['kind'] {
  if (treatedAs === '47') return 'service';
  if (resource) return resource.kind === 'service' ? 'service' : 'goods';
  if (resourceListId) return 'goods';
  if (document.direction === 'purchase') return goodsByExpense.has(document.expenseType ?? '') ? 'goods' : 'service';
  return serviceUnit.test((unit ?? '').trim()) ? 'service' : 'goods';
}

/**
 * Price, quantity and discount as they are, where the authority can write them: two decimals of a quantity, four of a price.
 * Otherwise the line is one unit at its whole worth. A returned part of a line is worth its share to the cent: the discount
 * takes the rounding.
 */
function priceOf(
  { document, pricesIncludeItbis, isForeign }: LineContext,
  element: EcfElement,
  decimal: (minor: bigint) => string,
): Pick<EcfLine, 'quantity' | 'unit' | 'unitPrice' | 'discount'> {
  const { quantity, unitPrice } = element;
  const isAsPriced = document.pricesIncludeTax === pricesIncludeItbis;
  const worth = decimal(pricesIncludeItbis ? element.total : element.net);
  const [price, count] = [toScaled(unitPrice, 4), toScaled(quantity, 2)];
  const discount = divideRounded(price * count, 10_000n) - toScaled(worth, 2);
  const fitsInPesos = !isForeign || isExactInPesos(price, count, document.rate!);
  if (isAsPriced && fits(quantity, 2) && fits(unitPrice, 4) && fitsInPesos && discount >= 0n)
    return {
      quantity,
      unit: units[(element.unit ?? '').toLowerCase()] ?? null,
      unitPrice,
      discount: fromScaled(discount, 2),
    };
  return { quantity: '1', unit: null, unitPrice: worth, discount: '0' };
}

/** The authority accepts a peso of difference between a line and its price × quantity: many units multiply the rounding of the price. */
function isExactInPesos(price: bigint, count: bigint, rate: string): boolean {
  const difference = toPesos(price, rate) * count - toPesos(price * count, rate);
  return difference <= PESO && difference >= -PESO;
}

/** A line without ITBIS is exempt, and zero-rated in an export. */
function treatmentOf({ treatedAs: type }: LineContext, itbis: ElementTax | undefined): ItbisTreatment {
  const isCharged = itbis !== undefined && (itbis.amount > 0n || Number(itbis.rate) > 0);
  const treatment = (itbis?.fiscalCode && treatments[itbis.fiscalCode]) || (isCharged ? 'general' : 'exempt');
  if (type === '46' && treatment === 'exempt') return 'zero';
  const isExemptOnly = ecfTypeRules[type].treatments.length === 1 && type !== '46';
  return isExemptOnly && treatment === 'zero' ? 'exempt' : treatment;
}

const isOtherTax = ({ kind }: ElementTax): boolean => kind === 'isc' || kind === 'tip' || kind === 'other';

function withheldOf(rules: EcfTypeRules, taxes: ElementTax[], decimal: (minor: bigint) => string): EcfLine['withheld'] {
  const ofKind = (wanted: ElementTax['kind']): bigint =>
    sumOf(taxes, ({ kind, amount }) => (kind === wanted ? amount : 0n));
  const [itbis, isr] = [ofKind('withheld-itbis'), ofKind('withheld-isr')];
  const isSaid = rules.withholding === 'required' || (rules.withholding === 'optional' && itbis + isr > 0n);
  return isSaid ? { itbis: decimal(rules.withholdsItbis ? itbis : 0n), isr: decimal(isr) } : null;
}
