import { type FiscalDocument, type FiscalPayment, type FiscalTax, inSharingOrder } from '#modules/invoicing/index.ts';
import { fiscalTypeOf } from '#modules/taxes/index.ts';
import { shareOut, sumOf } from '#platform/decimal.ts';
import { convertMinor } from '#platform/money.ts';
import type { Month } from '../period.ts';

/** The amounts of a document as forms ask for them, in the organization's currency. */
export interface DeclaredAmounts {
  net: bigint;
  itbis: bigint;
  itbisByTax: (Pick<FiscalTax, 'taxId' | 'chartAccountId'> & { amount: bigint })[];
  isc: bigint;
  other: bigint;
  tip: bigint;
  itbisByRate: Map<string, { base: bigint; tax: bigint }>;
  /** The amounts withheld, by tax. */
  withheld: FiscalTax[];
  withheldItbis: bigint;
  withheldIsr: bigint;
}

/** Amounts in the organization's currency. The taxes share the tax of the books in the order in which the postings do. */
export function declaredAmounts(document: FiscalDocument, baseCurrency: string): DeclaredAmounts {
  const { currency, rate } = document;
  const toBase = (minor: bigint) => (rate === null ? minor : convertMinor(minor, currency, rate, baseCurrency));
  const taxes = inSharingOrder(document.taxes.filter(({ kind }) => !kind.startsWith('withheld-')));
  const shares = shareOut(
    document.baseTax,
    taxes.map(({ amount }) => amount),
  );
  const isBooked = taxes.every(({ baseAmount }) => baseAmount !== undefined);
  const charged = taxes.map((tax, place) => ({ ...tax, baseAmount: isBooked ? tax.baseAmount! : shares[place]! }));
  const ofKind = (wanted: string) => sumOf(charged, ({ kind, baseAmount }) => (kind === wanted ? baseAmount : 0n));
  const withheld = document.taxes
    .filter(({ kind }) => kind.startsWith('withheld-'))
    .map((tax) => ({
      ...tax,
      net: toBase(tax.net),
      base: toBase(tax.base),
      amount: tax.baseAmount ?? toBase(tax.amount),
    }));
  const withheldOf = (kind: string) => sumOf(withheld, (tax) => (tax.kind === kind ? tax.amount : 0n));
  return {
    net: document.baseNet,
    itbis: ofKind('itbis'),
    itbisByTax: charged.flatMap(({ kind, taxId, chartAccountId, baseAmount }) =>
      kind === 'itbis' ? [{ taxId, chartAccountId, amount: baseAmount }] : [],
    ),
    isc: ofKind('isc'),
    other: ofKind('other'),
    tip: ofKind('tip'),
    itbisByRate: itbisByRate(document, charged, toBase),
    withheld,
    withheldItbis: withheldOf('withheld-itbis'),
    withheldIsr: withheldOf('withheld-isr'),
  };
}

/**
 * ITBIS with the net of the lines on which it was charged, without their selective taxes. The nets are converted one after the other,
 * each as the difference that it makes to the sum: nothing is left if all is taxed.
 */
function itbisByRate(
  { net, baseNet }: FiscalDocument,
  charged: (FiscalTax & { baseAmount: bigint })[],
  toBase: (minor: bigint) => bigint,
) {
  const byRate = new Map<string, { base: bigint; tax: bigint }>();
  let [taxed, converted] = [0n, 0n];
  for (const { kind, rate, net: part, baseAmount } of charged) {
    if (kind !== 'itbis' || Number(rate) === 0) continue;
    const before = byRate.get(rate) ?? { base: 0n, tax: 0n };
    taxed += part;
    const until = taxed === net ? baseNet : toBase(taxed);
    byRate.set(rate, { base: before.base + until - converted, tax: before.tax + baseAmount });
    converted = until;
  }
  return byRate;
}

export const paymentForms = ['cash', 'transfer', 'card', 'credit', 'bonds', 'barter', 'other'] as const;
type PaymentForm = (typeof paymentForms)[number];
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
  'write-off': 'credit',
};

/** How a payment was made, in the words of the 607. A credit note that settles is a sale on credit. */
export function formOf(payment: FiscalPayment, accounts: AccountKinds): PaymentForm {
  const said = byMethod.find(([words]) => words.test(payment.method?.toLowerCase() ?? ''));
  return bySource[payment.source] ?? said?.[1] ?? byAccountKind[accounts.get(payment.accountId ?? '') ?? ''] ?? 'other';
}

const sayingForm: Record<string, PaymentForm> = { '05': 'bonds', '06': 'barter', '08': 'other' };

const isWithheld = ({ source }: FiscalPayment): boolean => source === 'withheld-itbis' || source === 'withheld-isr';

/** The tax that the buyer withheld with the payments of the month, and the day of the last of them. */
export function withheldAtPayment({ payments }: FiscalDocument, { from, to }: Month) {
  const own = payments.filter((payment) => isWithheld(payment) && payment.date >= from && payment.date <= to);
  const sumOfSource = (wanted: string) => sumOf(own, ({ source, baseAmount }) => (source === wanted ? baseAmount : 0n));
  const on = own.reduce<string | null>((last, { date }) => (last === null || date > last ? date : last), null);
  return { itbis: sumOfSource('withheld-itbis'), isr: sumOfSource('withheld-isr'), on };
}

/**
 * How a sale was paid by the end of the month: later payments are on credit. The tax that the buyer withheld counts as the
 * form in which most of the rest was paid.
 */
export function formsOf(document: FiscalDocument, month: Month, accounts: AccountKinds): Forms {
  const forms = noForms();
  const paid = document.payments.filter(({ date }) => date <= month.to);
  for (const payment of paid) if (!isWithheld(payment)) forms[formOf(payment, accounts)] += payment.baseAmount;
  const rest = document.baseTotal - sumOf(Object.values(forms), (amount) => amount);
  const isSettled = document.settledOn !== null && document.settledOn <= month.to;
  const most = paymentForms.toSorted((a, b) => (forms[a] < forms[b] ? 1 : forms[a] > forms[b] ? -1 : 0))[0]!;
  const ownForm = sayingForm[document.paymentForm ?? ''] ?? 'credit';
  const isPaid = forms[most] > 0n;
  const withheld = sumOf(paid.filter(isWithheld), ({ baseAmount }) => baseAmount);
  forms[isPaid ? most : ownForm] += withheld;
  forms[isSettled && isPaid ? most : ownForm] += rest - withheld;
  return forms;
}

/** Credit notes, and returns without a number, count as negative. */
export function signOf({ fiscalNumber, reversed }: FiscalDocument): 1n | -1n {
  const takesAway = fiscalNumber === '' ? reversed !== null : fiscalTypeOf(fiscalNumber)?.note === 'credit';
  return takesAway ? -1n : 1n;
}

/** The number that a note modifies. The forms ask for it only on notes, not on a receipt that replaces another. */
export const modifiedBy = ({ fiscalNumber, modifiesFiscalNumber }: FiscalDocument): string | null =>
  fiscalTypeOf(fiscalNumber)?.note ? modifiesFiscalNumber : null;

/** Whether what was withheld counts by the end of the month: it does when the document is settled. */
export const isSettledBy = ({ settledOn }: FiscalDocument, { to }: Month): boolean =>
  settledOn !== null && settledOn <= to;
