import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { Currency, decimalWithin } from '#platform/money.ts';
import { Quantity } from '../catalog.schema.ts';

const Percent = decimalWithin({ above: 0, max: 100, decimals: 4 });

/** The code of a coupon, as buyers type it. */
export const Coupon = z
  .string()
  .trim()
  .min(3)
  .max(40)
  .regex(/^[A-Za-z0-9]+([-_][A-Za-z0-9]+)*$/, 'must have letters and digits')
  .toUpperCase();

const conditions = {
  resourceId: z.uuid().nullable().describe('For this resource.'),
  listId: z.uuid().nullable().describe('For the members of this list.'),
  contactId: z.uuid().nullable().describe('For this contact.'),
  divisionId: z.uuid().nullable().describe('In this division (branch or till).'),
  minimumQuantity: Quantity.nullable().describe('From this quantity.'),
  startsOn: CalendarDate.nullable(),
  endsOn: CalendarDate.nullable().describe('The last day.'),
  coupon: Coupon.nullable().describe('Only for buyers who give this code. Case does not matter.'),
  slowStockDays: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .describe('For stock of which nothing has left for this many days.'),
};

/** Every condition that is given must hold. */
const fields = {
  active: z.boolean(),
  percent: Percent.nullable().describe('A percentage of the price.'),
  amount: Quantity.nullable().describe('Or an amount per unit, for prices in this currency.'),
  currency: Currency.nullable().describe('The currency of the amount. Default: the organization’s.'),
  ...conditions,
  allowsBelowCost: z.boolean().describe('Otherwise the discounted price is never below cost.'),
  usesMax: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('How many documents may use the coupon. A document that is voided gives its use back.'),
  usesPerContactMax: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .describe('How many documents of one contact may use the coupon. Documents without a contact may not.'),
};
const name = z.string().trim().min(1).max(200).describe('Shown as the reason of the discount.');

export const NewDiscount = z.strictObject({ name, ...z.object(fields).partial().shape });

export const DiscountChange = changeOf({ name, ...fields });

export const Discount = z.object({
  id: z.uuid(),
  name: z.string(),
  active: z.boolean(),
  percent: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  resourceId: z.uuid().nullable(),
  listId: z.uuid().nullable(),
  contactId: z.uuid().nullable(),
  divisionId: z.uuid().nullable(),
  minimumQuantity: z.string().nullable(),
  startsOn: CalendarDate.nullable(),
  endsOn: CalendarDate.nullable(),
  coupon: z.string().nullable(),
  slowStockDays: z.number().int().nullable(),
  allowsBelowCost: z.boolean(),
  usesMax: z.number().int().nullable(),
  usesPerContactMax: z.number().int().nullable(),
  uses: z.number().int().describe('Documents that use the coupon now.'),
  offeredCount: z.number().int().describe('Number of offers, exact up to 10,000.'),
  takenCount: z.number().int().describe('Number of accepted offers, exact up to 10,000.'),
  ...versioned,
});

export const DiscountOffer = z.object({
  id: z.uuid(),
  ruleId: z.uuid(),
  ruleName: z.string(),
  resourceId: z.uuid(),
  contactId: z.uuid().nullable(),
  divisionId: z.uuid().nullable(),
  offeredOn: CalendarDate,
  quantity: z.string(),
  currency: z.string(),
  fullPrice: z.string(),
  unitPrice: z.string(),
  reason: z.string(),
  offeredBy: z.uuid().nullable(),
  offeredAt: Timestamp,
  taken: z
    .object({
      at: Timestamp,
      kind: z.string().describe('The kind of the document.'),
      id: z.uuid(),
      quantity: z.string(),
      releasedAt: Timestamp.nullable().describe('When the document was voided or dropped the discount.'),
    })
    .nullable(),
});
