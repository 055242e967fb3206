import type { z } from 'zod';
import { formatDate, formatMoney, formatNumber } from '#platform/format.ts';
import { toMinor } from '#platform/money.ts';
import { type Html, html, safeUrl } from '#platform/pages/html.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { withUnit } from '#platform/pages/unit.ts';
import { includedTax, includesTaxes, methodIn, pageTitleOf } from '../voucher/compose.ts';
import type { SharedDocument } from './shared-document.ts';

type Shared = z.output<typeof SharedDocument>;
type Words = (typeof words)['es'];

const words = bilingual({
  pay: [(amount: string) => `Pagar ${amount}`, (amount: string) => `Pay ${amount}`],
  download: ['Descargar PDF', 'Download PDF'],
  dueOn: [(date: string) => `Vence el ${date}`, (date: string) => `Due on ${date}`],
  validUntil: [(date: string) => `Válida hasta el ${date}`, (date: string) => `Valid until ${date}`],
  from: ['De', 'From'],
  to: ['Para', 'To'],
  date: ['Fecha', 'Date'],
  due: ['Vencimiento', 'Due date'],
  fiscalNumber: ['NCF', 'NCF'],
  modifies: ['Modifica a', 'Modifies'],
  reference: ['Referencia', 'Reference'],
  taxId: ['RNC o cédula', 'Tax id'],
  lines: ['Detalle', 'Details'],
  description: ['Descripción', 'Description'],
  quantity: ['Cant.', 'Qty'],
  price: ['Precio', 'Price'],
  total: ['Total', 'Total'],
  noLines: ['Este documento no tiene líneas.', 'This document has no lines.'],
  subtotal: ['Subtotal', 'Subtotal'],
  discount: ['Descuento', 'Discount'],
  withheld: ['Retenciones', 'Withheld'],
  toPay: ['A pagar', 'To pay'],
  paid: ['Pagado', 'Paid'],
  balance: ['Pendiente', 'Balance due'],
  payments: ['Pagos', 'Payments'],
  payment: ['Pago', 'Payment'],
  notes: ['Notas', 'Notes'],
  terms: ['Condiciones', 'Terms'],
  verify: ['Verificar en la DGII', 'Verify with the tax authority'],
  securityCode: ['Código de seguridad', 'Security code'],
  states: {
    draft: ['Borrador', 'Draft'],
    open: ['Pendiente', 'Open'],
    partial: ['Pagado en parte', 'Partly paid'],
    paid: ['Pagado', 'Paid'],
    'past-due': ['Vencido', 'Past due'],
    converted: ['Convertido', 'Converted'],
    void: ['Anulado', 'Void'],
  },
});

/** A shared document as its receiver sees it in a browser: what it is, what is due, how to pay it, and its content. */
export function documentPage(shared: Shared, { language }: Visit): Page {
  const { issuer, appearance } = shared;
  const say = words[language];
  const number = shared.fiscalNumber ?? shared.number;
  const name = pageTitleOf({ ...shared, fiscalType: null }, language);
  const title = [name, number].filter((part) => part !== null).join(' ');
  return {
    language,
    title,
    brand: { name: issuer.name, logoUrl: appearance.logoUrl, colour: appearance.accentColor },
    body: html`${summaryOf(shared, title, language)}
${factsOf(shared, say)}
${documentContent(shared, language)}
${verificationOf(shared, say)}`,
  };
}

/** The lines, sums, payments and texts of a document, for its payment page too. */
export function documentContent(shared: Shared, language: Language): Html {
  const say = words[language];
  return html`${linesOf(shared, say, language)}
${paymentsOf(shared, say, language)}
${shared.notes && proseOf(say.notes, shared.notes)}
${shared.terms && proseOf(say.terms, shared.terms)}`;
}

export function stateBadge({ state }: Shared, language: Language): Html {
  const mood = state === 'paid' ? 'good' : state === 'past-due' || state === 'void' ? 'bad' : '';
  const names: Record<string, string> = words[language].states;
  return html`<span class="badge ${mood}">${names[state] ?? state}</span>`;
}

function summaryOf(shared: Shared, title: string, language: Language): Html {
  const say = words[language];
  const { state, currency, appearance, kind } = shared;
  const isDue = (kind === 'invoice' || kind === 'loan') && !['draft', 'void', 'paid'].includes(state);
  const amount = formatMoney(isDue ? shared.balance : shared.total, currency, appearance);
  const day = formatDate(shared.dueOn, appearance);
  return html`<section class="card">
<h1>${title}</h1>
<p class="amount">${amount}</p>
<p>${stateBadge(shared, language)}
<span class="quiet">${isDue ? say.dueOn(day) : kind === 'quote' && say.validUntil(day)}</span></p>
<div class="actions">
${shared.payUrl && html`<a class="button" href="${safeUrl(shared.payUrl)}">${say.pay(amount)}</a>`}
<a class="button second" href="${safeUrl(shared.pdfUrl)}">${say.download}</a>
</div>
</section>`;
}

