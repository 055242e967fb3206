import type { z } from 'zod';
import { actionForm } from '#modules/marketplace/index.ts';
import { formatMoney } from '#platform/format.ts';
import { type Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { picture } from '#platform/pages/picture.ts';
import { perUnit } from '#platform/pages/unit.ts';
import { framed } from '../page/frame.ts';
import { words } from '../product/words.ts';
import type { SiteCollection } from './collection.schema.ts';

type Shown = z.output<typeof SiteCollection>;

/** A collection of products on the website of their seller. */
export function collectionPage(shown: Shown, { language }: Visit): Page {
  const say = words[language];
  const { site, collection, data, search, nextCursor, cartUrl } = shown;
  const { pathname } = new URL(collection.url);
  const more = new URLSearchParams({ ...(search && { search }), cursor: nextCursor ?? '' });
  return framed(site, language, {
    title: collection.name,
    isIndexed: true,
    cartUrl,
    body: html`<section class="shop"><h1>${collection.name}</h1>
${collection.description && html`<p class="prose quiet">${collection.description}</p>`}
<form class="search" role="search" method="get" action="${pathname}">
<label class="unseen" for="search">${say.search}</label>
<input id="search" type="search" name="search" value="${search}" placeholder="${say.search}" maxlength="100">
<button class="button" type="submit">${say.find}</button></form>
${data.length === 0 && html`<p class="quiet" role="status">${search ? say.none : say.empty}</p>`}
<ul class="shelf">${data.map((product) => productCard(product, shown, language))}</ul>
${nextCursor && html`<p class="actions"><a class="button second" href="${pathname}?${more.toString()}">${say.more}</a></p>`}
</section>`,
  });
}

const productCard = (
  product: Shown['data'][number],
  { appearance, shopId }: Shown,
  language: Visit['language'],
): Html => {
  const say = words[language];
  const { resourceId, url, name, description, unit, images, price, currency, inStock } = product;
  return html`<li class="card product">
${picture(images[0] ?? null, name, new URL(url).origin)}
<h2><a href="${url}">${name}</a></h2>
${description && html`<p class="quiet">${description}</p>`}
<p class="price">${
    price === null
      ? say.ask
      : html`<b>${formatMoney(price, currency, appearance)}</b><span class="quiet">${perUnit(unit)}</span>`
  }</p>
${
  inStock &&
  actionForm(
    'add',
    { shopId: shopId!, resourceId },
    html`<button class="button" type="submit" aria-label="${say.addNamed(name)}">${say.add}</button>`,
  )
}
${inStock === false && html`<p><span class="badge">${say.soldOut}</span></p>`}
</li>`;
};
