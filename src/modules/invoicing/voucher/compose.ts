import { selectDivisionNames } from '#modules/accounting/index.ts';
import { findResources } from '#modules/catalog/index.ts';
import { contactDataOf } from '#modules/contacts/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import { fiscalTypeOf, fiscalTypes, receiptTitle } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal, sumOf } from '#platform/decimal.ts';
import { formatDate, formatNumber } from '#platform/format.ts';
import { formatMinor, fromMinor } from '#platform/money.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import { type FiscalStamp, fillInFiscalStamps } from '../hooks.ts';
import { type PendingElement, selectElements } from '../pending/element.sql.ts';
import { isWithheld } from '../pricing/pricing.ts';
import { selectPayments } from '../settlement/payments.ts';
import { type PendingPayment, type PendingRecord, pendingRecords } from '../tables.ts';
import { type LotOfLine, lotsOfLines } from './line-lots.ts';
import { contactParty, roleOf } from './party.ts';
import { blankVoucher, findStationery, type Stationery } from './stationery.ts';
import { type Labelled, type Party, type Voucher, type VoucherLine, wordsOf } from './voucher.ts';

/** A document with everything that its paper shows. */
export interface Printable extends Stationery {
  document: PendingRecord;
  elements: PendingElement[];
  payments: PendingPayment[];
  customer: Party | null;
  seller: string | null;
  division: string | null;
  codes: Map<string, string | null>;
  /** By line. */
  lots: Map<string, LotOfLine[]>;
  stamp: FiscalStamp | null;
}

export async function findPrintable(ctx: TenantContext, id: string): Promise<Printable> {
  const document = await pendingRecords.get(ctx, id);
  const stamps = new Map<string, FiscalStamp>();
  const [elements, payments, stationery, data, sellers, divisions] = await Promise.all([
    selectElements(ctx, [id]).then((byDocument) => byDocument.get(id) ?? []),
    selectPayments(ctx, id),
    findStationery(ctx, document.templateId),
    document.contactId ? contactDataOf(ctx, [document.contactId]) : [],
    document.sellerId ? findUsers(ctx.tx, [document.sellerId]) : [],
    selectDivisionNames(ctx),
    document.fiscalNumber?.startsWith('E') ? fillInFiscalStamps(ctx, [id], stamps) : undefined,
  ]);
  const resourceIds = elements.map(({ resourceId }) => resourceId).filter((resourceId) => resourceId !== null);
  const resources = await findResources(ctx, [...new Set(resourceIds)]);
  return {
    ...stationery,
    document,
    elements,
    payments: payments.filter(({ voidedAt }) => !voidedAt),
    customer: document.contactName
      ? contactParty(
          { name: document.contactName, taxId: document.contactTaxId, taxIdKind: document.contactTaxIdKind },
          data,
          stationery.language,
        )
      : null,
    seller: sellers[0]?.name ?? null,
    division: (document.divisionId && divisions.get(document.divisionId)) ?? null,
    lots: await lotsOfLines(ctx, document, elements, resources),
    codes: new Map([...resources.values()].map(({ id: resourceId, code }) => [resourceId, code])),
    stamp: stamps.get(id) ?? null,
  };
}

/** Puts a document into the words and figures of its paper. */
export function composeVoucher(ctx: TenantContext, printable: Printable): Voucher {
  const { document, template, language, stamp } = printable;
  const blank = blankVoucher(printable, { title: template.title ?? titleOf(document, language), date: document.date });
  return {
    ...blank,
    number: paperNumber(document.number),
    fiscal: document.fiscalNumber
      ? {
          number: document.fiscalNumber,
          expiresOn: document.fiscalExpiresOn,
          modifies: document.modifiesFiscalNumber,
          modification: modificationOf(printable),
        }
      : null,
    stamp: stampOf(printable, ctx.today),
    // A signed document names its issuer as registered at the tax authority.
    issuer: { ...blank.issuer, ...stamp?.issuer },
    party: partyOf(printable),
    dueOn: document.dueOn,
    details: detailsOf(printable),
    lines: printable.elements.map((element) => lineOf(element, printable)),
    pricesIncludeTax: printable.document.pricesIncludeTax,
    legend: printable.elements.some((element) => isMarked(element, document)) ? wordsOf(language).exempt : null,
    totals: totalsOf(printable, ctx.currency),
    payments: template.showPayments ? paymentsOf(printable) : [],
    notes: document.notes || null,
    terms: document.terms || null,
    electronic: stamp && { url: stamp.url, securityCode: stamp.securityCode, signedAt: stamp.signedAtLocal },
  };
}

