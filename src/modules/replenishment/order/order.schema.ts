import { z } from 'zod';
import { Quantity } from '#modules/invoicing/index.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const ROWS_MAX = 1000;

const Filter = z.strictObject({
  divisionId: z.uuid().optional(),
  supplierId: z.uuid().optional(),
  category: z.string().trim().max(100).optional(),
  listId: z.uuid().optional(),
  search: z.string().trim().min(1).max(200).optional(),
  outOfStock: z.boolean().default(false),
});

const Row = z.strictObject({
  resourceId: z.uuid(),
  divisionId: z.uuid(),
  quantity: Quantity.optional().describe('Default: the suggested quantity.'),
  supplierId: z.uuid().optional().describe('Default: that of the suggestion.'),
  unitPrice: decimalWithin({ min: 0, digits: 13, decimals: 6 })
    .optional()
    .describe('Default: the `unitCost` of the suggestion, in whose currency it is.'),
});

export const NewReplenishment = z
  .strictObject({
    rows: uniqueList(Row, {
      min: 1,
      max: ROWS_MAX,
      by: ({ resourceId, divisionId }) => `${resourceId} ${divisionId}`,
    })
      .optional()
      .describe('Rows of the list.'),
    filter: Filter.optional().meta({
      description: 'All rows of the list with these filters. `{}`: the whole list.',
      example: {},
    }),
    notes: z.string().trim().max(5000).optional().describe('Of each order.'),
  })
  .refine(({ rows, filter }) => (rows === undefined) !== (filter === undefined), {
    error: 'needs either rows or a filter',
    params: { code: 'exactly_one' },
  });

export interface GivenReplenishment extends z.output<typeof NewReplenishment> {}
export interface GivenRow extends z.output<typeof Row> {}

const skipReasons = ['no_supplier', 'no_cost', 'no_quantity'] as const;
export type SkipReason = (typeof skipReasons)[number];

export const Replenishment = z.object({
  orders: z.array(
    z.object({
      id: z.uuid().describe('Of the document.'),
      number: z.number().int(),
      contactId: z.uuid(),
      contactName: z.string(),
      divisionId: z.uuid(),
      lines: z.number().int(),
      net: z.string(),
      total: z.string(),
      currency: z.string(),
    }),
  ),
  skipped: z.array(
    z.object({ resourceId: z.uuid(), divisionId: z.uuid(), name: z.string(), reason: z.enum(skipReasons) }),
  ),
});
