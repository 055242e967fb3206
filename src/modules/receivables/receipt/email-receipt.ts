import { z } from 'zod';
import { addressesFor, drawVoucher, PaperFormat, type Sending } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { paymentReceipts } from '../tables.ts';
import { composeNumbered } from './receipt.ts';

/** Sends a numbered receipt as a PDF, to the given addresses or to those of its contact. A job draws it. */
export async function emailReceipt(ctx: TenantContext, id: string, { emails: given, message, format }: Sending) {
  const { contactId } = await paymentReceipts.get(ctx, id);
  const { emails } = await addressesFor(ctx, contactId, given);
  ctx.enqueue(sendNumbered, { id, emails, message, format: format ?? 'letter' });
  return { emailsSent: emails, emailCount: emails.length };
}

export const sendNumbered = tenantJob({
  name: 'receivables/send-receipt',
  payload: { id: z.uuid(), emails: z.array(z.string()), message: z.string().optional(), format: PaperFormat },
  run: async (ctx, { id, emails, message, format }) => {
    const composed = await ctx.transaction((unit) => composeNumbered(unit, id));
    const { voucher, fileName, title, total, stationery } = composed;
    const { organization, language } = stationery;
    const pdf = await drawVoucher(ctx, voucher, format);
    const letter = {
      subject: words[language].subject(`${title} ${voucher.number}`, organization.name),
      text: [words[language].text(`${title} ${voucher.number}`, organization.name, total), message]
        .filter(Boolean)
        .join('\n\n'),
      ...(organization.email && { replyTo: organization.email }),
      attachments: [{ fileName, contentType: 'application/pdf', base64: pdf.toString('base64') }],
    };
    await ctx.transaction(async (unit) => {
      for (const to of emails) unit.mail({ to, ...letter });
    });
  },
});

const words = {
  es: {
    subject: (receipt: string, issuer: string) => `${receipt} de ${issuer}`,
    text: (receipt: string, issuer: string, total: string) =>
      `${issuer} te envía ${receipt}, por ${total}. Va adjunto.`,
  },
  en: {
    subject: (receipt: string, issuer: string) => `${receipt} from ${issuer}`,
    text: (receipt: string, issuer: string, total: string) =>
      `${issuer} sends you ${receipt}, for ${total}. It is attached.`,
  },
};
