import { plainDecimal, toMillionths } from '#platform/decimal.ts';
import { GENERAL } from './price.schema.ts';

/** What a price is for. */
export interface PriceCase {
  id: string;
  label: string;
  currency: string;
  amount: string;
  minimumQuantity: string;
  validFrom: string | null;
  validTo: string | null;
  divisionId: string | null;
  contactId: string | null;
}

/** Who buys how much, when and where. */
export interface PriceQuestion {
  /** The tier that is asked for, or the contact's own. */
  label: string;
  quantity: string;
  /** `YYYY-MM-DD` */
  date: string;
  currency: string;
  divisionId: string | null;
  contactId: string | null;
}

/** Whether a price holds at all. One of the general tier holds for everyone. */
export const holds = (price: PriceCase, asked: PriceQuestion): boolean =>
  (price.label === asked.label || price.label === GENERAL) &&
  toMillionths(price.minimumQuantity) <= toMillionths(asked.quantity) &&
  (price.validFrom === null || price.validFrom <= asked.date) &&
  (price.validTo === null || asked.date <= price.validTo) &&
  (price.divisionId === null || price.divisionId === asked.divisionId) &&
  (price.contactId === null || price.contactId === asked.contactId);

/**
 * The price that holds: of all that do, the most specific one. The contact's own comes first, then the tier, the division,
 * the currency that is asked for, the greatest quantity, and the latest first day: no two prices are alike in all of these.
 */
export function choosePrice<P extends PriceCase>(prices: P[], asked: PriceQuestion): P | null {
  return prices
    .filter((price) => holds(price, asked))
    .reduce<P | null>((best, price) => (best && compare(best, price, asked) >= 0 ? best : price), null);
}

/** Positive where the first price is the more specific one. */
function compare(a: PriceCase, b: PriceCase, asked: PriceQuestion): number {
  return (
    Number(a.contactId !== null) - Number(b.contactId !== null) ||
    Number(a.label === asked.label) - Number(b.label === asked.label) ||
    Number(a.divisionId !== null) - Number(b.divisionId !== null) ||
    Number(a.currency === asked.currency) - Number(b.currency === asked.currency) ||
    Number(toMillionths(a.minimumQuantity) - toMillionths(b.minimumQuantity)) ||
    (a.validFrom ?? '').localeCompare(b.validFrom ?? '') ||
    a.id.localeCompare(b.id)
  );
}

/** Why a price holds, in words. */
export function reasonOf(price: PriceCase, asked: PriceQuestion): string {
  const parts = [
    price.label === asked.label || asked.label === GENERAL
      ? `Price of the tier ${price.label}`
      : `Price of the tier ${price.label}, because ${asked.label} has none`,
    price.contactId && 'agreed with this contact',
    price.divisionId && 'of this division',
    toMillionths(price.minimumQuantity) > 0n && `from ${plainDecimal(price.minimumQuantity)} on`,
    price.validFrom && `since ${price.validFrom}`,
    price.validTo && `until ${price.validTo}`,
    price.currency !== asked.currency && `converted from ${price.currency}`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
