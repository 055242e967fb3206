import { z } from 'zod';
import { PaperFormat, PaymentIsVoid } from '#modules/invoicing/index.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { several } from '#platform/db/list.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { DOCUMENTS_MAX } from '../pay/pay.schema.ts';
import { PaymentsApart, printReceipt } from './receipt.ts';

export const receiptRoutes = [
  route('GET', '/v1/record/pending/payment/receipt', 'invoicing:read', {
    action: 'printReceipt',
    summary: 'Print a payment receipt',
    description:
      'A receipt (recibo de ingreso) for payments of a customer, or a voucher for payments to a supplier, as a PDF: the documents that were paid, interest and late fees of credits, money in advance, and what is still due on each document. Payments that were made together share one receipt.',
    query: z.strictObject({
      recordIds: several(z.uuid(), DOCUMENTS_MAX).describe('`recordId` of the payments or of the top-up.'),
      format: PaperFormat.optional(),
    }),
    returns: { contentType: 'application/pdf' },
    refusals: [ReferenceNotFound, PaymentIsVoid, PaymentsApart, TooComplex],
    examples: { query: { recordIds: id, format: 'receipt' } },
    handler: (ctx, { query }) => printReceipt(ctx, [...new Set([query.recordIds].flat())], query.format),
  }),
];
