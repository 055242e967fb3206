import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { PublicSite } from '../page/page.schema.ts';

const SiteProduct = z.object({
  resourceId: z.uuid(),
  name: z.string(),
  description: z.string(),
  category: z.string().nullable(),
  unit: z.string(),
  images: z.array(z.string()).describe('Addresses of pictures, the first one first.'),
  price: z
    .string()
    .nullable()
    .describe('Of one unit today for everyone, with taxes. Null: it is sold without a fixed price.'),
  currency: z.string(),
});

export const SiteCollection = pageOf(SiteProduct).extend({
  site: PublicSite,
  collection: z.object({ id: z.uuid(), name: z.string(), description: z.string(), url: z.string() }),
  appearance: z.object({ decimalSeparator: z.enum(['.', ',']) }),
  search: z.string().describe('As asked.'),
});
