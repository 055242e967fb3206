import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { Amount, PriceLabel } from '../catalog.schema.ts';

/** The tier of everyone who has no other. */
export const GENERAL = 'general';

const label = PriceLabel.describe('The name of the tier: `general` is for everyone, others for whom they are meant.');
const minimumQuantity = Amount.describe('It holds from this quantity on.');
const validFrom = CalendarDate.nullable().describe('The first day on which it holds. Null: it always did.');
const validTo = CalendarDate.nullable().describe('The last day on which it holds. Null: until further notice.');
const divisionId = z.uuid().nullable().describe('It holds in this division only.');
const contactId = z.uuid().nullable().describe('It holds for this contact only.');

/** What can be said of a new price. */
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

export const NewPrice = z.strictObject({ resourceId: z.uuid(), ...PriceFields });

export const PriceChange = z.strictObject({
  id: z.uuid(),
  version: z.number().int().optional(),
  ...z
    .object({ label, amount: Amount, currency: Currency, minimumQuantity, validFrom, validTo, divisionId, contactId })
    .partial().shape,
});

export const PriceView = z.object({
  id: z.uuid(),
  resourceId: z.uuid(),
  label: z.string(),
  amount: z.string(),
  currency: z.string(),
  minimumQuantity: z.string(),
  validFrom: CalendarDate.nullable(),
  validTo: CalendarDate.nullable(),
  divisionId: z.uuid().nullable(),
  contactId: z.uuid().nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export type GivenPrice = z.output<typeof NewPrice>;
export type GivenPriceFields = Omit<GivenPrice, 'resourceId'>;
export type GivenPriceChange = z.output<typeof PriceChange>;
