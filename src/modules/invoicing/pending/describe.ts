import type { TenantContext } from '#platform/context.ts';
import { fromMinor, moneyText } from '#platform/money.ts';
import type { Reversals } from '../hooks.ts';
import type { PendingPayment, PendingRecord } from '../tables.ts';
import type { PendingElement } from './element.sql.ts';

/** Not shown. They are undefined and not left out, because a copy without some of many fields takes several times longer. */
const HIDDEN = {
  isOpen: undefined,
  converted: undefined,
  fulfilled: undefined,
  numeralsId: undefined,
  baseNet: undefined,
  baseTax: undefined,
  baseWithheld: undefined,
  basePaid: undefined,
};

/** A document without its lines, with amounts as decimals. */
export function describePendingRecord(document: PendingRecord, baseCurrency: string) {
  const inCurrency = (minor: bigint) => fromMinor(minor, document.currency);
  return {
    ...document,
    ...HIDDEN,
    number: document.number === null ? null : Number(document.number),
    subtotal: inCurrency(document.subtotal),
    discount: inCurrency(document.discount),
    net: inCurrency(document.net),
    tax: inCurrency(document.tax),
    total: inCurrency(document.total),
    withheld: inCurrency(document.withheld),
    due: inCurrency(document.due),
    paid: inCurrency(document.paid),
    balance: inCurrency(document.balance),
    baseTotal: fromMinor(document.baseTotal, baseCurrency),
  };
}

export function describeElement(element: PendingElement, currency: string) {
  const { discountKind, discountValue, discount, taxes } = element;
  const inCurrency = (minor: bigint) => fromMinor(minor, currency);
  return {
    ...element,
    discountKind: undefined,
    discountValue: undefined,
    cost: undefined,
    unitPrice: moneyText(element.unitPrice, currency),
    discount:
      discountKind === null
        ? null
        : discountKind === 'amount'
          ? { amount: moneyText(discountValue!, currency) }
          : { percent: discountValue! },
    amount: inCurrency(element.amount),
    discountAmount: inCurrency(discount),
    net: inCurrency(element.net),
    tax: inCurrency(element.tax),
    withheld: inCurrency(element.withheld),
    total: inCurrency(element.total),
    taxes: taxes.map((tax) => ({
      ...tax,
      appliesTo: undefined,
      chartAccountId: undefined,
      fiscalCode: undefined,
      base: inCurrency(tax.base),
      amount: inCurrency(tax.amount),
    })),
  };
}

export function describePayment(payment: PendingPayment, currency: string, reversals: Reversals = {}) {
  const { baseAmount: _, voidedBy: _voidedBy, amount, ...rest } = payment;
  return { ...rest, amount: fromMinor(amount, currency), currency, refund: null, dispute: null, ...reversals };
}

/** A document with its lines. */
export const describeWhole = (
  { currency }: Pick<TenantContext, 'currency'>,
  { document, elements }: { document: PendingRecord; elements: PendingElement[] },
) => ({
  ...describePendingRecord(document, currency),
  elements: elements.map((element) => describeElement(element, document.currency)),
});
