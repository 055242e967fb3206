import type { z } from 'zod';
import { formatMoney } from '#platform/format.ts';
import { type Content, type Html, html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { CartAnswer } from '../cart/cart.schema.ts';
import { words } from './words.ts';

const FORM_ACTION = '/v1/marketplace/cart/form';
export const MARKET_PATH = '/v1/marketplace/collection';

export const productPath = (resourceId: string): string => `/v1/marketplace/product/${resourceId}`;

/** Sellers write amounts in different ways; the marketplace in one. */
export const money = (amount: string, currency: string): string =>
  formatMoney(amount, currency, { decimalSeparator: '.' });

/** A form with one thing that it does. */
export const actionForm = (action: string, hidden: Record<string, string>, body: Content, name = ''): Html =>
  cartForm({ action, ...hidden }, body, name);

export const cartForm = (hidden: Record<string, string>, body: Content, name = ''): Html =>
  html`<form method="post" action="${FORM_ACTION}" enctype="multipart/form-data"${name && html` class="${name}"`}>
${Object.entries(hidden).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
${body}
</form>`;

export const marketMenu = (language: Language, cartUrl: string | null): Html => {
  const say = words[language];
  return html`<nav class="market-menu" aria-label="${say.market}"><ul class="menu">
<li><a href="${MARKET_PATH}">${say.collections}</a></li>
${cartUrl && html`<li><a href="${cartUrl}">${say.cart}</a></li>`}
</ul></nav>`;
};

export type Cart = z.output<typeof CartAnswer>;
export type Part = Cart['sellers'][number];
export type Words = (typeof words)['es'];

export const field = (
  name: string,
  label: string,
  value: string | undefined,
  attributes: Html,
  after: Content = null,
): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value ?? ''}" ${attributes}>${after}</div>`;
