import type { z } from 'zod';
import { type Content, type Html, html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import { linkPreview } from '#platform/pages/link-preview.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { picture } from '#platform/pages/picture.ts';
import { unitIn } from '#platform/pages/unit.ts';
import type { MarketProduct, ProductAnswer } from '../listing/listing.schema.ts';
import { actionForm, marketMenu, money } from './parts.ts';
import { words } from './words.ts';

/** A product on a page of its own, on the marketplace or in a shop. */
interface ShownProduct extends Omit<z.output<typeof MarketProduct>, 'resourceId' | 'seller' | 'price' | 'inStock'> {
  price: string | null;
  /** Null: it is not sold here. */
  inStock: boolean | null;
  /** Those that visitors may see. */
  attributes?: Record<string, string | number | boolean>;
}

interface Offered {
  language: Language;
  /** The price as it is written here, or the text that replaces it. */
  price: Content;
  soldBy?: Content;
  /** The fields of the form that puts it into a cart. */
  form: Record<string, string>;
}

/** It works without scripts. */
export const productArticle = (product: ShownProduct, offered: Offered): Html => {
  const { name, category, description } = product;
  return html`<article class="checkout">
<div class="about">${photos(product)}</div>
<section class="side card pay">
${category && html`<p class="quiet">${category}</p>`}
<h1>${name}</h1>
${offered.soldBy && html`<p class="quiet">${offered.soldBy}</p>`}
${attributesOf(product, offered.language)}
${offer(product, offered)}
</section>
${description && html`<section class="more card"><h2>${words[offered.language].about}</h2><p class="prose">${description}</p></section>`}
</article>`;
};

function attributesOf({ attributes = {} }: ShownProduct, language: Language): Html | null {
  const entries = Object.entries(attributes);
  if (entries.length === 0) return null;
  return html`<dl class="facts named">${entries.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${valueText(String(value), language)}</dd></div>`,
  )}</dl>`;
}

/** The value of an attribute as people read it. */
export const valueText = (value: string, language: Language): string =>
  value === 'true' ? words[language].yes : value === 'false' ? words[language].no : value;

/** Pictures of other sites are not allowed on a page: without one of ours the first letter of the name is shown. */
function photos({ images, name, url }: ShownProduct): Html {
  const { origin } = new URL(url);
  const [first, ...others] = images.filter((image) => image.startsWith(`${origin}/`));
  if (!first) return html`<div class="photo">${picture(null, name, origin)}</div>`;
  return html`<div class="photo"><img class="picture" src="${first}" alt="${name}" width="640" height="480"></div>
${others.length > 0 && html`<ul class="photos">${others.map((image) => html`<li><img class="picture" src="${image}" alt="" width="160" height="120" loading="lazy"></li>`)}</ul>`}`;
}

function offer({ price, unit, inStock }: ShownProduct, { language, price: text, form }: Offered): Html {
  const say = words[language];
  return html`<p class="price"><b class="amount">${text}</b>
${price !== null && html`<span class="quiet">${say.perUnit(unitIn(unit, language))}</span>`}</p>
${inStock !== null && html`<p><span class="badge${inStock && ' good'}">${inStock ? say.inStock : say.soldOut}</span></p>`}
${
  inStock &&
  actionForm(
    'add',
    form,
    html`<label for="quantity">${say.quantity}</label>
<div class="joined"><input id="quantity" name="quantity" type="number" inputmode="decimal" min="0.001" max="1000000" step="any" value="1" required>
<button class="button" type="submit">${say.addToCart}</button></div>`,
    'rule',
  )
}`;
}

/** For chats and search engines that show a link to the product. */
export function productPreview(
  product: ShownProduct,
  { seller, price: text }: { seller: string; price: string },
): Html {
  const { url, name, description, images, price, currency, category, inStock } = product;
  return linkPreview({
    url,
    title: name,
    description: description || `${name} · ${text} · ${seller}`,
    imageUrl: images[0] ?? null,
    type: 'product',
    ...(price !== null && { properties: { 'product:price:amount': price, 'product:price:currency': currency } }),
    data: {
      '@type': 'Product',
      name,
      description,
      ...(category && { category }),
      image: images,
      ...(price !== null && {
        offers: {
          '@type': 'Offer',
          url,
          price,
          priceCurrency: currency,
          ...(inStock !== null && { availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}` }),
          seller: { '@type': 'Organization', name: seller },
        },
      }),
    },
  });
}

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
