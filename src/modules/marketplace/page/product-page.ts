import type { z } from 'zod';
import { type Html, html } from '#platform/pages/html.ts';
import { linkPreview } from '#platform/pages/link-preview.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { picture } from '#platform/pages/picture.ts';
import { unitIn } from '#platform/pages/unit.ts';
import type { ProductAnswer } from '../listing/listing.schema.ts';
import { actionForm, marketMenu, money } from './parts.ts';
import { words } from './words.ts';

type Product = z.output<typeof ProductAnswer>;
type Words = (typeof words)['es'];

/** A product for a browser. It works without scripts. */
export function productPage(product: Product, { language }: Visit): Page {
  const say = words[language];
  const { name, description, category, cartUrl, seller } = product;
  return {
    language,
    title: name,
    isIndexed: true,
    head: previewOf(product),
    body: html`${marketMenu(language, cartUrl)}
<article class="checkout">
<div class="about">${photos(product)}</div>
<section class="side card pay">
${category && html`<p class="quiet">${category}</p>`}
<h1>${name}</h1>
<p class="quiet">${say.soldBy} ${seller.name}</p>
${offer(product, say, language)}
</section>
${description && html`<section class="more card"><h2>${say.about}</h2><p class="prose">${description}</p></section>`}
</article>`,
  };
}

/** Pictures of other sites are not allowed on a page: without one of ours the first letter of the name is shown. */
function photos({ images, name, url }: Product): Html {
  const { origin } = new URL(url);
  const [first, ...others] = images.filter((image) => image.startsWith(`${origin}/`));
  if (!first) return html`<div class="photo">${picture(null, name, origin)}</div>`;
  return html`<div class="photo"><img class="picture" src="${first}" alt="${name}" width="640" height="480"></div>
${others.length > 0 && html`<ul class="photos">${others.map((image) => html`<li><img class="picture" src="${image}" alt="" width="160" height="120" loading="lazy"></li>`)}</ul>`}`;
}

const offer = (
  { resourceId, price, currency, unit, inStock }: Product,
  say: Words,
  language: Visit['language'],
): Html => html`<p class="price">
<b class="amount">${money(price, currency)}</b> <span class="quiet">${say.perUnit(unitIn(unit, language))}</span></p>
<p><span class="badge${inStock && ' good'}">${inStock ? say.inStock : say.soldOut}</span></p>
${
  inStock &&
  actionForm(
    'add',
    { resourceId },
    html`<label for="quantity">${say.quantity}</label>
<div class="joined"><input id="quantity" name="quantity" type="number" inputmode="decimal" min="0.001" max="1000000" step="any" value="1" required>
<button class="button" type="submit">${say.addToCart}</button></div>`,
    'rule',
  )
}`;

function previewOf({ url, name, description, images, price, currency, category, inStock, seller }: Product): Html {
  const availability = `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`;
  return linkPreview({
    url,
    title: name,
    description: description || `${name} · ${money(price, currency)} · ${seller.name}`,
    imageUrl: images[0] ?? null,
    type: 'product',
    properties: { 'product:price:amount': price, 'product:price:currency': currency },
    data: {
      '@type': 'Product',
      name,
      description,
      ...(category && { category }),
      image: images,
      offers: {
        '@type': 'Offer',
        url,
        price,
        priceCurrency: currency,
        availability,
        seller: { '@type': 'Organization', name: seller.name },
      },
    },
  });
}
