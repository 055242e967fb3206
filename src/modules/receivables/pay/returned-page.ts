import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { Steps } from '#platform/context.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { html } from '#platform/pages/html.ts';
import { languageOf } from '#platform/pages/language.ts';
import { type Page, renderPage } from '#platform/pages/page.ts';
import { NotFound } from '#platform/refusal.ts';
import { payUrlOf } from './pay-link.ts';

const words = {
  es: {
    paid: 'Pago recibido',
    thanks: (name: string) => `${name} ya tiene tu pago. Puedes cerrar esta página.`,
    open: 'Gracias',
    wait: (name: string) => `Si completaste el pago, ${name} lo registrará en un minuto.`,
    again: 'Volver a la página de pago',
  },
  en: {
    paid: 'Payment received',
    thanks: (name: string) => `${name} has your payment. You can close this page.`,
    open: 'Thank you',
    wait: (name: string) => `If you completed the payment, ${name} will record it within a minute.`,
    again: 'Back to the payment page',
  },
};

/** Shown to a payer who returns from the payment page. A return proves nothing, so it says only what is booked. */
export async function returnedPage(
  ctx: Steps,
  { pendingRecordId, organizationId }: { pendingRecordId: string; organizationId: string },
): Promise<RawAnswer> {
  const steps = ctx.enter(organizationId);
  const language = languageOf(String(ctx.request.headers['accept-language'] ?? ''));
  const { status, headers, body } = await steps.transaction(async (inside) => {
    const document = await selectPendingRecord(inside, pendingRecordId);
    if (document?.status !== 'issued') throw NotFound();
    const { name, imageUrl } = describeOrganization(inside, await findOrganization(inside.tx, organizationId));
    const say = words[language];
    const isPaid = document.balance <= 0n;
    const page: Page = {
      language,
      title: isPaid ? say.paid : say.open,
      brand: { name, logoUrl: imageUrl },
      body: html`<section class="card notice"><h1>${isPaid ? say.paid : say.open}</h1>
<p>${isPaid ? say.thanks(name) : say.wait(name)}</p>
${!isPaid && html`<p><a href="${payUrlOf(inside, pendingRecordId)}">${say.again}</a></p>`}</section>`,
    };
    return renderPage(page);
  });
  return new RawAnswer(body, headers, status);
}
