import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Money, Note, SerialNumbers } from '../resource-record/record.schema.ts';
import { GivenLots } from '../stock/lots.schema.ts';
import { Quantity, QuantityOrZero } from '../stock/quantity.ts';

export const ProductionStatus = z.enum(['planned', 'started', 'applied', 'reversed', 'cancelled']);

const Percent = decimalWithin({ min: 0, max: 1000, decimals: 4 });

const NewRecipe = z.strictObject({
  yields: Quantity.default('1').describe('The quantity of the product that these parts make.'),
  parts: uniqueList(
    z.strictObject({
      resourceId: z.uuid(),
      quantity: Quantity.describe('The quantity in the product.'),
      waste: Percent.default('0').describe('Additional quantity that is lost, in percent.'),
    }),
    { min: 1, max: 200, by: ({ resourceId }) => resourceId },
  ),
  labourCost: Money.default('0').describe('The labour cost of this quantity, in the organization’s currency.'),
  note: Note.optional(),
});
export type NewRecipe = z.output<typeof NewRecipe>;

export const NewProduction = z.strictObject({
  resourceId: z.uuid().describe('The product.'),
  divisionId: z.uuid().describe('The division (branch or till) of the parts and the product.'),
  quantity: Quantity.describe('The planned quantity.'),
  recipe: NewRecipe.optional().describe(
    'A recipe that differs from the latest becomes its next version. Without it: the latest.',
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
    .describe('`started` reserves the parts; `cancelled` releases them; `reversed` undoes an applied production.'),
});

export const ProductionApplication = z.strictObject({
  date: CalendarDate.optional().describe('Default: today in the organization. Never in the future.'),
  quantity: Quantity.optional().describe('The quantity that was really made. Default: the planned quantity.'),
  parts: uniqueList(
    z.strictObject({
      resourceId: z.uuid(),
      quantity: QuantityOrZero.optional().describe('The quantity that was really used. Default: as in the recipe.'),
      serialNumbers: SerialNumbers.optional(),
      lots: GivenLots.optional(),
    }),
    { max: 200, by: ({ resourceId }) => resourceId },
  )
    .optional()
    .describe('Parts with a different quantity, with serial numbers or with lots.'),
  labourCost: Money.optional().describe('The real labour cost. Default: as in the recipe for the planned quantity.'),
  labourChartAccountId: z
    .uuid()
    .optional()
    .describe('The account of the labour cost. Default: `salaries` of the posting rules.'),
  serialNumbers: SerialNumbers.optional().describe('The serial numbers of the product, if its units have them.'),
  lots: GivenLots.optional(),
});
export type ProductionApplication = z.output<typeof ProductionApplication>;

export const Recipe = z.object({
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

export const Production = z.object({
  id: z.uuid(),
  resourceId: z.uuid(),
  divisionId: z.uuid(),
  recipeVersion: z.number().int(),
  status: ProductionStatus,
  quantity: z.string().describe('The planned quantity.'),
  produced: z.string().nullable().describe('The quantity that was made.'),
  cost: z
    .object({ parts: z.string(), labour: z.string(), total: z.string(), unit: z.string() })
    .nullable()
    .describe('The real cost; null until it is applied.'),
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

export const ProductionDetail = Production.extend({
  parts: z
    .array(z.object({ resourceId: z.uuid(), needed: z.string() }))
    .describe('The parts of the planned quantity, waste included.'),
});
