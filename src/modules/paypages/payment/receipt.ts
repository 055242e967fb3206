import { z } from 'zod';
import { contactDataOf } from '#modules/contacts/index.ts';
import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatInstant, formatMoney } from '#platform/format.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { pageUrlOf, shareIdOf } from '../page/open.ts';
import { payerOf } from '../page/owed.ts';
import { type PagePayment, pagePayments, sharedPages } from '../tables.ts';

const words = {
  es: {
    subject: (issuer: string) => `Recibo de tu pago a ${issuer}`,
    text: (amount: string, issuer: string, at: string) => `El ${at} ${issuer} recibió tu pago de ${amount}.`,
    whats: { invoice: 'la factura', loan: 'el préstamo' },
    document: (name: string, left: string) => `Es por ${name}. Pendiente: ${left}.`,
    reference: (id: string) => `Referencia: ${id}`,
    see: (url: string) => `Puedes ver el detalle aquí: ${url}`,
  },
  en: {
    subject: (issuer: string) => `Receipt of your payment to ${issuer}`,
    text: (amount: string, issuer: string, at: string) => `On ${at} ${issuer} received your payment of ${amount}.`,
    whats: { invoice: 'invoice', loan: 'loan' },
    document: (name: string, left: string) => `It is for ${name}. Balance due: ${left}.`,
    reference: (id: string) => `Reference: ${id}`,
    see: (url: string) => `You can see the details here: ${url}`,
  },
};

/** Sends the receipt of a payment to the contact who paid, where they have an address. */
export const sendReceipt = tenantJob({
  name: 'paypages/send-receipt',
  payload: { paymentId: z.uuid() },
  run: async (ctx, { paymentId }) => {
    const letter = await ctx.transaction((inside) => composeReceipt(inside, paymentId));
    if (letter) await ctx.sendMail(letter);
  },
});

async function composeReceipt(ctx: TenantContext, paymentId: string) {
  const payment = await pagePayments.get(ctx, paymentId);
  const page = await sharedPages.get(ctx, payment.pageId);
  const contact = await payerOf(ctx, page);
  const data = contact ? await contactDataOf(ctx, [contact.id]) : [];
  const to = data.find(({ kind }) => kind === 'email')?.value;
  if (!to) return null;
  const [organization, settings] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const say = words[settings.language];
  const money = (minor: bigint): string => formatMoney(fromMinor(minor, payment.currency), payment.currency, settings);
  const at = formatInstant(payment.settledAt!, ctx.timeZone, settings);
  const issuer = organization.legalName ?? organization.name;
  const lines = [
    say.text(money(payment.amount), issuer, at),
    await documentLine(ctx, payment, money, say),
    say.reference(payment.id),
    page.revokedAt ? null : say.see(pageUrlOf(ctx, shareIdOf(ctx, page))),
  ];
  const reply = organization.email ? { replyTo: organization.email } : {};
  return { to, subject: say.subject(issuer), text: lines.filter(Boolean).join('\n\n'), ...reply };
}

async function documentLine(
  ctx: TenantContext,
  { pendingRecordId }: PagePayment,
  money: (minor: bigint) => string,
  say: (typeof words)['es'],
): Promise<string | null> {
  const document = pendingRecordId && (await selectPendingRecord(ctx, pendingRecordId));
  if (!document) return null;
  const what = say.whats[document.kind === 'loan' ? 'loan' : 'invoice'];
  return say.document(`${what} ${document.fiscalNumber ?? document.number}`, money(document.balance));
}
