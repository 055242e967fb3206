import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { QuantityOrZero } from '../stock/quantity.ts';
import { verifiedThings } from '../verification/verification.sql.ts';

export const PositionKey = { resourceId: z.uuid(), divisionId: z.uuid() };

export const PositionRules = {
  minimum: QuantityOrZero.nullable()
    .optional()
    .describe('`resource:stock-alert` fires when stock falls below it. Null: the `minStockAlert` of the resource.'),
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('Where in the division: an aisle, a shelf.'),
  allowsNegativeStock: z
    .boolean()
    .nullable()
    .optional()
    .describe('Whether more may leave than is there. Null: as the resource says.'),
};

export const StockPositionView = z.object({
  ...PositionKey,
  resource: z.object({ name: z.string(), code: z.string().nullable(), unit: z.string() }),
  quantity: z.string(),
  reserved: z.string().describe('Promised to documents.'),
  available: z.string().describe('The quantity less what is reserved.'),
  value: z.string().describe('At cost, in the organization’s currency.'),
  unitCost: z.string().nullable().describe('The value of one unit; null where there is none.'),
  currency: z.string(),
  minimum: z.string().nullable().describe('Its own, or that of the resource.'),
  low: z.boolean().describe('Whether there is less than the minimum.'),
  location: z.string().nullable(),
  allowsNegativeStock: z.boolean().nullable().describe('Null: as the resource says.'),
  lastMovedOn: CalendarDate.nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
});

export const ProductStockView = z.object({
  resourceId: z.uuid(),
  unit: z.string(),
  quantity: z.string().describe('In all divisions.'),
  reserved: z.string(),
  available: z.string(),
  value: z.string(),
  currency: z.string(),
  divisions: z.array(StockPositionView.omit({ resource: true })),
});

export const StockValueView = z.object({
  currency: z.string(),
  value: z.string().describe('What all stock is worth at cost: the balance of the inventory account in the ledger.'),
  divisions: z.array(
    z.object({ divisionId: z.uuid(), value: z.string(), positions: z.number().int().describe('That hold something.') }),
  ),
  verifiedAt: Timestamp.nullable().describe(
    'When everything in stock was last found to be exactly what its movements and the ledger say; null if not yet.',
  ),
  checkedAt: Timestamp.nullable().describe('When that was last tried.'),
  differences: z
    .array(
      z.object({
        what: z.enum(verifiedThings),
        resourceId: z.uuid().nullable().describe('Null: all of the division.'),
        divisionId: z.uuid().nullable(),
        found: z.string(),
        expected: z.string().describe('What the movements say; of `ledger`, what the stock is worth.'),
      }),
    )
    .describe('What the last check found wrong, at most 100: empty when all is well.'),
});
