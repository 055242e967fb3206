import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';

export const Suggestion = z.object({
  resourceId: z.uuid().describe('The product.'),
  divisionId: z.uuid().describe('The branch that needs it.'),
  resource: z
    .object({
      name: z.string(),
      code: z.string().nullable().describe('Your own code of it; null: none.'),
      unit: z.string(),
    })
    .describe('The product, as lists show it.'),
  division: z.string().describe('The name of the branch.'),
  quantity: z.string().describe('In stock.'),
  reserved: z.string().describe('Of the stock, reserved for documents and productions.'),
  unusable: z.string().describe('Of it, in expired or blocked lots.'),
  onOrder: z
    .string()
    .describe('In open orders, in purchases that are delivered later, in transit, and in open productions.'),
  forProduction: z.string().describe('Parts of planned productions. Those of started ones are reserved.'),
  minimum: z.string().nullable().describe('What there should be at least; null: no minimum.'),
  maximum: z.string().nullable().describe('Orders fill up to it; null: to the minimum.'),
  suggested: z.string().describe('Up to the maximum, else the minimum, else `sold`; in whole packs.'),
  purchaseMultiple: z.string().nullable().describe('The size of a pack; null: single units.'),
  supplierId: z.uuid().nullable().describe('That of the product, else of the last purchase.'),
  supplierName: z.string().nullable().describe('The name of the supplier; null: none is known.'),
  unitCost: z
    .string()
    .nullable()
    .describe('Without taxes: of the last purchase, from this supplier if there is one; else the cost of the product.'),
  currency: z.string(),
  lastBoughtOn: CalendarDate.nullable().describe('The day of the last purchase; null: never.'),
  amount: z.string().nullable().describe('Of the suggested quantity.'),
  sold: z.string().describe('Sold or used in production in 30 days.'),
  daysLeft: z.number().int().nullable().describe('How long the stock lasts at this pace.'),
  leadTimeDays: z.number().int().nullable().describe('Days until an order arrives; null: not known.'),
  urgent: z.boolean().describe('The stock ends before an order of today arrives.'),
});
