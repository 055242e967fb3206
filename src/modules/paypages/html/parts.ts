import { formatMoney } from '#platform/format.ts';
import { type Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { type Words, words } from './words.ts';

interface Head {
  organization: { name: string; logoUrl: string | null; colour: string };
  pageUrl: string;
}

/** A step of a page: one card with a title, what to do, and the way back. */
export function stepPage(
  { organization, pageUrl }: Head,
  { language }: Visit,
  step: (say: Words) => { title: string; body: Html; isDone?: boolean; redirectUrl?: string; status?: number },
): Page {
  const say = words[language];
  const { title, body, isDone, redirectUrl, status } = step(say);
  return {
    language,
    title,
    brand: organization,
    ...(redirectUrl && { redirectUrl }),
    ...(status && { status }),
    body: html`<section class="card ${isDone && 'notice'}">${isDone && html`<p class="tick" aria-hidden="true">✓</p>`}
<h1>${title}</h1>
${body}
<p><a href="${pageUrl}">${say.back}</a></p></section>`,
  };
}

export const formTo = (pageUrl: string, part: string, body: Html): Html =>
  html`<form method="post" action="${new URL(pageUrl).pathname}/${part}" enctype="multipart/form-data" class="form">${body}</form>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const submit = (text: string, isSecond = false): Html =>
  html`<div class="actions"><button type="submit" class="button ${isSecond && 'second'}">${text}</button></div>`;

/** Amounts of a page, as its organization writes numbers. */
export const moneyOf =
  (currency: string, appearance: { decimalSeparator: '.' | ',' }) =>
  (amount: string): string =>
    formatMoney(amount, currency, appearance);
