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
  .toUpperCase()
  .describe('Letters, digits, `-` and `_`; case does not matter.');

const conditions = {
  resourceId: z.uuid().nullable().describe('For this resource.'),
  listId: z.uuid().nullable().describe('For the members of this list.'),
  contactId: z.uuid().nullable().describe('For this contact.'),
  divisionId: z.uuid().nullable().describe('In this division (branch or till).'),
  minimumQuantity: Quantity.nullable().describe('From this quantity.'),
  startsOn: CalendarDate.nullable().describe('The first day.'),
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
  active: z.boolean().describe('Only an active discount is offered. Default: true.'),
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
  name: z.string().describe('Shown as the reason of the discount.'),
  active: z.boolean().describe('Only an active discount is offered.'),
  percent: z.string().nullable().describe('Of the price; null: an amount.'),
  amount: z.string().nullable().describe('Per unit, for prices in `currency`; null: a percentage.'),
  currency: z.string().nullable().describe('Of the amount; null: a percentage.'),
  resourceId: z.uuid().nullable().describe('For this product only; null: for all.'),
  listId: z.uuid().nullable().describe('For the members of this list only; null: for all.'),
  contactId: z.uuid().nullable().describe('For this contact only; null: for everyone.'),
  divisionId: z.uuid().nullable().describe('In this branch only; null: in all.'),
  minimumQuantity: z.string().nullable().describe('From this quantity; null: from any.'),
  startsOn: CalendarDate.nullable().describe('The first day; null: no start.'),
  endsOn: CalendarDate.nullable().describe('The last day; null: no end.'),
  coupon: z.string().nullable().describe('Only for buyers who give this code; null: for all.'),
  slowStockDays: z
    .number()
    .int()
    .nullable()
    .describe('For stock of which nothing has left for so many days; null: for any.'),
  allowsBelowCost: z.boolean().describe('Otherwise the discounted price is never below cost.'),
  usesMax: z.number().int().nullable().describe('How many documents may use the coupon; null: no limit.'),
  usesPerContactMax: z
    .number()
    .int()
    .nullable()
    .describe('How many documents of one contact may use it; null: no limit.'),
  uses: z.number().int().describe('Documents that use the coupon now.'),
  offeredCount: z.number().int().describe('Number of offers, exact up to 10,000.'),
  takenCount: z.number().int().describe('Number of accepted offers, exact up to 10,000.'),
  ...versioned,
});

export const DiscountOffer = z.object({
  id: z.uuid(),
  ruleId: z.uuid().describe('The discount.'),
  ruleName: z.string().describe('The name of the discount.'),
  resourceId: z.uuid().describe('What it was offered for.'),
  contactId: z.uuid().nullable().describe('Whom it was offered to; null: nobody is named.'),
  divisionId: z.uuid().nullable().describe('Where it was offered; null: nowhere in particular.'),
  offeredOn: CalendarDate.describe('The day of the sale.'),
  quantity: z.string().describe('How much of it.'),
  currency: z.string(),
  fullPrice: z.string().describe('For one unit, without the discount.'),
  unitPrice: z.string().describe('For one unit, with the discount.'),
  reason: z.string().describe('Why it was given, in words for people.'),
  offeredBy: z.uuid().nullable().describe('Who asked for the price; null: the service.'),
  offeredAt: Timestamp.describe('When it was offered.'),
  taken: z
    .object({
      at: Timestamp.describe('When it was taken.'),
      kind: z.string().describe('The kind of the document.'),
      id: z.uuid().describe('The document.'),
      quantity: z.string().describe('How much of it the line has.'),
      releasedAt: Timestamp.nullable().describe('When the document was voided or dropped the discount.'),
    })
    .nullable()
    .describe('The document that took it; null: none.'),
});
