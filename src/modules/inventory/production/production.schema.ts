import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Money, Note, SerialNumbers } from '../resource-record/record.schema.ts';
import { GivenLots } from '../stock/lots.schema.ts';
import { Quantity, QuantityOrZero } from '../stock/quantity.ts';

export const ProductionStatus = z
  .enum(['planned', 'started', 'applied', 'reversed', 'cancelled'])
  .describe('`started`: its parts are reserved. `applied`: the product is made.');

const Percent = decimalWithin({ min: 0, max: 1000, decimals: 4 });

const NewRecipe = z.strictObject({
  yields: Quantity.default('1').describe('The quantity of the product that these parts make.'),
  parts: uniqueList(
    z.strictObject({
      resourceId: z.uuid().describe('The part.'),
      quantity: Quantity.describe('The quantity in the product.'),
      waste: Percent.default('0').describe('Additional quantity that is lost, in percent.'),
    }),
    { min: 1, max: 200, by: ({ resourceId }) => resourceId },
  ).describe('What the product is made of.'),
  labourCost: Money.default('0').describe('The labour cost of this quantity, in the organization’s currency.'),
  note: Note.optional().describe('How it is made, for your own people.'),
});
export type NewRecipe = z.output<typeof NewRecipe>;

export const NewProduction = z.strictObject({
  resourceId: z.uuid().describe('The product.'),
  divisionId: z.uuid().describe('The division (branch or till) of the parts and the product.'),
  quantity: Quantity.describe('The planned quantity.'),
  recipe: NewRecipe.optional().describe(
    'A recipe that differs from the latest becomes its next version. Without it: the latest.',
  ),
  plannedOn: CalendarDate.nullable().optional().describe('The day on which it is to be made, for your own planning.'),
  note: Note.optional().describe('For your own people.'),
});

export const ProductionChange = z.strictObject({
  version: z.number().int().optional(),
  quantity: Quantity.optional().describe('While it is planned.'),
  plannedOn: CalendarDate.nullable().optional().describe('The day on which it is to be made, for your own planning.'),
  note: Note.optional().describe('For your own people.'),
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
      resourceId: z.uuid().describe('A part of the recipe.'),
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
  resourceId: z.uuid().describe('The product.'),
  version: z.number().int().describe('1, 2, 3, … of its product.'),
  yields: z.string().describe('The quantity of the product that these parts make.'),
  parts: z
    .array(
      z.object({
        resourceId: z.uuid().describe('The part.'),
        quantity: z.string().describe('The quantity in the product.'),
        waste: z.string().describe('Additional quantity that is lost, in percent.'),
      }),
    )
    .describe('What the product is made of.'),
  labourCost: z.string().describe('Of this quantity.'),
  currency: z.string(),
  note: z.string().nullable().describe('How it is made; null: nothing is noted.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const Production = z.object({
  id: z.uuid(),
  resourceId: z.uuid().describe('The product.'),
  divisionId: z.uuid().describe('Where its parts are taken and it arrives.'),
  recipeVersion: z.number().int().describe('The version of the recipe that it uses.'),
  status: ProductionStatus,
  quantity: z.string().describe('The planned quantity.'),
  produced: z.string().nullable().describe('The quantity that was made.'),
  cost: z
    .object({
      parts: z.string().describe('What the parts cost.'),
      labour: z.string().describe('What the labour cost.'),
      total: z.string().describe('Both together.'),
      unit: z.string().describe('Of one unit that was made.'),
    })
    .nullable()
    .describe('The real cost; null until it is applied.'),
  currency: z.string(),
  plannedOn: CalendarDate.nullable().describe('The day on which it is to be made; null: not planned for a day.'),
  startedAt: Timestamp.nullable().describe('When its parts were reserved; null: they were not.'),
  appliedOn: CalendarDate.nullable().describe('The day on which it was made; null: not yet.'),
  recordId: z.uuid().nullable().describe('The record in the books.'),
  note: z.string().nullable().describe('For your own people.'),
  version: z.number().int(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const ProductionDetail = Production.extend({
  parts: z
    .array(z.object({ resourceId: z.uuid().describe('The part.'), needed: z.string().describe('The quantity of it.') }))
    .describe('The parts of the planned quantity, waste included.'),
});
