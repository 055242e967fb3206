import { newId } from '#platform/id.ts';
import { type Html, html } from '#platform/pages/html.ts';
import type { SharedPageView } from '../page/page.schema.ts';
import { formTo, hidden, moneyOf, submit } from './parts.ts';
import type { Words } from './words.ts';

/** The ways to pay, with the card first. A preview shows them without effect. */
export function payPanel(view: SharedPageView, say: Words): Html | null {
  const { paymentData } = view;
  const { payment } = paymentData;
  if (payment?.status === 'processing') return null;
  if (view.kind === 'card') return saveOf(view, say);
  if (paymentData.choices.length === 0) return nothingDue(view, say);
  const url = view.url ?? 'https://preview.invalid/preview';
  const others = [
    paymentData.savedCards && savedOf(url, say),
    paymentData.localCard && localOf(url, say),
    paymentData.bankTransfer && transferOf(paymentData.bankTransfer, say),
  ].filter((each) => each !== false && each !== null);
  if (!paymentData.card && others.length === 0)
    return html`<section class="card pay ways"><h2>${say.payTitle}</h2><p>${say.notOnline(view.organization.name)}</p></section>`;
  return html`<section class="card pay ways"><h2>${say.payTitle}</h2>
${paymentData.card && cardForm(view, url, say)}
${others.length > 0 && html`${paymentData.card && html`<h3 class="rule">${say.otherWays}</h3>`}${others}`}</section>`;
}

/** Says that nothing is due, unless the page shows the payment itself, or something that is never paid. */
function nothingDue({ kind, document, due, paymentData }: SharedPageView, say: Words): Html | null {
  const isPayable = kind !== 'document' || document?.kind === 'invoice' || document?.kind === 'loan';
  const isSaid = isPayable && paymentData.payment?.status !== 'succeeded' && Number(due) <= 0;
  return isSaid ? html`<section class="card"><p>${say.nothingDue}</p></section>` : null;
}

function cardForm(view: SharedPageView, url: string, say: Words): Html {
  const { choices } = view.paymentData;
  const money = moneyOf(view.currency, view.appearance);
  const part = choices.find(({ what }) => what === 'part');
  const [only] = choices;
  const chosen =
    choices.length === 1 && only!.what !== 'part'
      ? hidden('what', only!.what)
      : html`<fieldset class="field"><legend>${say.howMuch}</legend><div class="choices">${choices.map(
          (
            { what, amount, instalments },
            place,
          ) => html`<label class="choice"><input type="radio" name="what" value="${what}" ${place === 0 && html`checked`}>
<span>${instalments && instalments > 1 ? say.instalmentsDue(instalments) : say.choices[what]}${what !== 'part' && html` <b>${money(amount)}</b>`}</span></label>`,
        )}</div></fieldset>
${
  part &&
  html`<div class="field part-amount"><label for="amount">${say.otherAmount}</label><p class="help" id="amount-help">${say.between(money(part.least), money(part.most))}</p>
<input id="amount" name="amount" inputmode="decimal" pattern="[0-9]{1,3}(,[0-9]{3})+([.][0-9]{1,2})?|[0-9]+([.,][0-9]{1,2})?" title="${say.amountFormat}" value="${part.amount}" aria-describedby="amount-help"></div>`
}`;
  const text = choices.length === 1 ? say.payCard(money(only!.amount)) : say.payChosen;
  return html`${formTo(
    url,
    'create-intent',
    html`${chosen}${hidden('paymentKey', newId())}
${view.payer && html`<label class="check"><input type="checkbox" name="saveMethod"> <span>${say.saveCard}</span></label>`}
${submit(text)}`,
  )}<p class="quiet secure">${say.secure}</p>`;
}

const savedOf = (url: string, say: Words): Html =>
  html`<details><summary>${say.savedCard}</summary><p class="quiet">${say.savedCardText}</p>${formTo(url, 'send-code', submit(say.sendCode, true))}</details>`;

const localOf = (url: string, say: Words): Html =>
  html`<details><summary>${say.localCard}</summary><p class="quiet">${say.localCardText}</p>${formTo(url, 'cardproc/capture-session', submit(say.startCapture, true))}</details>`;

function transferOf(transfer: NonNullable<SharedPageView['paymentData']['bankTransfer']>, say: Words): Html {
  return html`<details><summary>${say.transfer}</summary><dl class="facts">${transfer.accounts.map(
    ({ bankName, accountNumber, holder, currency }) =>
      html`<div><dt>${bankName ?? say.account} ${currency}</dt><dd><p><b>${accountNumber}</b></p><p>${say.holder} ${holder}</p></dd></div>`,
  )}<div><dt>${say.transferReference}</dt><dd><b>${transfer.reference}</b></dd></div></dl>
${transfer.instructions && html`<p class="prose">${transfer.instructions}</p>`}</details>`;
}

function saveOf(view: SharedPageView, say: Words): Html {
  const url = view.url ?? 'https://preview.invalid/preview';
  const { card, localCard } = view.paymentData;
  return html`<section class="card pay ways"><h2>${say.saveTitle}</h2><p>${say.saveText(view.organization.name)}</p>
${card && formTo(url, 'create-setup-intent', submit(say.save))}
${localCard && localOf(url, say)}
<p class="quiet secure">${say.secure}</p></section>`;
}
