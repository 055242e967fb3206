import { fromMinor } from '#platform/money.ts';
import type { RefundFacts } from '../hooks.ts';
import type { PendingPayment } from '../settlement/payment.sql.ts';
import type { PendingElement } from './element.sql.ts';
import type { PendingRecord } from './pending.sql.ts';

/** A document as it travels, without its lines: amounts as decimals. */
export function describePendingRecord(document: PendingRecord, baseCurrency: string) {
  const {
    isOpen: _open,
    converted: _converted,
    numeralsId: _numerals,
    baseNet: _net,
    baseTax: _tax,
    ...rest
  } = document;
  const { baseWithheld: _withheld, basePaid: _paid, ...told } = rest;
  const inCurrency = (minor: bigint) => fromMinor(minor, document.currency);
  return {
    ...told,
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
  const { discountKind, discountValue, discount, taxes, cost: _cost, ...rest } = element;
  const inCurrency = (minor: bigint) => fromMinor(minor, currency);
  return {
    ...rest,
    discount:
      discountKind === null
        ? null
        : discountKind === 'amount'
          ? { amount: discountValue! }
          : { percent: discountValue! },
    amount: inCurrency(element.amount),
    discountAmount: inCurrency(discount),
    net: inCurrency(element.net),
    tax: inCurrency(element.tax),
    withheld: inCurrency(element.withheld),
    total: inCurrency(element.total),
    taxes: taxes.map(({ appliesTo: _, chartAccountId: _account, fiscalCode: _code, base, amount, ...tax }) => ({
      ...tax,
      base: inCurrency(base),
      amount: inCurrency(amount),
    })),
  };
}

export function describePayment(payment: PendingPayment, currency: string, refund?: RefundFacts) {
  const { baseAmount: _, amount, ...rest } = payment;
  return { ...rest, amount: fromMinor(amount, currency), currency, refund: refund ?? null };
}

/** A document with its lines. */
export const describeWhole = (document: PendingRecord, elements: PendingElement[], baseCurrency: string) => ({
  ...describePendingRecord(document, baseCurrency),
  elements: elements.map((element) => describeElement(element, document.currency)),
});
