import { z } from 'zod';
import { readVersion, versioned } from '#platform/http/change.ts';
import { pageOf } from '#platform/http/page.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { MarketProduct } from '../listing/listing.schema.ts';

const PRODUCTS_MAX = 1_000;

const name = z.string().trim().min(1).max(120).describe('What buyers see.');
const fields = {
  description: z.string().trim().max(1000).describe('What buyers read above its products.'),
  kind: z
    .enum(['all', 'category', 'chosen'])
    .describe('`all`: every listed product. `category`: those of one category. `chosen`: those in `resourceIds`.'),
  category: z.string().trim().min(1).max(100).nullable().describe('For the kind `category`.'),
  resourceIds: uniqueList(z.uuid(), { max: PRODUCTS_MAX }).describe('For the kind `chosen`.'),
  place: z.number().int().min(0).max(100_000).describe('Its place among the collections.'),
  published: z.boolean().describe('Whether buyers see it.'),
};

export const NewCollection = z.strictObject({ name, ...z.object(fields).partial().shape });
export const CollectionChange = z.strictObject({
  version: readVersion,
  name: name.optional(),
  ...z.object(fields).partial().shape,
});

export const PublicCollection = z.object({
  id: z.uuid(),
  url: z.string().describe('Its page.'),
  name: z.string().describe('What buyers see.'),
  description: z.string().describe('May be empty.'),
});

const cartUrl = z.string().nullable().describe('The cart of this browser, by its cookie.');
export const CollectionPage = pageOf(PublicCollection).extend({ cartUrl });
export const CollectionProducts = pageOf(MarketProduct).extend({
  collection: PublicCollection.describe('The one that was opened.'),
  asked: z
    .object({
      search: z.string().optional().describe('Words to look for.'),
      sort: z.string().describe('The order of the products.'),
      inStock: z.boolean().optional().describe('Whether only products in stock are shown.'),
    })
    .describe('The filters that were used.'),
  cartUrl,
});

export const MarketCollection = PublicCollection.extend({
  kind: z.enum(['all', 'category', 'chosen']).describe('Which products it has.'),
  category: z.string().nullable().describe('Of the kind `category`; otherwise null.'),
  resourceIds: z.array(z.uuid()).describe('The products of the kind `chosen`.'),
  place: z.number().int().describe('Its place among the collections.'),
  published: z.boolean().describe('Whether buyers see it.'),
  ...versioned,
});
