import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { Currency } from '#platform/money.ts';
import { Amount, PriceLabel } from '../catalog.schema.ts';

/** The tier of contacts that have no other. */
export const GENERAL = 'general';

const label = PriceLabel.describe('The price tier: `general` is for everyone.');
const minimumQuantity = Amount.describe('The price applies from this quantity.');
const validFrom = CalendarDate.nullable().describe('The first day on which it applies. Null: no start.');
const validTo = CalendarDate.nullable().describe('The last day on which it applies. Null: no end.');
const divisionId = z.uuid().nullable().describe('It applies in this division (branch or till) only.');
const contactId = z.uuid().nullable().describe('It applies to this contact only.');

export const PriceFields = {
  label: label.default(GENERAL),
  amount: Amount.describe('For one unit.'),
  currency: Currency.optional().describe('Default: the organization’s currency.'),
  minimumQuantity: minimumQuantity.default('0'),
  validFrom: validFrom.default(null),
  validTo: validTo.default(null),
  divisionId: divisionId.default(null),
  contactId: contactId.default(null),
};

export const NewPrice = z.strictObject({ resourceId: z.uuid().describe('What the price is of.'), ...PriceFields });

export const PriceChange = changeOf({
  label,
  amount: Amount.describe('For one unit.'),
  currency: Currency,
  minimumQuantity,
  validFrom,
  validTo,
  divisionId,
  contactId,
});

export const Price = z.object({
  id: z.uuid(),
  resourceId: z.uuid().describe('What the price is of.'),
  label: z.string().describe('The price tier: `general` is for everyone.'),
  amount: z.string().describe('For one unit.'),
  currency: z.string(),
  minimumQuantity: z.string().describe('The price applies from this quantity.'),
  validFrom: CalendarDate.nullable().describe('The first day on which it applies; null: no start.'),
  validTo: CalendarDate.nullable().describe('The last day on which it applies; null: no end.'),
  divisionId: z.uuid().nullable().describe('It applies in this branch or till only; null: in all.'),
  contactId: z.uuid().nullable().describe('It applies to this contact only; null: to everyone.'),
  ...versioned,
});
