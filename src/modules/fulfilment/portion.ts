import { isWithheld, type PendingElement } from '#modules/invoicing/index.ts';
import { divideRounded, least, sum, toMillionths } from '#platform/decimal.ts';

/** How much of a line has come back already, and what that was worth. */
export interface Returned {
  quantity: string;
  net: bigint;
  /** By tax. */
  taxes: Map<string, PortionTax>;
}

export interface PortionTax {
  base: bigint;
  amount: bigint;
}

export interface Portion {
  net: bigint;
  tax: bigint;
  withheld: bigint;
  total: bigint;
  taxes: (PortionTax & { taxId: string })[];
}

export const nothingReturned: Returned = { quantity: '0', net: 0n, taxes: new Map() };

/**
 * What a part of a whole is worth: the difference that it makes to the rounded share of everything so far. Whatever the
 * parts and their order, together they are exactly the whole.
 */
export function partOf(whole: bigint, size: bigint, before: { size: bigint; value: bigint }, now: bigint): bigint {
  if (size === 0n) return 0n;
  const until = divideRounded(whole * (before.size + now), size);
  const value = until - before.value;
  return value < 0n ? 0n : least(value, whole - before.value);
}

const ofItbis = new Set(['itbis', 'withheld-itbis']);

/** The value of a quantity of an invoice line, with each of its taxes. After the legal time ITBIS keeps its base only. */
export function portionOf(element: PendingElement, before: Returned, quantity: bigint, withItbis: boolean): Portion {
  const size = toMillionths(element.quantity);
  const done = toMillionths(before.quantity);
  const part = (whole: bigint, value: bigint) => partOf(whole, size, { size: done, value }, quantity);
  const net = part(element.net, before.net);
  const taxes = element.taxes.map((tax) => {
    const returned = before.taxes.get(tax.taxId) ?? { base: 0n, amount: 0n };
    const amount = withItbis || !ofItbis.has(tax.kind) ? part(tax.amount, returned.amount) : 0n;
    return { ...tax, base: part(tax.base, returned.base), amount };
  });
  const sumOf = (withheld: boolean) => sum(taxes.map((tax) => (isWithheld(tax) === withheld ? tax.amount : 0n)));
  const tax = sumOf(false);
  return {
    net,
    tax,
    withheld: sumOf(true),
    total: net + tax,
    taxes: taxes.map(({ taxId, base, amount }) => ({ taxId, base, amount })),
  };
}
