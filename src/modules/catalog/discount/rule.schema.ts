import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency, decimalWithin } from '#platform/money.ts';
import { Quantity } from '../catalog.schema.ts';

const Percent = decimalWithin({ above: 0, max: 100, decimals: 4 });

const conditions = {
  resourceId: z.uuid().nullable().describe('Of this resource.'),
  listId: z.uuid().nullable().describe('Of the members of this list.'),
  contactId: z.uuid().nullable().describe('To this contact.'),
  divisionId: z.uuid().nullable().describe('In this division.'),
  minimumQuantity: Quantity.nullable().describe('From this quantity on.'),
  startsOn: CalendarDate.nullable(),
  endsOn: CalendarDate.nullable().describe('The last day.'),
  slowStockDays: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .describe('Where there is some and nothing has gone out for so many days.'),
};

/** What can be said of a rule; every condition that is given must hold. */
const fields = {
  active: z.boolean(),
  percent: Percent.nullable().describe('A share of the price.'),
  amount: Quantity.nullable().describe('Or so much of each unit, for prices in this currency.'),
  currency: Currency.nullable().describe('Of the amount. Default: the organization’s.'),
  ...conditions,
  allowsBelowCost: z.boolean().describe('Otherwise the discount ends where the cost begins.'),
};
const name = z.string().trim().min(1).max(200).describe('What people see as the reason.');

export const NewDiscount = z.strictObject({ name, ...z.object(fields).partial().shape });

export const DiscountChange = z.strictObject({
  id: z.uuid(),
  version: z.number().int().optional(),
  ...z.object({ name, ...fields }).partial().shape,
});

export const DiscountView = z.object({
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
  slowStockDays: z.number().int().nullable(),
  allowsBelowCost: z.boolean(),
  offeredCount: z.number().int().describe('How often it was offered: exact up to 10,000.'),
  takenCount: z.number().int().describe('How often it was taken: exact up to 10,000.'),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const DiscountOfferView = z.object({
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
      kind: z.string().describe('What kind of document took it.'),
      id: z.uuid(),
      quantity: z.string(),
      releasedAt: Timestamp.nullable().describe('The document was made void, or has it no more.'),
    })
    .nullable(),
});

export type GivenRule = z.output<typeof NewDiscount>;
export type GivenRuleChange = z.output<typeof DiscountChange>;
