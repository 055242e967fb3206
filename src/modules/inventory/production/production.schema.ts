import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Money, Note, SerialNumbers } from '../resource-record/record.schema.ts';
import { Quantity, QuantityOrZero } from '../stock/quantity.ts';
import { productionStatuses } from './production.sql.ts';

const Percent = decimalWithin({ min: 0, max: 1000, decimals: 4 });

const NewRecipe = z.strictObject({
  yields: Quantity.default('1').describe('How much of the product these parts make.'),
  parts: uniqueList(
    z.strictObject({
      resourceId: z.uuid(),
      quantity: Quantity.describe('What arrives in the product.'),
      waste: Percent.default('0').describe('How much more is used than arrives, in percent.'),
    }),
    { min: 1, max: 200, by: ({ resourceId }) => resourceId },
  ),
  labourCost: Money.default('0').describe('Of making so much, in the organization’s currency.'),
  note: Note.optional(),
});
export type NewRecipe = z.output<typeof NewRecipe>;

export const NewProduction = z.strictObject({
  resourceId: z.uuid().describe('What is made.'),
  divisionId: z.uuid().describe('Where the parts are taken and the product is put.'),
  quantity: Quantity.describe('How much is planned.'),
  recipe: NewRecipe.optional().describe(
    'Another recipe than the latest becomes its next version. Without it: the latest.',
  ),
  plannedOn: CalendarDate.nullable().optional(),
  note: Note.optional(),
});

export const ProductionChange = z.strictObject({
  version: z.number().int().optional(),
  quantity: Quantity.optional().describe('While it is planned.'),
  plannedOn: CalendarDate.nullable().optional(),
  note: Note.optional(),
  status: z
    .enum(['started', 'cancelled', 'reversed'])
    .optional()
    .describe('`started` sets the parts aside; `cancelled` lets go of them; `reversed` undoes what was applied.'),
});

export const ProductionApplication = z.strictObject({
  date: CalendarDate.optional().describe('Default: today in the organization. Never later than that.'),
  quantity: Quantity.optional().describe('How much was really made. Default: what was planned.'),
  parts: uniqueList(
    z.strictObject({
      resourceId: z.uuid(),
      quantity: QuantityOrZero.optional().describe('How much was really used. Default: what the recipe says.'),
      serialNumbers: SerialNumbers.optional(),
    }),
    { max: 200, by: ({ resourceId }) => resourceId },
  )
    .optional()
    .describe('Parts of which something is to be said.'),
  labourCost: Money.optional().describe(
    'What the work really cost. Default: what the recipe says for the planned quantity.',
  ),
  labourChartAccountId: z
    .uuid()
    .optional()
    .describe('The account that the work is taken from. Default: `salaries` of the posting rules.'),
  serialNumbers: SerialNumbers.optional().describe('Of the product, where its units have them.'),
});
export type ProductionApplication = z.output<typeof ProductionApplication>;

export const RecipeView = z.object({
  resourceId: z.uuid(),
  version: z.number().int(),
  yields: z.string(),
  parts: z.array(z.object({ resourceId: z.uuid(), quantity: z.string(), waste: z.string() })),
  labourCost: z.string(),
  currency: z.string(),
  note: z.string().nullable(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const ProductionView = z.object({
  id: z.uuid(),
  resourceId: z.uuid(),
  divisionId: z.uuid(),
  recipeVersion: z.number().int(),
  status: z.enum(productionStatuses),
  quantity: z.string().describe('What was planned.'),
  produced: z.string().nullable().describe('What was made.'),
  cost: z
    .object({ parts: z.string(), labour: z.string(), total: z.string(), unit: z.string() })
    .nullable()
    .describe('What it really cost; once it was applied.'),
  currency: z.string(),
  plannedOn: CalendarDate.nullable(),
  startedAt: Timestamp.nullable(),
  appliedOn: CalendarDate.nullable(),
  recordId: z.uuid().nullable().describe('The record in the books.'),
  note: z.string().nullable(),
  version: z.number().int(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const ProductionDetail = ProductionView.extend({
  parts: z
    .array(z.object({ resourceId: z.uuid(), needed: z.string() }))
    .describe('What the planned quantity takes, waste included.'),
});
