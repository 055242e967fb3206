import { z } from 'zod';
import { readVersion, versioned } from '#platform/http/change.ts';
import { pageOf } from '#platform/http/page.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { MarketProduct } from '../listing/listing.schema.ts';

const PRODUCTS_MAX = 1_000;

const name = z.string().trim().min(1).max(120);
const fields = {
  description: z.string().trim().max(1000),
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
  url: z.string(),
  name: z.string(),
  description: z.string(),
});

const cartUrl = z.string().nullable().describe('The cart of this browser, by its cookie.');
export const CollectionPage = pageOf(PublicCollection).extend({ cartUrl });
export const CollectionProducts = pageOf(MarketProduct).extend({
  collection: PublicCollection,
  asked: z.object({ search: z.string().optional(), sort: z.string(), inStock: z.boolean().optional() }),
  cartUrl,
});

export const MarketCollection = PublicCollection.extend({
  kind: z.enum(['all', 'category', 'chosen']),
  category: z.string().nullable(),
  resourceIds: z.array(z.uuid()),
  place: z.number().int(),
  published: z.boolean(),
  ...versioned,
});
