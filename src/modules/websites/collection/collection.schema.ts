import { z } from 'zod';
import { collectionProducts } from '#modules/catalog/index.ts';
import { pageOf } from '#platform/http/page.ts';
import { SiteProduct, shopFields } from '../product/product.schema.ts';

export const SiteCollectionQuery = collectionProducts.query.extend({
  attributes: z
    .string()
    .min(2)
    .max(4000)
    .optional()
    .describe('Wanted attributes, as JSON: `{"color":["Azul","Rojo"],"talla":"M"}`. Those that the website shows.'),
});

export const SiteCollection = pageOf(SiteProduct).extend({
  ...shopFields,
  collection: z.object({ id: z.uuid(), name: z.string(), description: z.string(), url: z.string() }),
  search: z.string().describe('As asked.'),
  facets: z
    .array(
      z.object({
        name: z.string(),
        values: z.array(z.object({ value: z.string(), count: z.number().int(), isChosen: z.boolean() })),
      }),
    )
    .describe(
      'The attributes that visitors see, each with its 50 most frequent values and how many products have them, with what else is asked. Counted among 10,000 products.',
    ),
});
