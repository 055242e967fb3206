import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { SiteAddress } from '../blog/blog.schema.ts';
import { SiteProductAnswer } from './product.schema.ts';
import { readProduct } from './product.ts';
import { productPage } from './product-page.ts';

export const productRoutes = [
  route('GET', '/v1/websites/site/:site/products/:resourceId', 'public', {
    action: 'openProduct',
    summary: 'Open a product of a website',
    description:
      'A product of a collection that the website shows, with the price of one unit for everyone. If the website sells, its page has the button that puts it into a cart. A page for a browser, JSON for a program.',
    params: z.strictObject({ site: SiteAddress, resourceId: z.uuid() }),
    returns: SiteProductAnswer,
    page: productPage,
    handler: (ctx, { params }) => readProduct(ctx, params),
  }),
];
