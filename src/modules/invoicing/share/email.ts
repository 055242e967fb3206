import { contactDataOf } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { invoiceSharedViaEmail } from '../events.ts';
import { findPrintable, moneyIn, type Printable, titleOf } from '../voucher/compose.ts';
import { type Format, fileNameOf, pdfOf } from '../voucher/print.ts';
import { dateIn } from '../voucher/voucher.ts';
import { shareDocument } from './share.ts';

export const NoAddress = refusal(422, 'no_address', 'Nobody to send it to: the contact has no e-mail address.');
export const DocumentWithoutContact = refusal(
  422,
  'document_without_contact',
  'An invoice is sent to its contact, and this one has none.',
);

export interface Sending {
  emails?: string[] | undefined;
  message?: string | undefined;
  format?: Format | undefined;
}

/** Sends a document with its PDF and its link, to the addresses that are named or to those of its contact. */
export async function emailDocument(ctx: TenantContext, id: string, sending: Sending) {
  const printable = await findPrintable(ctx, id);
  const { document } = printable;
  if (document.kind === 'invoice' && !document.contactId) throw DocumentWithoutContact();
  const known = document.contactId ? await contactDataOf(ctx, [document.contactId]) : [];
  const own = known.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  const emails = [...new Set(sending.emails ?? own)];
  if (emails.length === 0) throw NoAddress();
  const [links, pdf] = await Promise.all([
    shareDocument(ctx, id, false),
    pdfOf(ctx, printable, sending.format ?? 'letter'),
  ]);
  const attachment = {
    fileName: fileNameOf(printable),
    contentType: 'application/pdf',
    base64: pdf.toString('base64'),
  };
  for (const to of emails) {
    ctx.mail({
      to,
      ...letterAbout(printable, sending.message, links),
      ...(printable.organization.email && { replyTo: printable.organization.email }),
      attachments: [attachment],
    });
  }
  if (document.kind === 'invoice') announce(ctx, printable, emails, own[0]);
  return { emailsSent: emails, emailCount: emails.length };
}

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
  { pdfUrl, payUrl }: { pdfUrl: string; payUrl: string | null },
) {
  const { document, organization, language } = printable;
  const issuer = organization.name;
  const number = document.fiscalNumber ?? (document.number === null ? '' : String(document.number));
  const title = [titleOf(document, language), number].filter(Boolean).join(' ');
  const [total, dueOn] = [moneyIn(document.due, document.currency), dateIn(language, document.dueOn)];
  const inEnglish = [
    `${issuer} sends you ${title}, for ${total}, due on ${dueOn}.`,
    `It is attached, and also here: ${pdfUrl}`,
    `You can pay it online here: ${payUrl}`,
  ];
  const inSpanish = [
    `${issuer} te envía ${title}, por ${total}, con vencimiento el ${dueOn}.`,
    `Va adjunta, y también está aquí: ${pdfUrl}`,
    `Puedes pagarla en línea aquí: ${payUrl}`,
  ];
  const [opening, paper, payment] = language === 'en' ? inEnglish : inSpanish;
  return {
    subject: language === 'en' ? `${title} from ${issuer}` : `${title} de ${issuer}`,
    text: [opening, message, paper, payUrl && payment].filter(Boolean).join('\n\n'),
  };
}
