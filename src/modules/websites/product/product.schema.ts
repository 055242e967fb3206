import { z } from 'zod';
import { PublicSite } from '../page/page.schema.ts';

export const SiteProduct = z
  .object({
    resourceId: z.uuid().describe('For a cart.'),
    url: z.string().describe('Its page.'),
    name: z.string().describe('Of the product.'),
    description: z.string().describe('Of the product; may be empty.'),
    code: z.string().nullable().describe('Its code (SKU).'),
    category: z.string().nullable().describe('Of the product; null: none.'),
    unit: z.string().describe('In which it is sold.'),
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
  site: PublicSite.describe('The parts of every page.'),
  appearance: z
    .object({ decimalSeparator: z.enum(['.', ',']).describe('In prices, by the settings of the organization.') })
    .describe('How pages write numbers.'),
  shopId: z
    .uuid()
    .nullable()
    .describe('For `POST /v1/marketplace/cart`, which begins a cart. Null: the website does not sell.'),
  cartUrl: z.string().nullable().describe('The cart of this browser, by its cookie.'),
};

export const SiteProductAnswer = z.object({
  product: SiteProduct.describe('The product that was opened.'),
  ...shopFields,
});
