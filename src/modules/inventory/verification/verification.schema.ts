import { z } from 'zod';

/** A value that differs from the expected one. */
export const StockDifference = z.object({
  what: z
    .enum(['quantity', 'value', 'reserved', 'layers', 'layers-value', 'units', 'lots', 'ledger'])
    .describe('What was compared; `layers` are the costs by receipt.'),
  resourceId: z.uuid().nullable().describe('Null: the whole division (branch or till).'),
  divisionId: z.uuid().nullable().describe('Where; null: everywhere.'),
  found: z.string().describe('What is stored.'),
  expected: z.string().describe('The sum of the movements; for `ledger`, the value of the stock.'),
});
export type Difference = z.output<typeof StockDifference>;
