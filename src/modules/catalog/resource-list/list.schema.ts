import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Amount, Quantity } from '../catalog.schema.ts';
import { PickedResource, ResourceKind } from '../resource/resource.schema.ts';

const MEMBERS_MAX = 1_000;

export const ProductListType = z
  .enum(['PACK', 'BUNDLE', 'COLLECTION'])
  .describe('A PACK or BUNDLE is sold as one, a COLLECTION only groups.');

/** A resource belongs to the list if every condition holds. */
export const ProductListRule = z
  .strictObject({
    kinds: z.array(ResourceKind).min(1).max(4).optional().describe('Any of these kinds.'),
    categories: z
      .array(z.string().trim().min(1).max(100))
      .min(1)
      .max(100)
      .optional()
      .describe('Any of these categories.'),
    search: z.string().trim().min(1).max(100).optional().describe('Beginnings of words of the name.'),
    attributes: z
      .record(z.string().min(1).max(60), z.union([z.string().max(1000), z.number(), z.boolean()]))
      .refine((attributes) => Object.keys(attributes).length <= 20, {
        error: 'must have at most 20 names',
        params: { code: 'too_big' },
      })
      .optional()
      .describe('Attributes with exactly these values.'),
    costFrom: Amount.optional().describe('This cost or more.'),
    costTo: Amount.optional().describe('This cost or less.'),
    tracksStock: z.boolean().optional().describe('Whether their stock is kept.'),
    createdSince: Timestamp.optional().describe('Created at this time or later.'),
  })
  .refine((rule) => Object.values(rule).some((condition) => condition !== undefined), {
    error: 'must have at least one condition',
    params: { code: 'empty' },
  });

const members = uniqueList(
  z.strictObject({
    resourceId: z.uuid().describe('A product or service.'),
    quantity: Quantity.default('1').describe('How much of it is in one pack or bundle.'),
  }),
  {
    min: 1,
    max: MEMBERS_MAX,
    by: ({ resourceId }) => resourceId,
  },
).meta({
  description: 'Members by hand, with their quantities in a pack or bundle.',
  example: [{ resourceId: exampleId, quantity: '2' }],
});

const fields = {
  name: z.string().trim().min(1).max(200).describe('As documents and shops show it.'),
  description: z.string().trim().max(5000).describe('For buyers: shops show it.'),
  price: Amount.nullable().describe('The price of a pack or bundle. Null: the sum of its parts.'),
  currency: Currency.describe('The currency of the price. Default: the organization’s.'),
};
const rule = ProductListRule.describe('Members by rule, for a collection only.');

export const NewProductList = z.strictObject({
  name: fields.name,
  type: ProductListType,
  ...z.object(fields).omit({ name: true }).partial().shape,
  members: members.optional(),
  rule: rule.optional(),
});

export const ProductListChange = changeOf({ ...fields, members, rule });

export const ProductList = z.object({
  id: z.uuid(),
  name: z.string().describe('As documents and shops show it.'),
  type: ProductListType,
  description: z.string().describe('For buyers: shops show it.'),
  rule: z.record(z.string(), z.unknown()).nullable().describe('Null: its members are listed by hand.'),
  price: z.string().nullable().describe('Of a pack or bundle; null: the sum of its parts, or a collection.'),
  currency: z.string().nullable().describe('Of the price; null: it has none.'),
  memberCount: z.number().int().describe('Exact up to 10,000.'),
  builtAt: Timestamp.describe('When all members were last found by the rule.'),
  ...versioned,
});

export const ProductListMember = PickedResource.extend({
  quantity: z.string().describe('How much of it is in one pack or bundle.'),
});
