import { type PendingRecord, selectPendingRecord } from '#modules/invoicing/index.ts';
import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { ChargeState } from '#modules/payments/index.ts';
import type { Steps, TenantContext } from '#platform/context.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { html } from '#platform/pages/html.ts';
import { languageOfRequest } from '#platform/pages/language.ts';
import { type Page, renderPage } from '#platform/pages/page.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import { documentCharges } from '../tables.ts';
import { checkOpenPage, findPage } from './page.ts';
import { payUrlOf } from './pay-link.ts';

const words = {
  es: {
    paid: ['Pago recibido', (name: string) => `${name} ya tiene tu pago. Puedes cerrar esta página.`],
    declined: ['El pago no se completó', () => 'El banco rechazó la tarjeta. Prueba con otra.'],
    processing: ['Estamos confirmando tu pago', () => 'Tu banco aún no responde. No pagues otra vez.'],
    unpaid: ['El pago no se completó', () => 'No se cobró nada. Puedes volver a intentarlo.'],
    unknown: ['Gracias', (name: string) => `Si completaste el pago, ${name} lo registrará en un minuto.`],
    kept: [
      'Recibimos tu pago',
      (name: string) =>
        `El documento ya estaba anulado: el dinero queda a tu favor o vuelve a la tarjeta. Escríbele a ${name}.`,
    ],
    void: ['Este documento fue anulado', () => 'No se cobró nada.'],
    again: 'Volver a la página de pago',
  },
  en: {
    paid: ['Payment received', (name: string) => `${name} has your payment. You can close this page.`],
    declined: ['The payment was not completed', () => 'The bank declined the card. Try another one.'],
    processing: ['We are confirming your payment', () => 'Your bank has not answered yet. Do not pay again.'],
    unpaid: ['The payment was not completed', () => 'Nothing was charged. You can try again.'],
    unknown: ['Thank you', (name: string) => `If you completed the payment, ${name} will record it within a minute.`],
    kept: [
      'We received your payment',
      (name: string) =>
        `The document was void already: the money is kept for you or goes back to the card. Contact ${name}.`,
    ],
    void: ['This document was voided', () => 'Nothing was charged.'],
    again: 'Back to the payment page',
  },
} as const;

const outcomes: Record<ChargeState, 'declined' | 'processing' | 'unpaid' | 'unknown'> = {
  requires_method: 'unpaid',
  requires_action: 'unpaid',
  processing: 'processing',
  authorized: 'processing',
  succeeded: 'unknown',
  failed: 'declined',
  canceled: 'unpaid',
};

/** Shown to a payer who returns from the payment page. A return proves nothing: the processor is asked what happened. */
export async function returnedPage(
  ctx: Steps,
  { pendingRecordId, organizationId }: { pendingRecordId: string; organizationId: string },
): Promise<RawAnswer> {
  const steps = ctx.enter(organizationId);
  const language = languageOfRequest(ctx.request);
  const state = await checkOpenPage(steps, pendingRecordId);
  const { status, headers, body } = await steps.transaction(async (inside) => {
    const document = await selectPendingRecord(inside, pendingRecordId);
    if (!document || document.status === 'draft') throw NotFound();
    const { name, imageUrl } = describeOrganization(inside, await findOrganization(inside.tx, organizationId));
    const [title, text] = words[language][await outcomeOf(inside, document, state)];
    const page: Page = {
      language,
      title,
      brand: { name, logoUrl: imageUrl },
      body: html`<section class="card notice"><h1>${title}</h1>
<p>${text(name)}</p>
${document.isOpen && html`<p><a href="${payUrlOf(inside, pendingRecordId)}">${words[language].again}</a></p>`}</section>`,
    };
    return renderPage(page);
  });
  return new RawAnswer(body, headers, status);
}

/** Sends a payer to the page of the processor. A browser gets a page where nothing is left to pay. */
export async function openPage(
  ctx: Steps,
  link: { pendingRecordId: string; organizationId: string },
): Promise<RawAnswer> {
  try {
    return new RawAnswer(null, { location: await findPage(ctx, link) }, 302);
  } catch (error) {
    const isBrowser = String(ctx.request.headers.accept).startsWith('text/html');
    if (!isBrowser || !isRefusal(error, NotFound)) throw error;
    return settledPage(ctx, link);
  }
}

/** For a payer who opens the link again: what became of a document with nothing left to pay. */
async function settledPage(
  ctx: Steps,
  { pendingRecordId, organizationId }: { pendingRecordId: string; organizationId: string },
): Promise<RawAnswer> {
  const document = await ctx
    .enter(organizationId)
    .transaction((inside) => selectPendingRecord(inside, pendingRecordId));
  if (!document || !isSettled(document)) throw NotFound();
  return returnedPage(ctx, { pendingRecordId, organizationId });
}

const isSettled = ({ kind, direction, status, issuedAt, paid, balance }: PendingRecord): boolean =>
  (kind === 'invoice' || kind === 'loan') &&
  direction === 'sale' &&
  issuedAt !== null &&
  (status === 'void' || (paid > 0n && balance <= 0n));

async function outcomeOf(ctx: TenantContext, { id, status, balance }: PendingRecord, state: ChargeState | null) {
  if (status !== 'void') return balance <= 0n ? 'paid' : state === null ? 'unknown' : outcomes[state];
  const isPaid = await documentCharges.exists(ctx, { pendingRecordId: id, channel: 'page', status: 'settled' });
  return isPaid ? 'kept' : 'void';
}
