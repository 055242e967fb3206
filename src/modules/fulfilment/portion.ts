import { isWithheld, type LineValue, type PendingElement } from '#modules/invoicing/index.ts';
import { divideRounded, least, sum, toMillionths } from '#platform/decimal.ts';

/** How much of a line has come back already, and what that was worth. */
export interface Returned {
  quantity: string;
  /** The part of the quantity that came back with its ITBIS. */
  withItbis: string;
  net: bigint;
  baseNet: bigint;
  taxes: Map<string, PortionTax>;
}

interface PortionTax {
  base: bigint;
  amount: bigint;
  /** The amount in the organization's currency. */
  baseAmount: bigint;
}

export interface Portion {
  net: bigint;
  /** The net in the organization's currency. */
  baseNet: bigint;
  tax: bigint;
  withheld: bigint;
  total: bigint;
  taxes: (Omit<PortionTax, 'baseAmount'> & { taxId: string; baseAmount: bigint | null })[];
}

export const nothingReturned: Returned = { quantity: '0', withItbis: '0', net: 0n, baseNet: 0n, taxes: new Map() };
export const noTax: PortionTax = { base: 0n, amount: 0n, baseAmount: 0n };

/** A quantity in millionths, and its value. */
interface Amount {
  size: bigint;
  value: bigint;
}

export const noAmount: Amount = { size: 0n, value: 0n };

export const addAmounts = (a: Amount, b: Amount): Amount => ({ size: a.size + b.size, value: a.value + b.value });

/**
 * The value of a part: the cumulative share including this part, rounded, less the value of the parts before. The parts
 * add up to the whole exactly, in any number and order.
 */
export function partOf(whole: bigint, size: bigint, before: Amount, now: bigint): bigint {
  if (size === 0n) return 0n;
  const until = divideRounded(whole * (before.size + now), size);
  const value = until - before.value;
  return value < 0n ? 0n : least(value, whole - before.value);
}

/** Values one part of a whole after the other, continuing after the parts that were taken before. */
export function partsOf(whole: Amount, taken: Amount): (size: bigint) => bigint {
  let before = taken;
  return (size) => {
    const value = partOf(whole.value, whole.size, before, size);
    before = addAmounts(before, { size, value });
    return value;
  };
}

const ofItbis = new Set(['itbis', 'withheld-itbis']);

/** The value of a quantity of an invoice line, with each of its taxes. After the legal time ITBIS keeps its base only. */
export function portionOf(
  element: PendingElement,
  value: LineValue,
  before: Returned,
  quantity: bigint,
  withItbis: boolean,
): Portion {
  const size = toMillionths(element.quantity);
  const done = toMillionths(before.quantity);
  const part = (whole: bigint, value: bigint, from = done) => partOf(whole, size, { size: from, value }, quantity);
  const net = part(element.net, before.net);
  const taxes = element.taxes.map((tax) => {
    const returned = before.taxes.get(tax.taxId) ?? noTax;
    const amountOf = (): bigint => {
      if (!ofItbis.has(tax.kind)) return part(tax.amount, returned.amount);
      // ITBIS that a late credit note kept is not part of a later one.
      return withItbis ? part(tax.amount, returned.amount, toMillionths(before.withItbis)) : 0n;
    };
    const amount = amountOf();
    const given = { size: returned.amount, value: returned.baseAmount };
    const baseAmount = partOf(value.taxes.get(tax.taxId)!, tax.amount, given, amount);
    return { ...tax, base: part(tax.base, returned.base), amount, baseAmount };
  });
  const sumOf = (withheld: boolean) => sum(taxes.map((tax) => (isWithheld(tax) === withheld ? tax.amount : 0n)));
  const tax = sumOf(false);
  return {
    net,
    baseNet: partOf(value.net, element.net, { size: before.net, value: before.baseNet }, net),
    tax,
    withheld: sumOf(true),
    total: net + tax,
    taxes: taxes.map(({ taxId, base, amount, baseAmount }) => ({ taxId, base, amount, baseAmount })),
  };
}
