import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { DOCUMENTS_MAX } from '../pay/pay.schema.ts';
import { receiptStates } from './receipt.sql.ts';

export const NewReceipt = z.strictObject({
  recordIds: uniqueList(z.uuid(), { min: 1, max: DOCUMENTS_MAX }).describe(
    '`recordId` of the payments or of the top-up, in the order of the receipt.',
  ),
});

export const ReceiptSummary = z.object({
  id: z.uuid(),
  number: z.number().int().describe('Of its direction, without gaps. It is kept when the payments are undone.'),
  direction: z
    .enum(['sale', 'purchase'])
    .describe('`sale`: a receipt for a customer. `purchase`: a voucher of a payment to a supplier.'),
  state: z.enum(receiptStates).describe('`void`: all of its payments are undone.'),
  voidedAt: Timestamp.nullable().describe('When the last of its payments was undone.'),
  contactId: z.uuid().nullable().describe('Who paid or was paid; null: nobody is named.'),
  contactName: z.string().nullable().describe('On the day of the receipt.'),
  date: CalendarDate.describe('Of the last payment.'),
  currency: Currency,
  total: z.string().describe('As it was issued, with payments that were undone since.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const ReceiptView = ReceiptSummary.extend({
  payments: z
    .array(
      z.object({
        recordId: z.uuid().describe('The record of the books of the payment.'),
        documentId: z.uuid().nullable().describe('The document that was paid. Null: money in advance.'),
        amount: z.string().describe('The sum of the parts below.'),
        settled: z.string().describe('The part that paid the document.'),
        due: z.string().nullable().describe('What was due on the document when the receipt was issued.'),
        interest: z.string().describe('Of a credit.'),
        lateFee: z.string().describe('Of a credit.'),
        advance: z.string().describe('The part that became balance of the contact, or our advance at the supplier.'),
        undone: z.boolean().describe('The payment was voided later.'),
      }),
    )
    .describe('In the order of the receipt.'),
});
