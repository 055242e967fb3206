import type { z } from 'zod';
import { newId } from '#platform/id.ts';
import { html, safeUrl } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { Accepted } from '../accept/accept.schema.ts';
import type { AutoChargeView } from '../auto-charge/auto-charge.schema.ts';
import type { ActivatedCard, CapturedCards, CaptureStarted, PageSetup } from '../card/card.schema.ts';
import type { PageIntent, SavedOutcome } from '../payment/payment.schema.ts';
import { formTo, hidden, stepPage, submit } from './parts.ts';

/** Leads to the page of the processor. A policy stops forms that redirect to another site, so the page does it. */
export const intentPage = (intent: z.output<typeof PageIntent>, visit: Visit): Page =>
  stepPage(intent, visit, (say) => {
    const url = safeUrl(intent.url ?? `${intent.pageUrl}?payment=${intent.paymentId}`)!;
    return {
      title: say.payTitle,
      redirectUrl: url,
      body: html`<p>${say.leaving}</p><div class="actions"><a class="button" href="${url}">${say.continue}</a></div>`,
    };
  });

export const setupPage = (setup: z.output<typeof PageSetup>, visit: Visit): Page =>
  stepPage(setup, visit, (say) => ({
    title: say.saveTitle,
    redirectUrl: safeUrl(setup.url)!,
    body: html`<p>${say.leaving}</p><div class="actions"><a class="button" href="${safeUrl(setup.url)}">${say.continue}</a></div>`,
  }));

export const savedPage = (outcome: z.output<typeof SavedOutcome>, visit: Visit): Page =>
  stepPage(outcome, visit, (say) => {
    if (outcome.status === 'requires_action')
      return {
        title: say.confirmTitle,
        body: html`<p>${say.confirmText}</p>
<div class="actions"><a class="button" href="${safeUrl(outcome.actionUrl)}">${say.confirm}</a></div>`,
      };
    const back = `${outcome.pageUrl}?payment=${outcome.paymentId}`;
    return {
      title: say.payTitle,
      redirectUrl: back,
      body: html`<div class="actions"><a class="button" href="${back}">${say.continue}</a></div>`,
    };
  });

export const capturePage = (session: z.output<typeof CaptureStarted>, visit: Visit): Page =>
  stepPage(session, visit, (say) => ({
    title: say.captureTitle,
    body: html`<p>${say.captureText}</p>
<div class="actions"><a class="button" href="${safeUrl(session.url)}" target="_blank" rel="noopener">${say.openCapture}</a></div>
${formTo(session.pageUrl, 'cardproc/sync', submit(say.captured, true))}`,
  }));

export const capturedPage = (captured: z.output<typeof CapturedCards>, visit: Visit): Page =>
  stepPage(captured, visit, (say) => ({
    title: say.activateTitle,
    body:
      captured.data.length === 0
        ? html`<p>${say.noCaptured}</p>${formTo(captured.pageUrl, 'cardproc/capture-session', submit(say.startCapture))}`
        : html`<p class="quiet">${say.activateText}</p>${captured.data.map((card) =>
            formTo(
              captured.pageUrl,
              'cardproc/activate',
              html`<h2>${say.cardName(card.brand, card.last4)}</h2>${hidden('profileId', card.id)}
<div class="field"><label for="code-${card.id}">${say.activationCode}</label>
<input id="code-${card.id}" name="code" autocomplete="one-time-code" maxlength="40" required></div>${submit(say.activate)}`,
            ),
          )}`,
  }));

export const activatedPage = (card: z.output<typeof ActivatedCard>, visit: Visit): Page =>
  stepPage(card, visit, (say) => ({
    title: say.activated,
    isDone: true,
    body: html`<p>${say.cardName(card.brand, card.last4)}</p>
${
  card.canPay &&
  formTo(
    card.pageUrl,
    'pay-with-saved',
    html`${hidden('proof', card.proof)}${hidden('paymentMethodId', card.id)}${hidden('paymentKey', newId())}
${submit(say.payWith(say.cardName(card.brand, card.last4)))}`,
  )
}`,
  }));

export const autoChargePage = (view: z.output<typeof AutoChargeView>, visit: Visit): Page =>
  stepPage(view, visit, (say) => ({
    title: view.enabled ? say.autoOnTitle : say.autoOffTitle,
    isDone: true,
    body: html`<p>${view.enabled && say.autoText}</p>`,
  }));

export const acceptedPage = (accepted: z.output<typeof Accepted>, visit: Visit): Page =>
  stepPage(accepted, visit, (say) => ({
    title: say.acceptedTitle,
    isDone: true,
    body: html`<p>${say.acceptedText(accepted.organization.name)}</p>`,
  }));