/** Our own number as papers show it. */
export const paperNumber = (number: bigint | null): string | null =>
  number === null ? null : String(number).padStart(6, '0');

export const partyOf = ({ customer, document, language }: Printable): Voucher['party'] =>
  customer && { ...customer, role: roleOf(document.direction, language) };

const titles: Record<Language, Record<string, string>> = bilingual({
  'invoice sale': ['Factura', 'Invoice'],
  'invoice purchase': ['Factura de compra', 'Purchase invoice'],
  'quote sale': ['Cotización', 'Quote'],
  'quote purchase': ['Solicitud de cotización', 'Request for quotation'],
  'order sale': ['Pedido', 'Order'],
  'order purchase': ['Orden de compra', 'Purchase order'],
  'loan sale': ['Préstamo', 'Loan'],
  'loan purchase': ['Préstamo recibido', 'Loan received'],
});

/** A fiscal document is called as the tax authority calls it, in every language. */
export function titleOf(
  {
    kind,
    direction,
    fiscalType,
    fiscalNumber,
  }: Record<'kind' | 'direction', string> & Pick<PendingRecord, 'fiscalType' | 'fiscalNumber'>,
  language: Language,
): string {
  const fiscal = fiscalNumber && fiscalType ? fiscalTypes.get(fiscalType) : undefined;
  if (fiscal) return receiptTitle(fiscal);
  return titles[language][`${kind} ${direction}`]!;
}

/** By the code on paper. */
const fiscalNamesInEnglish: Record<string, string> = {
  B01: 'Tax credit invoice',
  B02: 'Consumer invoice',
  B03: 'Debit note',
  B04: 'Credit note',
  B12: 'Income record',
  B14: 'Special regime invoice',
  B15: 'Government invoice',
  B16: 'Export invoice',
};

/** The plain title of a fiscal document on a page for its receiver. The legal type is in the number. */
export function pageTitleOf(
  document: Parameters<typeof titleOf>[0] & { title?: string | undefined },
  language: Language,
): string {
  const { fiscalNumber, title } = document;
  const type = fiscalNumber ? fiscalTypes.get(fiscalNumber.slice(0, 3)) : undefined;
  const english = type && fiscalNamesInEnglish[type.series === 'E' ? type.twin! : type.code];
  if (language === 'en' && english) return type.series === 'E' ? `${english} (e-CF)` : english;
  return fiscalNumber && title !== undefined ? title : titleOf(document, language);
}

const modifications = {
  es: ['Anula', 'Corrige texto', 'Corrige montos', 'Reemplaza contingencia', 'Refiere a consumo'],
  en: ['Voids', 'Corrects text', 'Corrects amounts', 'Replaces contingency', 'Refers to consumer'],
} as const;

function modificationOf({ stamp, language }: Printable): string | null {
  const code = stamp?.modificationCode ?? null;
  return code === null ? null : `${code} - ${modifications[language][code - 1]}`;
}

/** An electronic document marks its exempt lines. */
const isMarked = (element: PendingElement, document: PendingRecord): boolean =>
  document.fiscalNumber?.startsWith('E') === true && !isTaxed(element, document);

/** With ITBIS, of any rate that is not exempt: the zero rate in an export, and none in receipts that are exempt as a whole. */
function isTaxed({ taxes }: PendingElement, document: PendingRecord): boolean {
  const treatment = treatmentIn(document);
  if (treatment !== null) return treatment === 'zero';
  return taxes.some(({ kind, rate, fiscalCode }) => kind === 'itbis' && (Number(rate) > 0 || fiscalCode === ZERO_RATE));
}
const ZERO_RATE = '3';

