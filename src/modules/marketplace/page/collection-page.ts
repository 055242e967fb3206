import type { z } from 'zod';
import { type Html, html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { picture } from '#platform/pages/picture.ts';
import { perUnit } from '#platform/pages/unit.ts';
import type { CollectionPage, CollectionProducts } from '../collection/collection.schema.ts';
import { actionForm, marketMenu, money } from './parts.ts';
import { words } from './words.ts';

type Products = z.output<typeof CollectionProducts>;
type Product = Products['data'][number];

export function collectionsPage({ data, cartUrl }: z.output<typeof CollectionPage>, { language }: Visit): Page {
  const say = words[language];
  return {
    language,
    title: say.market,
    isIndexed: true,
    body: html`${marketMenu(language, cartUrl)}
<section class="card"><h1>${say.market}</h1>
${data.length === 0 && html`<p class="quiet">${say.noCollections}</p>`}
<ul class="rows">${data.map(
      ({ url, name, description }) => html`<li><a href="${url}"><b>${name}</b>
${description && html`<span class="quiet wide">${description}</span>`}</a></li>`,
    )}</ul>
</section>`,
  };
}

export function collectionPage(answer: Products, { language }: Visit): Page {
  const say = words[language];
  const { collection, data, total, cartUrl, nextCursor } = answer;
  return {
    language,
    title: collection.name,
    isIndexed: true,
    body: html`${marketMenu(language, cartUrl)}
<section class="shop">
<h1>${collection.name}</h1>
${collection.description && html`<p class="quiet">${collection.description}</p>`}
${searchForm(answer, language)}
<p class="quiet" role="status">${data.length === 0 ? say.nothing : say.found(total)}</p>
<ul class="shelf">${data.map((product) => productCard(product, new URL(collection.url).origin, language))}</ul>
${nextCursor && html`<p class="actions"><a class="button second" href="${linkTo(answer, { cursor: nextCursor })}">${say.more}</a></p>`}
</section>`,
  };
}

/** The same list in another way. */
function linkTo({ collection, asked }: Products, change: Record<string, string | undefined>): string {
  const query = { ...asked, inStock: asked.inStock ? 'true' : undefined, ...change };
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `${new URL(collection.url).pathname}?${new URLSearchParams(given)}`;
}

function searchForm(answer: Products, language: Language): Html {
  const say = words[language];
  const { search = '', sort, inStock } = answer.asked;
  const chip = (label: string, change: Record<string, string | undefined>, isCurrent: boolean): Html =>
    html`<li><a class="chip" href="${linkTo(answer, change)}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`;
  return html`<form class="search" role="search" method="get" action="${new URL(answer.collection.url).pathname}">
<label class="unseen" for="search">${say.search}</label>
<input id="search" type="search" name="search" value="${search}" placeholder="${say.search}" maxlength="200" required>
<button class="button" type="submit">${say.find}</button>
</form>
<ul class="chips">
${chip(say.byName, { sort: 'name' }, sort === 'name')}
${chip(say.byPrice, { sort: 'price' }, sort === 'price')}
${chip(inStock ? say.all : say.available, { inStock: inStock ? undefined : 'true' }, false)}
</ul>`;
}

const productCard = (product: Product, origin: string, language: Language): Html => {
  const say = words[language];
  const { resourceId, url, name, price, currency, seller, unit, inStock, images } = product;
  return html`<li class="card product">
${picture(images[0] ?? null, name, origin)}
<h2><a href="${url}">${name}</a></h2>
<p class="quiet">${say.soldBy} ${seller.name}</p>
<p class="price"><b>${money(price, currency)}</b><span class="quiet">${perUnit(unit)}</span></p>
${
  inStock
    ? actionForm(
        'add',
        { resourceId },
        html`<button class="button" type="submit" aria-label="${say.addNamed(name)}">${say.add}</button>`,
      )
    : html`<p><span class="badge">${say.soldOut}</span></p>`
}
</li>`;
};
