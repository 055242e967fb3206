import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { QuantityOrZero } from '../stock/quantity.ts';
import { StockDifference } from '../verification/verification.schema.ts';

const key = { resourceId: z.uuid().describe('The product.'), divisionId: z.uuid().describe('Where it is kept.') };

const rules = {
  minimum: QuantityOrZero.nullable()
    .optional()
    .describe('`resource:stock-alert` fires when stock falls below it. Null: the `minStockAlert` of the resource.'),
  maximum: QuantityOrZero.nullable().optional().describe('Orders fill up to it. Null: to the minimum.'),
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('The place in the division: an aisle, a shelf.'),
  allowsNegativeStock: z
    .boolean()
    .nullable()
    .optional()
    .describe('Whether stock may fall below zero. Null: as set on the resource.'),
};

export const StockPositionKey = z.strictObject(key);
export const StockPositionRules = z.strictObject({ ...key, ...rules });
export const StockPositionChange = StockPositionRules.extend({
  version: z.number().int().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
});

export const StockPosition = z.object({
  ...key,
  resource: z
    .object({
      name: z.string(),
      code: z.string().nullable().describe('Your own code of it; null: none.'),
      unit: z.string(),
    })
    .describe('The product, as lists show it.'),
  quantity: z.string().describe('In stock; negative where more was sold than there was.'),
  reserved: z.string().describe('Reserved for documents (orders, productions).'),
  available: z.string().describe('The quantity less the reserved quantity.'),
  value: z.string().describe('At cost, in the organization’s currency.'),
  unitCost: z.string().nullable().describe('The value of one unit; null without stock.'),
  currency: z.string(),
  minimum: z.string().nullable().describe('Its own minimum, or that of the resource.'),
  maximum: z.string().nullable().describe('Orders fill up to it; null: to the minimum.'),
  low: z.boolean().describe('Whether the quantity is below the minimum.'),
  location: z.string().nullable().describe('The place in the division; null: not given.'),
  allowsNegativeStock: z.boolean().nullable().describe('Null: as set on the resource.'),
  lastMovedOn: CalendarDate.nullable().describe('The day of its last movement; null: it has none.'),
  version: z.number().int(),
  createdAt: Timestamp,
});

export const ProductStock = z.object({
  resourceId: z.uuid(),
  unit: z.string(),
  quantity: z.string().describe('In all divisions.'),
  reserved: z.string().describe('Reserved for documents, in all divisions.'),
  available: z.string().describe('The quantity less what is reserved.'),
  value: z.string().describe('At cost, in the organization’s currency.'),
  currency: z.string(),
  divisions: z.array(StockPosition.omit({ resource: true })).describe('One for each division that keeps it.'),
});

export const ValuationDay = CalendarDate.optional().describe('At the end of this day. Default: today.');

export const ValuedProduct = StockPosition.pick({
  resourceId: true,
  resource: true,
  divisionId: true,
  quantity: true,
  unitCost: true,
  value: true,
  currency: true,
}).extend({ division: z.string().describe('The name of the division.') });

export const StockValue = z.object({
  asOf: CalendarDate.describe('The day at whose end it counts.'),
  currency: z.string(),
  value: z
    .string()
    .describe('The value of all stock at cost: the balance of the inventory account in the ledger on that day.'),
  divisions: z
    .array(
      z.object({
        divisionId: z.uuid(),
        value: z.string().describe('At cost.'),
        positions: z.number().int().describe('Number of positions with a value.'),
      }),
    )
    .describe('Those with stock.'),
  verifiedAt: Timestamp.nullable().describe(
    'When the stock was last found equal to its movements and to the ledger; null if not yet.',
  ),
  checkedAt: Timestamp.nullable().describe('When it was last checked.'),
  differences: z
    .array(StockDifference)
    .describe('The differences of the last check, at most 100: empty when there are none.'),
});
