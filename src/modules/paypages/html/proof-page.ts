import type { z } from 'zod';
import { newId } from '#platform/id.ts';
import { type Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { CodeSent, CodeVerified } from '../proof/proof.schema.ts';
import { formTo, hidden, stepPage, submit } from './parts.ts';
import type { Words } from './words.ts';

/** Asks for the code that was sent. */
export const codePage = (sent: z.output<typeof CodeSent>, visit: Visit): Page =>
  stepPage(sent, visit, (say) => ({
    title: say.codeTitle,
    body: html`<p class="quiet">${say.codeText(sent.sentTo)}</p>
${formTo(
  sent.pageUrl,
  'verify-code',
  html`${hidden('requestId', sent.requestId)}
<div class="field"><label for="code">${say.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required></div>
${submit(say.verify)}`,
)}`,
  }));

type Verified = z.output<typeof CodeVerified>;

/** The saved cards of a visitor who proved to be the contact. */
export const cardsPage = (verified: Verified, visit: Visit): Page =>
  stepPage(verified, visit, (say) => ({
    title: say.cardsTitle,
    body:
      verified.cards.length === 0
        ? html`<p class="quiet">${say.noCards}</p>`
        : html`${verified.cards.map((card) => cardOf(verified, card, say))}`,
  }));

function cardOf({ pageUrl, proof, autoCharge, canPay }: Verified, card: Verified['cards'][number], say: Words): Html {
  const isOn = autoCharge === card.id;
  const proved = html`${hidden('proof', proof)}${hidden('paymentMethodId', card.id)}`;
  return html`<section class="saved"><h2>${say.cardName(card.brand, card.last4)}</h2>
${
  canPay &&
  formTo(
    pageUrl,
    'pay-with-saved',
    html`${proved}${hidden('paymentKey', newId())}${submit(say.payWith(say.cardName(card.brand, card.last4)))}`,
  )
}
${formTo(
  pageUrl,
  'enable-auto-charge',
  html`${proved}${hidden('enabled', isOn ? 'false' : 'true')}${submit(isOn ? say.autoOff : say.autoOn, true)}`,
)}</section>`;
}
