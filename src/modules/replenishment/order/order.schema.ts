import { z } from 'zod';
import { Quantity } from '#modules/invoicing/index.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const ROWS_MAX = 1000;

const Filter = z.strictObject({
  divisionId: z.uuid().optional().describe('Only what this branch needs.'),
  supplierId: z.uuid().optional().describe('Only what is bought from this contact.'),
  category: z.string().trim().max(100).optional().describe('Only this category.'),
  listId: z.uuid().optional().describe('Only members of this list.'),
  search: z.string().trim().min(1).max(200).optional().describe('Words of the product.'),
  outOfStock: z.boolean().default(false).describe('Also products without a minimum that have run out.'),
});

const Row = z.strictObject({
  resourceId: z.uuid().describe('The product.'),
  divisionId: z.uuid().describe('The branch that needs it.'),
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
  orders: z
    .array(
      z.object({
        id: z.uuid().describe('Of the document.'),
        number: z.number().int().describe('Of the document.'),
        contactId: z.uuid().describe('The supplier.'),
        contactName: z.string().describe('The name of the supplier.'),
        divisionId: z.uuid().describe('Where the goods are to arrive.'),
        lines: z.number().int().describe('How many products are on it.'),
        net: z.string().describe('Without taxes.'),
        total: z.string().describe('With taxes.'),
        currency: z.string(),
      }),
    )
    .describe('One for each supplier, branch and currency.'),
  skipped: z
    .array(
      z.object({
        resourceId: z.uuid().describe('The product.'),
        divisionId: z.uuid().describe('The branch that needs it.'),
        name: z.string().describe('Of the product.'),
        reason: z.enum(skipReasons).describe('What is missing to order it.'),
      }),
    )
    .describe('Rows that could not be ordered.'),
});
