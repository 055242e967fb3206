import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { SiteProduct, shopFields } from '../product/product.schema.ts';

export const SiteCollection = pageOf(SiteProduct).extend({
  ...shopFields,
  collection: z.object({ id: z.uuid(), name: z.string(), description: z.string(), url: z.string() }),
  search: z.string().describe('As asked.'),
});
