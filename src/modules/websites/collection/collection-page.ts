import type { z } from 'zod';
import { formatMoney } from '#platform/format.ts';
import { type Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { picture } from '#platform/pages/picture.ts';
import { framed } from '../page/frame.ts';
import type { SiteCollection } from './collection.schema.ts';

type Shown = z.output<typeof SiteCollection>;

const words = {
  es: {
    search: 'Buscar productos',
    find: 'Buscar',
    none: 'No hay productos con ese nombre.',
    empty: 'Todavía no hay productos.',
    ask: 'Consulta el precio',
    more: 'Ver más',
  },
  en: {
    search: 'Search products',
    find: 'Search',
    none: 'There are no products with this name.',
    empty: 'There are no products yet.',
    ask: 'Ask for the price',
    more: 'See more',
  },
};

/** A collection of products on the website of their seller. */
export function collectionPage(shown: Shown, { language }: Visit): Page {
  const say = words[language];
  const { site, collection, data, search, nextCursor } = shown;
  const { pathname, origin } = new URL(collection.url);
  const more = new URLSearchParams({ ...(search && { search }), cursor: nextCursor ?? '' });
  return framed(site, language, {
    title: collection.name,
    isIndexed: true,
    body: html`<section class="shop"><h1>${collection.name}</h1>
${collection.description && html`<p class="prose quiet">${collection.description}</p>`}
<form class="search" role="search" method="get" action="${pathname}">
<label class="unseen" for="search">${say.search}</label>
<input id="search" type="search" name="search" value="${search}" placeholder="${say.search}" maxlength="100">
<button class="button" type="submit">${say.find}</button></form>
${data.length === 0 && html`<p class="quiet" role="status">${search ? say.none : say.empty}</p>`}
<ul class="shelf">${data.map((product) => productCard(product, { origin, ask: say.ask, ...shown.appearance }))}</ul>
${nextCursor && html`<p class="actions"><a class="button second" href="${pathname}?${more.toString()}">${say.more}</a></p>`}
</section>`,
  });
}

const productCard = (
  { name, description, unit, images, price, currency }: Shown['data'][number],
  { origin, ask, decimalSeparator }: { origin: string; ask: string; decimalSeparator: '.' | ',' },
): Html => html`<li class="card product">
${picture(images[0] ?? null, name, origin)}
<h2>${name}</h2>
${description && html`<p class="quiet">${description}</p>`}
<p class="price">${
  price === null
    ? ask
    : html`<b>${formatMoney(price, currency, { decimalSeparator })}</b> <span class="quiet">/ ${unit}</span>`
}</p>
</li>`;
