import { z } from 'zod';
import { PublicSite } from '../page/page.schema.ts';

export const SiteProduct = z
  .object({
    resourceId: z.uuid(),
    url: z.string().describe('Its page.'),
    name: z.string(),
    description: z.string(),
    code: z.string().nullable().describe('Its code (SKU).'),
    category: z.string().nullable(),
    unit: z.string(),
    attributes: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('Those that are named in `attributes` of the settings `website`, in that order.'),
    images: z.array(z.string()).describe('Addresses of pictures, the first one first.'),
    price: z
      .string()
      .nullable()
      .describe('Of one unit today for everyone, with taxes. Null: it is sold without a fixed price.'),
    currency: z.string(),
    inStock: z.boolean().nullable().describe('Whether it can be bought here now. Null: it is not sold here.'),
  })
  .meta({ id: 'WebsiteProduct' });

/** The shop around the products that a page shows. */
export const shopFields = {
  site: PublicSite,
  appearance: z.object({ decimalSeparator: z.enum(['.', ',']) }),
  shopId: z
    .uuid()
    .nullable()
    .describe('For `POST /v1/marketplace/cart`, which begins a cart. Null: the website does not sell.'),
  cartUrl: z.string().nullable().describe('The cart of this browser, by its cookie.'),
};

export const SiteProductAnswer = z.object({ product: SiteProduct, ...shopFields });
