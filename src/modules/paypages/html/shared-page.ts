import { documentContent, pageTitleOf, stateBadge } from '#modules/invoicing/index.ts';
import { formatDate } from '#platform/format.ts';
import { browserModule } from '#platform/pages/browser-module.ts';
import { type Html, html, safeUrl } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { SharedPageView } from '../page/page.schema.ts';
import { formTo, hidden, moneyOf, submit } from './parts.ts';
import { payPanel } from './pay-panel.ts';
import { type Words, words } from './words.ts';

const script = browserModule(import.meta.resolve('./pay.browser.ts'));

/** A shared page in a browser: what it is about on one side, how to pay it on the other. */
export function sharedPage(view: SharedPageView, { language }: Visit): Page {
  const say = words[language];
  const title = titleOf(view, language);
  const { payment } = view.paymentData;
  const isWaiting = payment?.status === 'processing';
  return {
    language,
    title,
    brand: view.organization,
    scripts: [script],
    body: html`<div class="checkout" ${isWaiting && html`data-waiting`}><div class="about">${summaryOf(view, title, language)}</div>
<div class="side">${noticeOf(view, say)}${acceptanceOf(view, say)}${payPanel(view, say)}</div>
<div class="more">${contentOf(view, language)}</div></div>`,
  };
}

const kinds = {
  es: { contact: 'Estado de cuenta', amount: 'Pago', card: 'Guardar una tarjeta', document: '' },
  en: { contact: 'Statement of account', amount: 'Payment', card: 'Save a card', document: '' },
};

function titleOf(view: SharedPageView, language: 'es' | 'en'): string {
  if (!view.document)
    return view.kind === 'amount' && view.title !== kinds.es.amount ? view.title : kinds[language][view.kind];
  const { document } = view;
  const name = pageTitleOf({ ...document, fiscalType: null }, language);
  return [name, document.fiscalNumber ?? document.number].filter((part) => part !== null).join(' ');
}

function summaryOf(view: SharedPageView, title: string, language: Language): Html {
  const say = words[language];
  const { document, appearance, currency } = view;
  const money = moneyOf(currency, appearance);
  const isOwed = Number(view.due) > 0;
  const amount = view.kind === 'card' ? null : isOwed ? view.due : (document?.total ?? view.due);
  return html`<section class="card">
<h1>${title}</h1>
${view.payer && html`<p class="quiet">${say.for(view.payer.name)}</p>`}
${amount && html`<p class="amount">${money(amount)}</p>`}
<p>${document && stateBadge(document, language)} <span class="quiet">${document && isOwed && say.dueOn(formatDate(document.dueOn, appearance))}
${document?.kind === 'quote' && say.validUntil(formatDate(document.dueOn, appearance))}</span></p>
${view.message && html`<p class="prose message">${view.message}</p>`}
${view.expiresAt && html`<p class="quiet">${say.expiresOn(formatDate(view.expiresAt, appearance))}</p>`}
${view.pdfUrl && html`<div class="actions"><a class="button second" href="${safeUrl(view.pdfUrl)}">${say.download}</a></div>`}
</section>`;
}

function contentOf(view: SharedPageView, language: Language): Html | null {
  const say = words[language];
  const money = moneyOf(view.currency, view.appearance);
  if (view.documents.length > 0)
    return html`<section class="card"><h2>${say.documents}</h2>
<table class="stacks"><thead><tr><th scope="col">${say.document}</th><th scope="col">${say.dueDate}</th><th scope="col" class="number">${say.balance}</th></tr></thead>
<tbody>${view.documents.map(
      (line) => html`<tr><td>${line.title} ${line.number}</td>
<td class="minor date" data-label="${say.dueDate}">${formatDate(line.dueOn, view.appearance)}</td><td class="number">${money(line.balance)}</td></tr>`,
    )}</tbody></table></section>`;
  return view.document && documentContent(view.document, language);
}

/** The outcome of the payment from which the visitor returns. */
function noticeOf(view: SharedPageView, say: Words): Html | null {
  const { payment } = view.paymentData;
  if (!payment || payment.status === 'open' || payment.status === 'canceled') return null;
  const money = moneyOf(payment.currency, view.appearance);
  if (payment.status === 'succeeded')
    return html`<section class="card notice" role="status"><p class="tick" aria-hidden="true">✓</p><h2>${say.paidTitle}</h2>
<p>${say.paidText(money(payment.amount), view.organization.name)}</p><p class="quiet">${say.receipt}</p>
<p class="quiet">${say.reference} <code>${payment.id}</code></p></section>`;
  if (payment.status === 'refunded')
    return html`<section class="card notice" role="status"><h2>${say.refundedTitle}</h2><p>${say.refundedText(money(payment.amount))}</p></section>`;
  if (payment.status === 'disputed')
    return html`<section class="card notice" role="status"><h2>${say.disputedTitle}</h2><p>${say.disputedText(money(payment.amount), view.organization.name)}</p></section>`;
  if (payment.status === 'failed') {
    const reasons: Record<string, string> = say.declined;
    return html`<div class="alert" role="alert"><p><b>${say.failed}</b></p><p>${reasons[payment.declineReason ?? ''] ?? say.declined.declined}</p></div>`;
  }
  return html`<section class="card notice" role="status"><h2>${say.processingTitle}</h2><p>${say.processingText}</p></section>`;
}

function acceptanceOf(view: SharedPageView, say: Words): Html | null {
  const { acceptance } = view;
  const accepted = acceptance && say.accepted(acceptance.name, formatDate(acceptance.acceptedAt, view.appearance));
  if (accepted && !acceptance.outdated)
    return html`<section class="card"><p><span class="badge good">${accepted}</span></p></section>`;
  const changed = accepted ? html`<p><span class="badge">${accepted}</span></p><p>${say.changedSince}</p>` : null;
  if (!view.mayAccept || !view.url) return changed && html`<section class="card">${changed}</section>`;
  return html`<section class="card"><h2>${say.acceptTitle}</h2>${changed}${formTo(
    view.url,
    'accept',
    html`${hidden('version', String(view.version))}
<div class="field"><label for="name">${say.acceptName}</label><input id="name" name="name" autocomplete="name" maxlength="200" required></div>
${submit(say.accept)}`,
  )}</section>`;
}