/** A note is treated as the receipt that it modifies. */
function treatmentIn({ fiscalType, modifiesFiscalNumber }: PendingRecord) {
  const own = fiscalType ? fiscalTypes.get(fiscalType) : undefined;
  const type = own?.note && modifiesFiscalNumber ? fiscalTypeOf(modifiesFiscalNumber) : own;
  return type?.treatment ?? null;
}

function stampOf({ document, stamp, language }: Printable, today: Temporal.PlainDate): string | null {
  const inSpanish = language === 'es';
  if (stamp?.isRejected) return inSpanish ? 'RECHAZADO' : 'REJECTED';
  if (document.status === 'void') return inSpanish ? 'ANULADO' : 'VOID';
  if (document.status === 'draft') return inSpanish ? 'BORRADOR' : 'DRAFT';
  if (document.kind === 'quote' && document.isOpen && document.dueOn < today.toString()) {
    return inSpanish ? 'VENCIDA' : 'EXPIRED';
  }
  return null;
}

const labels = bilingual({
  seller: ['Vendedor', 'Seller'],
  division: ['Sucursal', 'Branch'],
  reference: ['Referencia', 'Reference'],
  subtotal: ['Subtotal', 'Subtotal'],
  discount: ['Descuento', 'Discount'],
  taxed: ['Subtotal gravado', 'Taxable subtotal'],
  exempt: ['Subtotal exento', 'Exempt subtotal'],
  included: [(tax: string) => `${tax} incluido`, (tax: string) => `${tax} included`],
  total: ['Total', 'Total'],
  inBase: [(currency: string) => `Total en ${currency}`, (currency: string) => `Total in ${currency}`],
  withheld: ['Retenciones', 'Withheld'],
  due: ['A pagar', 'To pay'],
  paid: ['Pagado', 'Paid'],
  balance: ['Pendiente', 'Balance due'],
  rate: ['Tasa', 'Rate'],
});

