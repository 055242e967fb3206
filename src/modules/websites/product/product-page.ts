import type { z } from 'zod';
import { productArticle, productPreview } from '#modules/marketplace/index.ts';
import { formatMoney } from '#platform/format.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { framed } from '../page/frame.ts';
import type { SiteProductAnswer } from './product.schema.ts';
import { words } from './words.ts';

/** A product of a website for a browser. */
export function productPage(shown: z.output<typeof SiteProductAnswer>, { language }: Visit): Page {
  const { site, product, shopId, cartUrl, appearance } = shown;
  const { resourceId, name, currency } = product;
  const price = product.price === null ? words[language].ask : formatMoney(product.price, currency, appearance);
  return {
    ...framed(site, language, {
      title: name,
      isIndexed: true,
      cartUrl,
      body: productArticle(product, { language, price, form: { shopId: shopId ?? '', resourceId } }),
    }),
    head: productPreview(product, { seller: site.organization.name, price }),
  };
}
