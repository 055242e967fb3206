import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { memoryQuery, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Currency } from '#platform/money.ts';
import { PaymentView } from '../pending/pending.schema.ts';
import { NoAddress } from '../share/email.ts';
import { emailStatement } from './email-statement.ts';
import { printStatement } from './print-statement.ts';
import { readStatement, TooManyMovements } from './statement.ts';

const wanted = {
  from: CalendarDate.optional().describe('Default: the first of the month of `to`.'),
  to: CalendarDate.optional().describe('Default: today.'),
  direction: z
    .enum(['sale', 'purchase'])
    .optional()
    .describe(
      '`sale`: what the contact owes. `purchase`: what we owe them, the default for one who is only a supplier.',
    ),
  currency: Currency.optional().describe('Only documents in this currency. Default: the organization’s.'),
};

const Line = z.object({
  date: CalendarDate.describe('The day of the document or payment.'),
  paymentId: z.uuid().nullable().describe('Null: the line of a document.'),
  documentId: z.uuid().describe('The document, or the one that was paid.'),
  documentKind: z.enum(['invoice', 'loan']).describe('Of that document.'),
  number: z.number().int().nullable().describe('Of that document; null: none.'),
  fiscalNumber: z.string().nullable().describe('The NCF or e-NCF of that document; null: none.'),
  reference: z.string().nullable().describe('Of the document or payment; null: none.'),
  source: PaymentView.shape.source.nullable().describe('What paid; null: the line of a document.'),
  method: z.string().nullable().describe('How it was paid; null: not given, or the line of a document.'),
  charge: z.string().nullable().describe('The amount due on the document, or refunded to the card.'),
  payment: z.string().nullable().describe('What the payment settled; null: the line of a document.'),
  balance: z.string().describe('The debt after it.'),
});

const example = { from: '2026-10-01', to: '2026-10-31' };

export const statementRoutes = [
  route('GET', '/v1/beneficiary/:beneficiaryId/statement', 'invoicing:read', {
    action: 'get',
    summary: 'Read the account statement of a contact',
    description:
      'The invoices and loans of a contact (customer, supplier) and their payments in a period, oldest first, each with the debt after it. Returns, withheld taxes and write-offs that settle a document are payments. What is void now does not count; a payment by card that was refunded does, and so does its refund.',
    query: z.strictObject({ ...memoryQuery, ...wanted }).refine(isInOrder, outOfOrder),
    returns: pageOf(Line).extend({
      beneficiaryId: z.uuid(),
      name: z.string().describe('Of the contact.'),
      direction: z.enum(['sale', 'purchase']).describe('`sale`: what the contact owes. `purchase`: what we owe.'),
      currency: Currency,
      from: CalendarDate.describe('The first day of the period.'),
      to: CalendarDate.describe('The last day of the period.'),
      opening: z.string().describe('The debt before the period.'),
      charged: z.string().describe('What was added to the debt in the period.'),
      paid: z.string().describe('What the payments of the period settled.'),
      closing: z.string().describe('The debt at its end.'),
      overdue: z.string().describe('The part of the debt of now that is past due.'),
      prepaid: z.string().describe('Paid in advance and not used, now.'),
    }),
    refusals: [TooManyMovements],
    examples: { query: example },
    handler: (ctx, { params, query }) => readStatement(ctx, params.beneficiaryId, query),
  }),
  route('GET', '/v1/beneficiary/:beneficiaryId/statement/pdf', 'invoicing:read', {
    action: 'print',
    summary: 'Print the account statement of a contact',
    description: 'The same statement (estado de cuenta) as a PDF, to send to the contact.',
    query: z.strictObject(wanted).refine(isInOrder, outOfOrder),
    returns: { contentType: 'application/pdf' },
    refusals: [TooManyMovements, TooComplex],
    examples: { query: example },
    handler: (ctx, { params, query }) => printStatement(ctx, params.beneficiaryId, query),
  }),
  route('POST', '/v1/beneficiary/:beneficiaryId/statement/email', 'invoicing:write', {
    action: 'sendByEmail',
    summary: 'Send the account statement of a contact by e-mail',
    description: 'Sends the PDF of the statement to these addresses, or to those of the contact.',
    body: z
      .strictObject({
        ...wanted,
        emails: z.array(z.email().max(254)).min(1).max(20).optional().describe('Default: those of the contact.'),
        message: z.string().trim().min(1).max(2000).optional().describe('A personal message in the e-mail.'),
      })
      .refine(isInOrder, outOfOrder),
    returns: z.object({
      emailsSent: z.array(z.string()).describe('The addresses it was sent to.'),
      emailCount: z.number().int().describe('How many addresses these are.'),
    }),
    refusals: [TooManyMovements, NoAddress],
    examples: { body: example },
    handler: (ctx, { params, body }) => emailStatement(ctx, params.beneficiaryId, body),
  }),
];