function detailsOf({ document, seller, division, language, notation }: Printable): Labelled[] {
  const say = labels[language];
  const details: [string, string | null][] = [
    [say.seller, seller],
    [say.division, division],
    [say.reference, document.reference],
    [say.rate, document.rate && formatNumber(document.rate, notation)],
  ];
  return details.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function lineOf(element: PendingElement, printable: Printable): VoucherLine {
  const { document, codes } = printable;
  const inCurrency = (minor: bigint): string => fromMinor(minor, document.currency);
  return {
    code: element.resourceId ? (codes.get(element.resourceId) ?? null) : null,
    description: isMarked(element, document) ? `${element.description} (E)` : element.description,
    notes: notesOf(element, printable),
    quantity: element.quantity,
    unit: element.unit,
    unitPrice: plainDecimal(element.unitPrice, 2),
    discount: element.discount > 0n ? inCurrency(element.discount) : null,
    tax: inCurrency(element.tax),
    total: inCurrency(element.total),
  };
}

/** Only so many are printed: a paper is not a list of stock. */
const NOTES_MAX = 30;

/** The serial numbers and lots of a line, as its paper and its page show them. */
export function notesOf(
  { id, serialNumbers }: Pick<PendingElement, 'id' | 'serialNumbers'>,
  { lots, language, notation }: Pick<Printable, 'lots' | 'language' | 'notation'>,
): string[] {
  const say = wordsOf(language);
  const serials = say.serials(serialNumbers.slice(0, NOTES_MAX).join(', '), serialNumbers.length - NOTES_MAX);
  const ofLine = lots.get(id) ?? [];
  const inLots = ofLine.slice(0, NOTES_MAX).map(({ lot, expiresOn, quantity }) => {
    const named = say.lot(lot, expiresOn && formatDate(expiresOn, notation));
    return ofLine.length > 1 && quantity ? `${named} (${formatNumber(quantity, notation)})` : named;
  });
  return [...(serialNumbers.length > 0 ? [serials] : []), ...inLots];
}

export const moneyIn = (minor: bigint, { document: { currency }, notation }: Printable): string =>
  formatMinor(minor, currency, notation);

/** The taxes of all lines together, without those that the payer keeps. */
export function chargedTaxes(elements: PendingElement[]) {
  const byTax = Map.groupBy(
    elements.flatMap(({ taxes }) => taxes.filter((tax) => !isWithheld(tax))),
    ({ taxId }) => taxId,
  );
  return [...byTax.values()].map((same) => ({ ...same[0]!, amount: sumOf(same, ({ amount }) => amount) }));
}

/** Whether the prices hold the taxes, so that the total is the subtotal less the discount. */
export const includesTaxes = ({
  subtotal,
  discount,
  total,
}: Record<'subtotal' | 'discount' | 'total', bigint>): boolean => subtotal - discount === total;

export const includedTax = (name: string, language: Language): string => labels[language].included(name);

function totalsOf(printable: Printable, baseCurrency: string): Voucher['totals'] {
  const { document, elements, language, notation } = printable;
  const say = labels[language];
  const money = (minor: bigint): string => moneyIn(minor, printable);
  const taxLines = chargedTaxes(elements)
    .filter(({ amount }) => amount > 0n)
    .map(({ name, amount }) => ({
      label: includesTaxes(document) ? includedTax(name, language) : name,
      value: money(amount),
    }));
  return [
    { label: say.subtotal, value: money(document.subtotal) },
    ...(document.discount > 0n ? [{ label: say.discount, value: `- ${money(document.discount)}` }] : []),
    ...(document.fiscalNumber?.startsWith('E') ? subtotalsOf(printable, say, money) : []),
    ...taxLines,
    { label: say.total, value: money(document.total), strong: true },
    // The tax authority and its QR code know a receipt by its total in pesos.
    ...(document.fiscalNumber && document.currency !== baseCurrency
      ? [{ label: say.inBase(baseCurrency), value: formatMinor(document.baseTotal, baseCurrency, notation) }]
      : []),
    ...(document.withheld > 0n
      ? [
          { label: say.withheld, value: `- ${money(document.withheld)}` },
          { label: say.due, value: money(document.due), strong: true },
        ]
      : []),
  ];
}

/** The net with ITBIS and without it, as the XML has them. */
function subtotalsOf(
  { document, elements }: Printable,
  say: { taxed: string; exempt: string },
  money: (minor: bigint) => string,
): Labelled[] {
  const netOf = (taxed: boolean) =>
    sumOf(elements, (element) => (isTaxed(element, document) === taxed ? element.net : 0n));
  return [
    { label: say.taxed, value: money(netOf(true)) },
    { label: say.exempt, value: money(netOf(false)) },
  ];
}

/** The names on paper of the payment methods that the system sets; any other method is printed as it was entered. */
const methods: Record<Language, Record<string, string>> = bilingual({
  cash: ['Efectivo', 'Cash'],
  bank: ['Transferencia', 'Transfer'],
  transfer: ['Transferencia', 'Transfer'],
  check: ['Cheque', 'Check'],
  card: ['Tarjeta', 'Card'],
  payout: ['Tarjeta', 'Card'],
  'gift-card': ['Tarjeta de regalo', 'Gift card'],
  balance: ['Balance a favor', 'Balance in favour'],
  withheld: ['Retenciones', 'Withheld'],
  return: ['Devolución', 'Return'],
  'write-off': ['Ajuste', 'Adjustment'],
  salary: ['Descuento de nómina', 'Kept back from the salary'],
});

/** The name of a way to pay; null where the payment has none. */
export const methodIn = (language: Language, method: string | null): string | null =>
  (method && methods[language][method]) ?? method;

function paymentsOf(printable: Printable): Labelled[] {
  const { document, payments, language, notation } = printable;
  if (payments.length === 0) return [];
  const say = labels[language];
  return [
    ...payments.map(({ date, method, amount }) => ({
      label: [methodIn(language, method) ?? say.paid, formatDate(date, notation)].join(' '),
      value: moneyIn(amount, printable),
    })),
    { label: say.balance, value: moneyIn(document.balance, printable) },
  ];
}
