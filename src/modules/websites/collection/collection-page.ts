import type { z } from 'zod';
import { actionForm, valueText } from '#modules/marketplace/index.ts';
import { formatMoney } from '#platform/format.ts';
import { type Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { picture } from '#platform/pages/picture.ts';
import { perUnit } from '#platform/pages/unit.ts';
import { framed } from '../page/frame.ts';
import { words } from '../product/words.ts';
import type { SiteCollection } from './collection.schema.ts';

type Shown = z.output<typeof SiteCollection>;
type Facet = Shown['facets'][number];

/** A collection of products on the website of their seller. */
export function collectionPage(shown: Shown, { language }: Visit): Page {
  const say = words[language];
  const { site, collection, data, search, facets, nextCursor, cartUrl } = shown;
  const { pathname } = new URL(collection.url);
  const wanted = wantedIn(facets);
  return framed(site, language, {
    title: collection.name,
    // Every choice of attributes has an address of its own, which search engines would all open.
    isIndexed: wanted === undefined,
    cartUrl,
    body: html`<section class="shop"><h1>${collection.name}</h1>
${collection.description && html`<p class="prose quiet">${collection.description}</p>`}
<form class="search" role="search" method="get" action="${pathname}">
<label class="unseen" for="search">${say.search}</label>
<input id="search" type="search" name="search" value="${search}" placeholder="${say.search}" maxlength="100">
${wanted && html`<input type="hidden" name="attributes" value="${wanted}">`}
<button class="button" type="submit">${say.find}</button></form>
${facets.length > 0 && filters(shown, language)}
${data.length === 0 && html`<p class="quiet" role="status">${wanted ? say.noneSuch : search ? say.none : say.empty}</p>`}
<ul class="shelf">${data.map((product) => productCard(product, shown, language))}</ul>
${nextCursor && html`<p class="actions"><a class="button second" href="${linkTo(shown, wanted, nextCursor)}">${say.more}</a></p>`}
</section>`,
  });
}

/** The chosen values as the query has them; undefined where there are none. */
function wantedIn(facets: Facet[]): string | undefined {
  const wanted = facets.flatMap(({ name, values }): [string, string[]][] => {
    const chosen = values.flatMap(({ value, isChosen }) => (isChosen ? value : []));
    return chosen.length > 0 ? [[name, chosen]] : [];
  });
  return wanted.length > 0 ? JSON.stringify(Object.fromEntries(wanted)) : undefined;
}

/** The same collection with other attributes, or its next page. */
function linkTo({ collection, search }: Shown, attributes: string | undefined, cursor?: string): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(attributes && { attributes }),
    ...(cursor && { cursor }),
  });
  return `${new URL(collection.url).pathname}${query.size > 0 ? `?${query}` : ''}`;
}

/** Values that are chosen, or chosen no longer, by following their link. */
function filters(shown: Shown, language: Visit['language']): Html {
  const say = words[language];
  const { facets } = shown;
  const toggled = (name: string, value: string): string | undefined =>
    wantedIn(
      facets.map((facet) => ({
        ...facet,
        values: facet.values.map((one) =>
          facet.name === name && one.value === value ? { ...one, isChosen: !one.isChosen } : one,
        ),
      })),
    );
  const isChosen = wantedIn(facets) !== undefined;
  return html`<details class="filters"${isChosen && html` open`}><summary>${say.filter}</summary>
${facets.map(
  ({ name, values }) =>
    html`<h2>${name}</h2><ul class="chips">${values.map(
      ({ value, count, isChosen: isOn }) =>
        html`<li><a class="chip" rel="nofollow" href="${linkTo(shown, toggled(name, value))}"${isOn && html` aria-current="true"`}>${valueText(value, language)} (${count})</a></li>`,
    )}</ul>`,
)}
${isChosen && html`<p><a href="${linkTo(shown, undefined)}">${say.clear}</a></p>`}
</details>`;
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
