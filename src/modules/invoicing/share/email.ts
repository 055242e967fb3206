import { z } from 'zod';
import { contactDataOf } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatDate } from '#platform/format.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { refusal } from '#platform/refusal.ts';
import { invoiceSharedViaEmail } from '../events.ts';
import { PaperFormat } from '../template/template.schema.ts';
import { composeVoucher, findPrintable, moneyIn, type Printable, titleOf } from '../voucher/compose.ts';
import { announcePrint, drawVoucher, fileNameOf } from '../voucher/print.ts';
import type { Format } from '../voucher/voucher.ts';
import { shareDocument } from './share.ts';

export const NoAddress = refusal(
  'no_address',
  'The contact has no e-mail address: add one, or give `emails` where a request takes them.',
);
export const DocumentWithoutContact = refusal(
  'document_without_contact',
  'The document has no contact to send it to: set its contact, or give `emails`.',
);

/** The addresses that an e-mail goes to: the given ones, or those of the contact. It counts as an e-mail of the day. */
export async function addressesFor(
  ctx: TenantContext,
  contactId: string | null,
  given: string[] | undefined,
): Promise<{ emails: string[]; own: string | undefined }> {
  const known = contactId ? await contactDataOf(ctx, [contactId]) : [];
  const own = known.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  const emails = [...new Set(given ?? own)];
  if (emails.length === 0) throw NoAddress();
  await takeLetters(ctx, emails);
  return { emails, own: own[0] };
}

export interface Sending {
  emails?: string[] | undefined;
  message?: string | undefined;
  format?: Format | undefined;
}

/** Sends a document with its PDF and its link, to the given addresses or to those of its contact. A job draws the PDF. */
export async function emailDocument(ctx: TenantContext, id: string, sending: Sending) {
  const printable = await findPrintable(ctx, id);
  const { document } = printable;
  if (document.kind === 'invoice' && !document.contactId) throw DocumentWithoutContact();
  const { emails, own } = await addressesFor(ctx, document.contactId, sending.emails);
  const { message, format = 'letter' } = sending;
  ctx.enqueue(sendDocument, { id, emails, message, format });
  if (document.kind === 'invoice') announce(ctx, printable, emails, own);
  return { emailsSent: emails, emailCount: emails.length };
}

export const sendDocument = tenantJob({
  name: 'invoicing/send-document',
  payload: {
    id: z.uuid(),
    emails: z.array(z.string()),
    message: z.string().optional(),
    format: PaperFormat,
  },
  run: async (ctx, { id, emails, message, format }) => {
    const { printable, voucher, links } = await ctx.transaction(async (unit) => {
      const printable = await findPrintable(unit, id);
      return { printable, voucher: composeVoucher(unit, printable), links: await shareDocument(unit, id, false) };
    });
    const pdf = await drawVoucher(ctx, voucher, format);
    const attachment = {
      fileName: fileNameOf(printable),
      contentType: 'application/pdf',
      base64: pdf.toString('base64'),
    };
    const { email: replyTo } = printable.organization;
    const letter = {
      ...letterAbout(printable, message, links),
      ...(replyTo && { replyTo }),
      attachments: [attachment],
    };
    await ctx.transaction(async (unit) => {
      announcePrint(unit, printable);
      for (const to of emails) unit.mail({ to, ...letter });
    });
  },
});

function announce(ctx: TenantContext, { document }: Printable, emails: string[], own: string | undefined): void {
  ctx.emit(invoiceSharedViaEmail, {
    invoiceId: document.id,
    ...(ctx.userId && { userId: ctx.userId }),
    beneficiaryId: document.contactId!,
    beneficiaryEmail: own ?? emails[0]!,
    beneficiaryName: document.contactName ?? '',
    emailsSent: emails,
    emailCount: emails.length,
  });
}

function letterAbout(
  printable: Printable,
  message: string | undefined,
  { url, payUrl }: { url: string; payUrl: string | null },
) {
  const { document, organization, language, notation } = printable;
  const issuer = organization.name;
  const number = document.fiscalNumber ?? (document.number === null ? '' : String(document.number));
  const title = [titleOf(document, language), number].filter(Boolean).join(' ');
  const [total, dueOn] = [moneyIn(document.due, printable), formatDate(document.dueOn, notation)];
  const isQuote = document.kind === 'quote';
  const inEnglish = [
    `${issuer} sends you ${title}, for ${total}, ${isQuote ? 'valid until' : 'due on'} ${dueOn}.`,
    `It is attached, and also here: ${url}`,
    `You can pay it online here: ${payUrl}`,
  ];
  const inSpanish = [
    `${issuer} te envía ${title}, por ${total}, ${isQuote ? 'válida hasta el' : 'con vencimiento el'} ${dueOn}.`,
    `Va adjunta, y también está aquí: ${url}`,
    `Puedes pagarla en línea aquí: ${payUrl}`,
  ];
  const [opening, paper, payment] = language === 'en' ? inEnglish : inSpanish;
  return {
    subject: language === 'en' ? `${title} from ${issuer}` : `${title} de ${issuer}`,
    text: [opening, message, paper, payUrl && payment].filter(Boolean).join('\n\n'),
  };
}
