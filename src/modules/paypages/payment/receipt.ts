import { z } from 'zod';
import { contactDataOf } from '#modules/contacts/index.ts';
import { type PendingRecord, selectPayments, selectPendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum } from '#platform/decimal.ts';
import { formatInstant } from '#platform/format.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { formatMinor } from '#platform/money.ts';
import { pageUrlOf, shareIdOf } from '../page/open.ts';
import { payerOf } from '../page/owed.ts';
import { type PagePayment, pagePayments, type SharedPage, sharedPages } from '../tables.ts';

const words = {
  es: {
    subject: (issuer: string) => `Recibo de tu pago a ${issuer}`,
    text: (amount: string, issuer: string, at: string) => `El ${at} ${issuer} recibió tu pago de ${amount}.`,
    whats: { invoice: 'la factura', loan: 'el préstamo' },
    document: (name: string, left: string) => `Es por ${name}. Pendiente: ${left}.`,
    balance: (amount: string) => `De tu saldo a favor se usaron ${amount}.`,
    notCharged: 'No se cobró nada a tu tarjeta.',
    reference: (id: string) => `Referencia: ${id}`,
    see: (url: string) => `Puedes ver el detalle aquí: ${url}`,
  },
  en: {
    subject: (issuer: string) => `Receipt of your payment to ${issuer}`,
    text: (amount: string, issuer: string, at: string) => `On ${at} ${issuer} received your payment of ${amount}.`,
    whats: { invoice: 'invoice', loan: 'loan' },
    document: (name: string, left: string) => `It is for ${name}. Balance due: ${left}.`,
    balance: (amount: string) => `${amount} were paid from your balance.`,
    notCharged: 'Your card was not charged.',
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

/** Sends the receipt of an invoice that was paid with money paid in advance, so that the card was not charged. */
export const sendBalanceReceipt = tenantJob({
  name: 'paypages/send-balance-receipt',
  payload: { pageId: z.uuid(), pendingRecordId: z.uuid() },
  run: async (ctx, { pageId, pendingRecordId }) => {
    const letter = await ctx.transaction((inside) => composeBalanceReceipt(inside, pageId, pendingRecordId));
    if (letter) await ctx.sendMail(letter);
  },
});

async function composeReceipt(ctx: TenantContext, paymentId: string) {
  const payment = await pagePayments.get(ctx, paymentId);
  const page = await sharedPages.get(ctx, payment.pageId);
  const document = payment.pendingRecordId && (await selectPendingRecord(ctx, payment.pendingRecordId));
  return compose(ctx, page, payment, async ({ say, money, issuer, at }) => [
    say.text(money(payment.amount), issuer, at(payment.settledAt!)),
    ...(document ? [say.document(nameOf(document, say), money(document.balance))] : []),
    ...(document ? await balancePart(ctx, document, money, say) : []),
    say.reference(payment.id),
  ]);
}

async function composeBalanceReceipt(ctx: TenantContext, pageId: string, pendingRecordId: string) {
  const page = await sharedPages.get(ctx, pageId);
  const document = (await selectPendingRecord(ctx, pendingRecordId))!;
  return compose(ctx, page, { currency: document.currency, language: null }, async ({ say, money }) => [
    say.document(nameOf(document, say), money(document.balance)),
    ...(await balancePart(ctx, document, money, say)),
    say.notCharged,
  ]);
}

type Say = (typeof words)['es'];
type Money = (minor: bigint) => string;

interface Notation {
  say: Say;
  money: Money;
  at: (instant: string) => string;
  issuer: string;
}

/** In the language of the visitor who paid, else in that of the business. Null: the contact of the page has no address. */
async function compose(
  ctx: TenantContext,
  page: SharedPage,
  { currency, language }: Pick<PagePayment, 'currency' | 'language'>,
  linesOf: (notation: Notation) => Promise<string[]>,
) {
  const contact = await payerOf(ctx, page);
  const data = contact ? await contactDataOf(ctx, [contact.id]) : [];
  const to = data.find(({ kind }) => kind === 'email')?.value;
  if (!to) return null;
  const [organization, settings] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const say = words[language ?? settings.language];
  const issuer = organization.legalName ?? organization.name;
  const money: Money = (minor) => formatMinor(minor, currency, settings);
  const at = (instant: string): string => formatInstant(instant, ctx.timeZone, settings);
  const lines = await linesOf({ say, money, at, issuer });
  if (!page.revokedAt) lines.push(say.see(pageUrlOf(ctx, shareIdOf(ctx, page))));
  const reply = organization.email ? { replyTo: organization.email } : {};
  return { to, subject: say.subject(issuer), text: lines.join('\n\n'), ...reply };
}

const nameOf = ({ kind, fiscalNumber, number }: PendingRecord, say: Say): string =>
  `${say.whats[kind === 'loan' ? 'loan' : 'invoice']} ${fiscalNumber ?? number}`;

/** The part of a document that was paid with what the contact had paid in advance. */
async function balancePart(ctx: TenantContext, document: PendingRecord, money: Money, say: Say): Promise<string[]> {
  const payments = await selectPayments(ctx, document.id);
  const used = sum(
    payments.filter(({ source, voidedAt }) => source === 'balance' && !voidedAt).map(({ amount }) => amount),
  );
  return used > 0n ? [say.balance(money(used))] : [];
}
