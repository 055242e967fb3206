import { z } from 'zod';
import { NoAddress, PaperFormat, PaymentIsVoid } from '#modules/invoicing/index.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { several } from '#platform/db/list.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { DOCUMENTS_MAX } from '../pay/pay.schema.ts';
import { undoRefusals } from '../pay/undo-refusals.ts';
import { emailReceipt } from './email-receipt.ts';
import { PaymentsApart } from './paid.ts';
import { NewReceipt, ReceiptSummary, ReceiptView } from './receipt.schema.ts';
import { receiptList } from './receipt.sql.ts';
import {
  describeReceipts,
  issueReceipt,
  PaymentHasReceipt,
  printPayments,
  printReceipt,
  readReceipt,
} from './receipt.ts';
import { undoReceipt } from './undo-receipt.ts';

const refusals = [ReferenceNotFound, PaymentIsVoid, PaymentsApart];

export const receiptRoutes = [
  route('GET', '/v1/record/pending/payment/receipt', 'invoicing:read', {
    action: 'printReceipt',
    summary: 'Print a payment receipt',
    description:
      'A receipt (recibo de ingreso) for payments of a customer, or a voucher for payments to a supplier, as a PDF: the documents that were paid, interest and late fees of credits, money in advance, and what is still due on each document. Payments that were made together share one receipt. It has no number, unless the payments are those of a numbered receipt: then that one is printed. A payment on another numbered receipt names it.',
    query: z.strictObject({
      recordIds: several(z.uuid(), DOCUMENTS_MAX).describe('`recordId` of the payments or of the top-up.'),
      format: PaperFormat.optional(),
    }),
    returns: { contentType: 'application/pdf' },
    refusals: [...refusals, TooComplex],
    examples: { query: { recordIds: id, format: 'receipt' } },
    handler: (ctx, { query }) => printPayments(ctx, [...new Set([query.recordIds].flat())], query.format),
  }),
  route('POST', '/v1/record/pending/payment/receipt', 'invoicing:write', {
    action: 'createReceipt',
    summary: 'Issue a numbered payment receipt',
    description:
      'Gives payments of one contact, currency and direction their receipt (recibo de ingreso), or the voucher of payments to a supplier (comprobante de pago), with the next number. A payment has one receipt at most. The receipt keeps its amounts and its number when a payment is undone later.',
    status: 201,
    body: NewReceipt,
    returns: ReceiptView,
    refusals: [...refusals, PaymentHasReceipt],
    examples: { body: { recordIds: [id] } },
    handler: (ctx, { body }) => issueReceipt(ctx, body.recordIds),
  }),
  route('GET', '/v1/record/pending/payment/receipt/list', 'invoicing:read', {
    action: 'listReceipts',
    summary: 'List the numbered payment receipts',
    description: 'The newest day first, with their totals and without their payments.',
    query: receiptList.query,
    returns: pageOf(ReceiptSummary),
    examples: { query: { direction: 'sale', contactId: id, from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { query }) => receiptList.page(ctx, query, (rows) => describeReceipts(ctx, rows)),
  }),
  route('GET', '/v1/record/pending/payment/receipt/:receiptId', 'invoicing:read', {
    action: 'getReceipt',
    summary: 'Read a numbered payment receipt',
    description: 'The receipt with its payments, and which of them are undone.',
    returns: ReceiptView,
    handler: (ctx, { params }) => readReceipt(ctx, params.receiptId),
  }),
  route('GET', '/v1/record/pending/payment/receipt/:receiptId/voucher', 'invoicing:read', {
    action: 'printNumberedReceipt',
    summary: 'Print a numbered payment receipt',
    description:
      'The PDF with the number of the receipt and the amounts of the day on which it was issued. A receipt whose payments are all undone is marked as void; otherwise its total leaves out the undone ones.',
    query: z.strictObject({ format: PaperFormat.optional() }),
    returns: { contentType: 'application/pdf' },
    refusals: [TooComplex],
    examples: { query: { format: 'letter' } },
    handler: (ctx, { params, query }) => printReceipt(ctx, params.receiptId, query.format),
  }),
  route('POST', '/v1/record/pending/payment/receipt/:receiptId/email', 'invoicing:write', {
    action: 'sendReceiptByEmail',
    summary: 'Send a numbered payment receipt by e-mail',
    description: 'Sends the PDF of the receipt to these addresses, or to those of its contact.',
    body: z.strictObject({
      emails: z.array(z.email().max(254)).min(1).max(20).optional().describe('Default: those of the contact.'),
      message: z.string().trim().min(1).max(2000).optional().describe('A personal message in the e-mail.'),
      format: PaperFormat.optional(),
    }),
    returns: z.object({
      emailsSent: z.array(z.string()).describe('The addresses it was sent to.'),
      emailCount: z.number().int().describe('How many addresses these are.'),
    }),
    refusals: [NoAddress],
    examples: { body: { emails: ['compras@example.com'], message: 'Gracias por su pago.' } },
    handler: (ctx, { params, body }) => emailReceipt(ctx, params.receiptId, body),
  }),
  route('DELETE', '/v1/record/pending/payment/receipt', 'invoicing:write', {
    action: 'voidReceipt',
    summary: 'Undo the payments of a receipt',
    description:
      'Undoes all payments of the receipt that are not undone yet, or none, as `DELETE /v1/record/pending/payment` does: the receipt is void then and keeps its number. Payments by card are refunded by the provider first, one after the other; repeat the call where one of them was refused. Payments of credits are undone at their credit, and money in advance is refunded from the balance.',
    reachesProvider: true,
    body: z.strictObject({ id: z.uuid().describe('The receipt.') }),
    returns: ReceiptView,
    refusals: undoRefusals,
    examples: { body: { id } },
    handler: (ctx, { body }) => undoReceipt(ctx, body.id),
  }),
];
