import type { z } from 'zod';
import { plainDecimal } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import type { FieldError } from '#platform/refusal.ts';
import type { PriceRow } from '../tables.ts';
import type { NewPrice } from './price.schema.ts';

export type NewPriceRow = Omit<PriceRow, 'version' | 'createdAt' | 'updatedAt'>;
type GivenPriceFields = Omit<z.output<typeof NewPrice>, 'resourceId'>;

/** The references that prices are checked against. */
export interface PriceSurroundings {
  currency: string;
  divisions: { has(id: string): boolean };
  contacts: { get(id: string): string | undefined };
}

/** The new prices of one resource as they will be written, with their errors. */
export function draftPrices(
  resourceId: string,
  given: GivenPriceFields[],
  around: PriceSurroundings,
  path: string,
): { prices: NewPriceRow[]; errors: FieldError[] } {
  const drafts = given.map((price, place) => draftPrice(resourceId, price, around, `${path}[${place}]`));
  const cases = new Set<string>();
  const repeated = drafts.flatMap(({ price }, place) => {
    const key = caseOf(price);
    if (cases.has(key)) return [{ path: `${path}[${place}]`, code: 'duplicate', message: SAME_CASE }];
    cases.add(key);
    return [];
  });
  return { prices: drafts.map(({ price }) => price), errors: [...drafts.flatMap(({ errors }) => errors), ...repeated] };
}

export const SAME_CASE = 'There is a price for the same tier, currency, quantity, first day, division and contact.';

/** A resource has one price for each case. */
export const caseOf = (price: NewPriceRow): string =>
  JSON.stringify([
    price.resourceId,
    price.label,
    price.currency,
    plainDecimal(price.minimumQuantity),
    price.validFrom,
    price.divisionId,
    price.contactId,
  ]);

export function draftPrice(
  resourceId: string,
  given: GivenPriceFields,
  around: PriceSurroundings,
  path: string,
): { price: NewPriceRow; errors: FieldError[] } {
  const price = { id: newId(), resourceId, ...given, currency: given.currency ?? around.currency };
  const contactId = given.contactId === null ? null : (around.contacts.get(given.contactId) ?? given.contactId);
  return { price: { ...price, contactId }, errors: priceErrors(price, around, path) };
}

export function priceErrors(
  price: Pick<NewPriceRow, 'validFrom' | 'validTo' | 'divisionId' | 'contactId'>,
  around: PriceSurroundings,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const unknown = (field: string, what: string) =>
    errors.push({ path: `${path}.${field}`, code: 'not_found', message: `${what} does not exist.` });
  if (price.divisionId && !around.divisions.has(price.divisionId)) unknown('divisionId', 'This branch');
  if (price.contactId && !around.contacts.get(price.contactId)) unknown('contactId', 'This contact');
  if (price.validFrom && price.validTo && price.validFrom > price.validTo) {
    errors.push({ path: `${path}.validTo`, code: 'invalid_order', message: 'It ends before it begins.' });
  }
  return errors;
}
