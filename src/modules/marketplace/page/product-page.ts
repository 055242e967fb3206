import type { z } from 'zod';
import { html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { ProductAnswer } from '../listing/listing.schema.ts';
import { marketMenu, money } from './parts.ts';
import { productArticle, productPreview } from './product.ts';
import { words } from './words.ts';

/** A product of the marketplace for a browser. */
export function productPage(product: z.output<typeof ProductAnswer>, { language }: Visit): Page {
  const { resourceId, name, cartUrl, seller } = product;
  const price = money(product.price, product.currency);
  const soldBy = `${words[language].soldBy} ${seller.name}`;
  return {
    language,
    title: name,
    isIndexed: true,
    head: productPreview(product, { seller: seller.name, price }),
    body: html`${marketMenu(language, cartUrl)}
${productArticle(product, { language, price, soldBy, form: { resourceId } })}`,
  };
}
