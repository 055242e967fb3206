import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Amount, Quantity } from '../catalog.schema.ts';
import { PickedResource, ResourceKind } from '../resource/resource.schema.ts';
import { listTypes } from './list.sql.ts';

const MEMBERS_MAX = 1_000;

export const ProductListType = z.enum(listTypes);

/** Which resources belong: those for which every condition that is given holds. */
export const ProductListRule = z
  .strictObject({
    kinds: z.array(ResourceKind).min(1).max(4).optional(),
    categories: z.array(z.string().trim().min(1).max(100)).min(1).max(100).optional(),
    search: z.string().trim().min(1).max(100).optional().describe('Beginnings of words of the name.'),
    attributes: z
      .record(z.string().min(1).max(60), z.union([z.string().max(1000), z.number(), z.boolean()]))
      .refine((attributes) => Object.keys(attributes).length <= 20, {
        error: 'has at most 20 names',
        params: { code: 'too_big' },
      })
      .optional()
      .describe('These, with exactly these values.'),
    costFrom: Amount.optional(),
    costTo: Amount.optional(),
    tracksStock: z.boolean().optional(),
    createdSince: Timestamp.optional(),
  })
  .refine((rule) => Object.values(rule).some((condition) => condition !== undefined), {
    error: 'has at least one condition',
    params: { code: 'empty' },
  });

const members = uniqueList(z.strictObject({ resourceId: z.uuid(), quantity: Quantity.default('1') }), {
  min: 1,
  max: MEMBERS_MAX,
  by: ({ resourceId }) => resourceId,
}).meta({
  description: 'By hand: what belongs to it, and how many of each a pack or bundle has.',
  example: [{ resourceId: exampleId, quantity: '2' }],
});

const fields = {
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(5000),
  price: Amount.nullable().describe('What a pack or bundle is sold for. Null: the sum of its parts.'),
  currency: Currency.describe('Of the price. Default: the organization’s.'),
};
const rule = ProductListRule.describe('By rule: a collection only.');

export const NewProductList = z.strictObject({
  name: fields.name,
  type: ProductListType,
  ...z.object(fields).omit({ name: true }).partial().shape,
  members: members.optional(),
  rule: rule.optional(),
});

export const ProductListChange = z.strictObject({
  id: z.uuid(),
  version: z.number().int().optional(),
  ...z.object(fields).partial().shape,
  members: members.optional(),
  rule: rule.optional(),
});

export const ProductListView = z.object({
  id: z.uuid(),
  name: z.string(),
  type: ProductListType,
  description: z.string(),
  rule: z.record(z.string(), z.unknown()).nullable().describe('Null: its members are named by hand.'),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  memberCount: z.number().int().describe('Exact up to 10,000.'),
  builtAt: Timestamp.describe('When all of its members were last found.'),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const ProductListMember = PickedResource.extend({ quantity: z.string() });

export type GivenList = z.output<typeof NewProductList>;
export type GivenListChange = z.output<typeof ProductListChange>;
export type GivenRule = z.output<typeof ProductListRule>;
