import { z } from 'zod';
import { drawPaper } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { CalendarDate } from '#platform/date.ts';
import { formatDate } from '#platform/format.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Currency, formatMinor } from '#platform/money.ts';
import { addressesFor } from '../share/email.ts';
import { statementPaper } from './print-statement.ts';
import { type StatementQuery, statementOf } from './statement.ts';

/** Sends the account statement of a contact as a PDF, to the given addresses or to their own. A job draws it. */
export async function emailStatement(
  ctx: TenantContext,
  contactId: string,
  {
    emails: given,
    message,
    ...query
  }: StatementQuery & { emails?: string[] | undefined; message?: string | undefined },
) {
  const { contact, from, to, direction, currency } = await statementOf(ctx, contactId, query);
  const { emails } = await addressesFor(ctx, contact.id, given);
  ctx.enqueue(sendStatement, { contactId: contact.id, from, to, direction, currency, emails, message });
  return { emailsSent: emails, emailCount: emails.length };
}

export const sendStatement = tenantJob({
  name: 'invoicing/send-statement',
  payload: {
    contactId: z.uuid(),
    from: CalendarDate,
    to: CalendarDate,
    direction: z.enum(['sale', 'purchase']),
    currency: Currency,
    emails: z.array(z.string()),
    message: z.string().optional(),
  },
  run: async (ctx, { contactId, emails, message, ...query }) => {
    const drafted = await ctx.transaction((unit) => statementPaper(unit, contactId, query));
    const { statement, organization, settings, paper } = drafted;
    const pdf = await drawPaper(ctx, paper);
    const attachment = {
      fileName: paper.fileName,
      contentType: 'application/pdf',
      base64: pdf.toString('base64'),
    };
    const say = words[settings.language];
    const [from, to] = [formatDate(statement.from, settings), formatDate(statement.to, settings)];
    const balance = formatMinor(statement.closing, statement.currency, settings);
    const letter = {
      subject: say.subject(organization.name),
      text: [say.text(organization.name, from, to), say.balance(balance), message].filter(Boolean).join('\n\n'),
      ...(organization.email && { replyTo: organization.email }),
      attachments: [attachment],
    };
    await ctx.transaction(async (unit) => {
      for (const to of emails) unit.mail({ to, ...letter });
    });
  },
});

const words = {
  es: {
    subject: (issuer: string) => `Estado de cuenta de ${issuer}`,
    text: (issuer: string, from: string, to: string) =>
      `${issuer} te envía tu estado de cuenta del ${from} al ${to}. Va adjunto.`,
    balance: (amount: string) => `Balance: ${amount}.`,
  },
  en: {
    subject: (issuer: string) => `Account statement of ${issuer}`,
    text: (issuer: string, from: string, to: string) =>
      `${issuer} sends you your account statement from ${from} to ${to}. It is attached.`,
    balance: (amount: string) => `Balance: ${amount}.`,
  },
};