function factsOf({ issuer, customer, appearance, ...shared }: Shared, say: Words): Html {
  const party = (
    label: string,
    who: Shared['issuer'],
  ): Html => html`<div class="party"><dt>${label}</dt><dd><p><b>${who.name}</b></p>
${who.taxId && html`<p>${say.taxId} ${who.taxId}</p>`}
${[who.address, who.phone, who.email].map((line) => line && html`<p>${line}</p>`)}</dd></div>`;
  const fact = (label: string, value: string | null): Html | null =>
    value === null ? null : html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<section class="card"><dl class="facts">
${party(say.from, issuer)}
${customer && party(say.to, customer)}
${fact(say.date, formatDate(shared.date, appearance))}
${fact(say.due, formatDate(shared.dueOn, appearance))}
${fact(say.fiscalNumber, shared.fiscalNumber)}
${fact(say.modifies, shared.modifiesFiscalNumber)}
${fact(say.reference, shared.reference)}
</dl></section>`;
}

function linesOf({ elements, currency, appearance, taxes, ...shared }: Shared, say: Words, language: Language): Html {
  const [subtotal, discount, total] = [shared.subtotal, shared.discount, shared.total].map((sum) =>
    toMinor(sum, currency),
  );
  const included = includesTaxes({ subtotal: subtotal!, discount: discount!, total: total! });
  const money = (amount: string): string => formatMoney(amount, currency, appearance);
  const isZero = (amount: string): boolean => Number(amount) === 0;
  const sum = (label: string, value: string | false, strong = false): Html | false =>
    value !== false &&
    html`<dt class="${strong && 'strong'}">${label}</dt><dd class="${strong && 'strong'}">${value}</dd>`;
  const rows = elements.map(
    (
      element,
    ) => html`<tr><td>${element.description}${element.notes.map((note) => html`<br><span class="quiet">${note}</span>`)}${
      !isZero(element.discount) && html`<br><span class="quiet">${say.discount} - ${money(element.discount)}</span>`
    }</td>
<td class="number minor" data-label="${say.quantity}">${withUnit(formatNumber(element.quantity, appearance), element.unit)}</td>
<td class="number minor" data-label="${say.price}">${formatNumber(element.unitPrice, appearance, 2)}</td>
<td class="number">${money(included ? element.total : element.net)}</td></tr>`,
  );
  return html`<section class="card"><h2>${say.lines}</h2>
${
  rows.length === 0
    ? html`<p class="quiet">${say.noLines}</p>`
    : html`<table class="stacks"><thead><tr><th scope="col">${say.description}</th><th scope="col" class="number">${say.quantity}</th>
<th scope="col" class="number">${say.price}</th><th scope="col" class="number">${say.total}</th></tr></thead><tbody>${rows}</tbody></table>`
}
<dl class="sums">
${sum(say.subtotal, money(shared.subtotal))}
${sum(say.discount, !isZero(shared.discount) && `- ${money(shared.discount)}`)}
${taxes
  .filter(({ amount }) => !isZero(amount))
  .map(({ name, amount }) => sum(included ? includedTax(name, language) : name, money(amount)))}
${sum(say.total, money(shared.total), true)}
${sum(say.withheld, !isZero(shared.withheld) && `- ${money(shared.withheld)}`)}
${sum(say.toPay, !isZero(shared.withheld) && money(shared.due), true)}
</dl></section>`;
}

function paymentsOf({ payments, currency, appearance, balance }: Shared, say: Words, language: Language): Html | null {
  if (payments.length === 0) return null;
  return html`<section class="card"><h2>${say.payments}</h2><dl class="sums">
${payments.map(
  ({
    date,
    method,
    amount,
  }) => html`<dt>${methodIn(language, method) ?? say.payment}, ${formatDate(date, appearance)}</dt>
<dd>${formatMoney(amount, currency, appearance)}</dd>`,
)}
<dt class="strong">${say.balance}</dt><dd class="strong">${formatMoney(balance, currency, appearance)}</dd>
</dl></section>`;
}

const proseOf = (title: string, text: string): Html =>
  html`<section class="card"><h2>${title}</h2><p class="prose">${text}</p></section>`;

const verificationOf = ({ electronic }: Shared, say: Words): Html | null =>
  electronic &&
  html`<p class="quiet"><a href="${safeUrl(electronic.url)}">${say.verify}</a> · ${say.securityCode} ${electronic.securityCode}</p>`;
