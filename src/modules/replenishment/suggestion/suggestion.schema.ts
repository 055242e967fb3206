import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';

export const Suggestion = z.object({
  resourceId: z.uuid(),
  divisionId: z.uuid(),
  resource: z.object({ name: z.string(), code: z.string().nullable(), unit: z.string() }),
  division: z.string(),
  quantity: z.string().describe('In stock.'),
  reserved: z.string(),
  unusable: z.string().describe('Of it, in expired or blocked lots.'),
  onOrder: z
    .string()
    .describe('In open orders, in purchases that are delivered later, in transit, and in open productions.'),
  forProduction: z.string().describe('Parts of planned productions. Those of started ones are reserved.'),
  minimum: z.string().nullable(),
  maximum: z.string().nullable(),
  suggested: z.string().describe('Up to the maximum, else the minimum, else `sold`; in whole packs.'),
  purchaseMultiple: z.string().nullable(),
  supplierId: z.uuid().nullable().describe('That of the product, else of the last purchase.'),
  supplierName: z.string().nullable(),
  unitCost: z
    .string()
    .nullable()
    .describe('Without taxes: of the last purchase, from this supplier if there is one; else the cost of the product.'),
  currency: z.string(),
  lastBoughtOn: CalendarDate.nullable(),
  amount: z.string().nullable().describe('Of the suggested quantity.'),
  sold: z.string().describe('Sold or used in production in 30 days.'),
  daysLeft: z.number().int().nullable().describe('How long the stock lasts at this pace.'),
  leadTimeDays: z.number().int().nullable(),
  urgent: z.boolean().describe('The stock ends before an order of today arrives.'),
});
