import { plainDecimal, toMillionths } from '#platform/decimal.ts';
import type { PriceRow } from '../tables.ts';
import { GENERAL } from './price.schema.ts';

/** When a price applies. */
export type PriceCase = Omit<PriceRow, 'resourceId' | 'version' | 'createdAt' | 'updatedAt'>;

/** A sale that a price is looked for. */
export interface PriceQuestion {
  /** The requested tier, or the contact's own. */
  label: string;
  quantity: string;
  /** `YYYY-MM-DD` */
  date: string;
  currency: string;
  divisionId: string | null;
  contactId: string | null;
}

/** Whether a price applies. One of the general tier applies to everyone. */
export const holds = (price: PriceCase, asked: PriceQuestion): boolean =>
  (price.label === asked.label || price.label === GENERAL) &&
  toMillionths(price.minimumQuantity) <= toMillionths(asked.quantity) &&
  (price.validFrom === null || price.validFrom <= asked.date) &&
  (price.validTo === null || asked.date <= price.validTo) &&
  (price.divisionId === null || price.divisionId === asked.divisionId) &&
  (price.contactId === null || price.contactId === asked.contactId);

/**
 * The most specific price that applies: first by contact, then by tier, division, requested currency, greatest minimum
 * quantity and latest first day. No two prices of a resource are equal in all of these.
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

/** Explains why a price was chosen. */
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
