import type { FiscalDocument, FiscalPayment } from '#modules/invoicing/index.ts';
import { fiscalTypeOf } from '#modules/taxes/index.ts';
import { sumOf } from '#platform/decimal.ts';
import { convertMinor } from '#platform/money.ts';
import type { Month } from '../period.ts';

/** The amounts of a document as forms ask for them, in the organization's currency. */
export interface DeclaredAmounts {
  net: bigint;
  itbis: bigint;
  isc: bigint;
  other: bigint;
  tip: bigint;
  /** With taxes. */
  total: bigint;
  /** The base and the ITBIS of each rate. */
  itbisByRate: Map<string, { base: bigint; tax: bigint }>;
  /** The amounts withheld, by tax. */
  withheld: { taxId: string; kind: string; fiscalCode: string | null; rate: string; base: bigint; amount: bigint }[];
  withheldItbis: bigint;
  withheldIsr: bigint;
}

/** Amounts in the organization's currency. The parts make the whole: what rounding leaves is in the ITBIS. */
export function declaredAmounts(document: FiscalDocument, baseCurrency: string): DeclaredAmounts {
  const { currency, rate } = document;
  const toBase = (minor: bigint) => (rate === null ? minor : convertMinor(minor, currency, rate, baseCurrency));
  const ofKind = (kind: string) => sumOf(document.taxes, (tax) => (tax.kind === kind ? toBase(tax.amount) : 0n));
  const [isc, other, tip] = [ofKind('isc'), ofKind('other'), ofKind('tip')];
  const itbis = document.baseTax - isc - other - tip;
  const withheld = document.taxes
    .filter(({ kind }) => kind.startsWith('withheld-'))
    .map((tax) => ({ ...tax, base: toBase(tax.base), amount: toBase(tax.amount) }));
  const withheldOf = (kind: string) => sumOf(withheld, (tax) => (tax.kind === kind ? tax.amount : 0n));
  return {
    net: document.baseNet,
    itbis,
    isc,
    other,
    tip,
    total: document.baseTotal,
    itbisByRate: itbisByRate(document, itbis, toBase),
    withheld,
    withheldItbis: withheldOf('withheld-itbis'),
    withheldIsr: withheldOf('withheld-isr'),
  };
}

function itbisByRate(document: FiscalDocument, itbis: bigint, toBase: (minor: bigint) => bigint) {
  const byRate = new Map<string, { base: bigint; tax: bigint }>();
  for (const { kind, rate, base, amount } of document.taxes) {
    if (kind !== 'itbis' || amount === 0n) continue;
    const before = byRate.get(rate) ?? { base: 0n, tax: 0n };
    byRate.set(rate, { base: before.base + toBase(base), tax: before.tax + toBase(amount) });
  }
  const [first] = byRate.values();
  if (first) first.tax += itbis - sumOf(byRate.values(), ({ tax }) => tax);
  return byRate;
}

export const paymentForms = ['cash', 'transfer', 'card', 'credit', 'bonds', 'barter', 'other'] as const;
export type PaymentForm = (typeof paymentForms)[number];
export type Forms = Record<PaymentForm, bigint>;

export const noForms = (): Forms => ({
  cash: 0n,
  transfer: 0n,
  card: 0n,
  credit: 0n,
  bonds: 0n,
  barter: 0n,
  other: 0n,
});

/** The kind of each account by its id: `cash`, `bank`, … */
export type AccountKinds = ReadonlyMap<string, string>;

const byMethod: [RegExp, PaymentForm][] = [
  [/cash|efectivo/, 'cash'],
  [/transfer|check|cheque|deposit|dep[oó]sito|bank/, 'transfer'],
  [/card|tarjeta/, 'card'],
  [/barter|permuta/, 'barter'],
  [/gift|bono|voucher/, 'bonds'],
];
const byAccountKind: Record<string, PaymentForm> = { cash: 'cash', bank: 'transfer', card: 'card', payout: 'card' };
const bySource: Record<string, PaymentForm> = {
  card: 'card',
  'gift-card': 'bonds',
  credit: 'credit',
  return: 'credit',
};

/** How a payment was made, in the words of the 607. A credit note that settles is a sale on credit. */
export function formOf(payment: FiscalPayment, accounts: AccountKinds): PaymentForm {
  const said = byMethod.find(([words]) => words.test(payment.method?.toLowerCase() ?? ''));
  return bySource[payment.source] ?? said?.[1] ?? byAccountKind[accounts.get(payment.accountId ?? '') ?? ''] ?? 'other';
}

const sayingForm: Record<string, PaymentForm> = { '05': 'bonds', '06': 'barter', '08': 'other' };

/**
 * How a sale was paid by the end of the month: what came later is on credit. What the buyer kept back for the tax
 * authority is told with the form in which most of the rest was paid.
 */
export function formsOf(document: FiscalDocument, month: Month, accounts: AccountKinds): Forms {
  const forms = noForms();
  for (const payment of document.payments) {
    if (payment.date <= month.to) forms[formOf(payment, accounts)] += payment.baseAmount;
  }
  const rest = document.baseTotal - sumOf(Object.values(forms), (amount) => amount);
  const isSettled = document.settledOn !== null && document.settledOn <= month.to;
  const most = paymentForms.toSorted((a, b) => (forms[a] < forms[b] ? 1 : forms[a] > forms[b] ? -1 : 0))[0]!;
  const restForm = isSettled && forms[most] > 0n ? most : (sayingForm[document.paymentForm ?? ''] ?? 'credit');
  forms[restForm] += rest;
  return forms;
}

/** A credit note takes away what other documents add; so does a return without a number. */
export function signOf({ fiscalNumber, isReturn }: FiscalDocument): 1n | -1n {
  const takesAway = fiscalNumber === '' ? isReturn : fiscalTypeOf(fiscalNumber)?.note === 'credit';
  return takesAway ? -1n : 1n;
}

/** Whether what was withheld counts by the end of the month: it does when the document is settled. */
export const isSettledBy = ({ settledOn }: FiscalDocument, { to }: Month): boolean =>
  settledOn !== null && settledOn <= to;
