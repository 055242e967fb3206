import { greatest, plainDecimal, powerOfTen, proportion, roundMillionths, toMillionths } from '#platform/decimal.ts';
import type { DiscountRule } from '../tables.ts';

export type Rule = Omit<
  DiscountRule,
  'usesMax' | 'usesPerContactMax' | 'uses' | 'version' | 'createdBy' | 'createdAt' | 'updatedAt'
>;

/** A sale for which a discount is looked for. Amounts are millionths of its currency. */
export interface DiscountQuestion {
  resourceId: string;
  listIds: ReadonlySet<string>;
  contactId: string | null;
  divisionId: string | null;
  quantity: string;
  /** `YYYY-MM-DD` */
  date: string;
  currency: string;
  price: bigint;
  /** How many decimals the discounted price may have. */
  decimals: number;
  /** The cost of one unit; null: unknown, so no price is below it. */
  cost: bigint | null;
  /** For how many days stock has not moved; null: there is no stock, or it is unknown. */
  idleDays: number | null;
  /** The code that the buyer gave: only its own discounts apply then. */
  coupon: string | null;
  ownDiscountsOnly: boolean;
}

export interface Discount<R extends Rule = Rule> {
  rule: R;
  unitPrice: bigint;
  /** The cost limited the discount. */
  endsAtCost: boolean;
}

/** Whether every condition of a rule holds. */
export const applies = (rule: Rule, asked: DiscountQuestion): boolean =>
  rule.active &&
  (!asked.ownDiscountsOnly || rule.resourceId !== null || rule.listId !== null) &&
  (rule.resourceId === null || rule.resourceId === asked.resourceId) &&
  (rule.listId === null || asked.listIds.has(rule.listId)) &&
  (rule.contactId === null || rule.contactId === asked.contactId) &&
  (rule.divisionId === null || rule.divisionId === asked.divisionId) &&
  (rule.minimumQuantity === null || toMillionths(rule.minimumQuantity) <= toMillionths(asked.quantity)) &&
  (rule.startsOn === null || rule.startsOn <= asked.date) &&
  (rule.endsOn === null || asked.date <= rule.endsOn) &&
  rule.coupon === asked.coupon &&
  (rule.slowStockDays === null || (asked.idleDays !== null && asked.idleDays >= rule.slowStockDays)) &&
  (rule.amount === null || rule.currency === asked.currency);

/** The lowest price by all rules that apply, never below cost unless the rule allows it. */
export function chooseDiscount<R extends Rule>(rules: R[], asked: DiscountQuestion): Discount<R> | null {
  return rules
    .filter((rule) => applies(rule, asked))
    .map((rule) => discountBy(rule, asked))
    .filter(({ unitPrice }) => unitPrice < asked.price)
    .reduce<Discount<R> | null>((best, each) => (best && isBetter(best, each) ? best : each), null);
}

const isBetter = (a: Discount, b: Discount): boolean =>
  a.unitPrice < b.unitPrice || (a.unitPrice === b.unitPrice && a.rule.id <= b.rule.id);

function discountBy<R extends Rule>(rule: R, asked: DiscountQuestion): Discount<R> {
  const off = rule.percent === null ? toMillionths(rule.amount!) : proportion(asked.price, rule.percent, '100');
  const wished = roundMillionths(asked.price - off, asked.decimals);
  const unitPrice = greatest(wished, 0n);
  if (rule.allowsBelowCost || asked.cost === null || unitPrice >= asked.cost) {
    return { rule, unitPrice, endsAtCost: false };
  }
  return { rule, unitPrice: roundedUp(asked.cost, asked.decimals), endsAtCost: true };
}

function roundedUp(value: bigint, decimals: number): bigint {
  const rounded = roundMillionths(value, decimals);
  return rounded >= value ? rounded : rounded + powerOfTen(6 - decimals);
}

/** Explains why a discount may be given. */
export function reasonOf({ rule, endsAtCost }: Discount, asked: DiscountQuestion): string {
  const parts = [
    rule.percent === null
      ? `${plainDecimal(rule.amount!)} ${rule.currency} less`
      : `${plainDecimal(rule.percent)} % less`,
    rule.minimumQuantity && `from ${plainDecimal(rule.minimumQuantity)} on`,
    rule.contactId && 'for this contact',
    rule.divisionId && 'in this division',
    rule.endsOn && `until ${rule.endsOn}`,
    rule.slowStockDays && `because none has left for ${asked.idleDays} days`,
    endsAtCost && 'but not below cost',
  ];
  return `${rule.name}: ${parts.filter(Boolean).join(', ')}.`;
}
