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
  collection: z
    .object({
      id: z.uuid(),
      name: z.string().describe('What visitors see.'),
      description: z.string().describe('May be empty.'),
      url: z.string().describe('Its page.'),
    })
    .describe('The collection that was opened.'),
  search: z.string().describe('As asked.'),
  facets: z
    .array(
      z.object({
        name: z.string().describe('Of the attribute.'),
        values: z
          .array(
            z.object({
              value: z.string().describe('Of the attribute.'),
              count: z.number().int().describe('How many products have it.'),
              isChosen: z.boolean().describe('Whether the request asks for it.'),
            }),
          )
          .describe('The most frequent first.'),
      }),
    )
    .describe(
      'The attributes that visitors see, each with its 50 most frequent values and how many products have them, with what else is asked. Counted among 10,000 products.',
    ),
});
