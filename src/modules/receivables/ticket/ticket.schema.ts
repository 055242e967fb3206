import { z } from 'zod';
import {
  NewPendingRecord,
  PaymentView,
  PendingRecordView,
  BulkDocument as PlainDocument,
} from '#modules/invoicing/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { ChangeView, Overpayment, PaymentLines } from '../pay/pay.schema.ts';

const paying = {
  payments: PaymentLines.optional().meta({
    description: 'Pays the invoice as it is created, on its `date`, by one means or several, in this order.',
    example: [{ accountId: exampleId, amount: '500.00' }],
  }),
  overpayment: Overpayment,
};

export const NewDocument = z.strictObject({ ...NewPendingRecord.shape, ...paying });
export const BulkDocument = z.strictObject({ ...PlainDocument.shape, ...paying });
export interface GivenTicket extends z.output<typeof NewDocument> {}
export type GivenTickets = z.output<typeof BulkDocument>[];

export const TicketView = PendingRecordView.extend({
  payments: z.array(PaymentView).optional().describe('Only if the request paid it.'),
  change: ChangeView.optional().describe('The change in cash; only if the request paid it.'),
});

/** The result for one document of a bulk. */
export const BulkTicket = z.union([
  z.object({
    id: z.uuid(),
    number: z.number().int().nullable().describe('Its own number; null: a draft, or refused.'),
    fiscalNumber: z.string().nullable().describe('The NCF or e-NCF; null: none.'),
    error: z.null().describe('Why it was refused; null: it was created.'),
  }),
  z.object({
    id: z.null(),
    number: z.null().describe('Its own number; null: a draft, or refused.'),
    fiscalNumber: z.null().describe('The NCF or e-NCF; null: none.'),
    error: z
      .object({
        code: z.string().describe('The reason, for programs.'),
        detail: z.string().describe('The reason, for people.'),
        errors: z
          .array(
            z.object({
              path: z.string().describe('Where the field is.'),
              code: z.string().describe('The reason, for programs.'),
              message: z.string().describe('The reason, for people.'),
            }),
          )
          .describe('The fields at fault.'),
      })
      .describe('Why it was refused; null: it was created.'),
  }),
]);
