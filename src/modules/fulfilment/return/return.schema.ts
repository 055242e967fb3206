import { z } from 'zod';
import { GivenLots, LotsOfLine, SerialNumbers } from '#modules/inventory/index.ts';
import { Quantity } from '#modules/invoicing/index.ts';
import { normalizeFiscalNumber } from '#modules/taxes/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { dispositions } from './return.sql.ts';

const LINES_MAX = 1000;

const ReturnLineBody = z.strictObject({
  elementId: z.uuid().describe('The line of the invoice.'),
  quantity: Quantity.optional().describe('Default: the quantity that was not returned before.'),
  disposition: z
    .enum(dispositions)
    .optional()
    .describe(
      '`restock` (default): goes back into stock, or to the supplier. `scrap`: came back and cannot be sold. `undelivered`: was charged, but its delivery was canceled.',
    ),
  reason: z.string().trim().max(500).optional().describe('Why it comes back.'),
  serialNumbers: SerialNumbers.optional().describe('The returned units, if they have serial numbers.'),
  lots: GivenLots.optional(),
});

const lines = z
  .array(ReturnLineBody)
  .min(1)
  .max(LINES_MAX)
  .optional()
  .describe('Default: everything that was not returned before.');

const refund = z
  .strictObject({
    toCard: z
      .boolean()
      .optional()
      .describe(
        'Refunds the part that cards paid to those cards, as far as it was not refunded before. The provider is asked after the return is issued; `cardRefunds` of the return shows the outcome.',
      ),
    accountId: z
      .uuid()
      .optional()
      .describe(
        'The account of the rest, in the currency of the invoice. The account of a payment processor is refused: use `toCard`.',
      ),
    paymentMethod: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .optional()
      .describe('How the rest is refunded: your own word, such as `cash`.'),
  })
  .refine(({ toCard, accountId }) => toCard || accountId, {
    error: 'takes toCard, accountId or both',
    params: { code: 'required' },
  })
  .meta({
    description:
      'Where money that was paid already goes to or comes from. Without it a customer has it in advance, and a supplier keeps it for us.',
    example: { toCard: true },
  })
  .optional();

const FiscalNumber = z
  .string()
  .max(60)
  .transform((text, ctx) => {
    const number = normalizeFiscalNumber(text);
    if (number !== null) return number;
    ctx.addIssue({ code: 'custom', message: 'is no fiscal number' });
    return z.NEVER;
  });

const head = {
  date: CalendarDate.optional().describe('Default: today in the organization.'),
  reason: z.string().trim().max(500).optional().describe('The reason, printed on the credit note.'),
  notes: z.string().trim().max(5000).optional().describe('Printed on the credit note.'),
  divisionId: z.uuid().optional().describe('The division that the goods enter or leave. Default: that of the invoice.'),
  fiscalNumber: FiscalNumber.optional().describe('The number of the supplier’s credit note, for a purchase.'),
  refund,
};

export const NewReturn = z.strictObject({
  pendingRecordId: z.uuid().describe('The invoice.'),
  status: z
    .enum(['draft', 'issued'])
    .default('issued')
    .describe('A draft posts, moves and reserves nothing until it is issued.'),
  ...head,
  lines,
});

export const ReplacedReturn = z.strictObject({
  version: z.number().int().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
  ...head,
  lines,
});

export const ReturnChange = z.strictObject({
  id: z.uuid().describe('The return to change.'),
  version: z.number().int().optional().describe('Given, a change made by someone else meanwhile is not overwritten.'),
  status: z.enum(['issued', 'void']).optional().describe('Issues a draft, or voids a return.'),
  voidReason: z
    .enum(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'])
    .optional()
    .describe('Why its fiscal number is void, as form 608 names it. Default: 04.'),
  fiscalNumber: FiscalNumber.optional().describe('The number of the supplier’s credit note, also of an issued return.'),
  notes: z.string().trim().max(5000).optional().describe('Printed on the credit note.'),
});

export interface GivenReturn extends z.output<typeof NewReturn> {}
export interface GivenReturnLine extends z.output<typeof ReturnLineBody> {}
export interface GivenReturnChange extends z.output<typeof ReturnChange> {}

const money = (what: string) => z.string().describe(what);

export const ReturnSummary = z.object({
  id: z.uuid(),
  version: z.number().int(),
  status: z.enum(['draft', 'issued', 'void']).describe('A draft posts and moves nothing; a void return no more.'),
  direction: z.enum(['sale', 'purchase']).describe('Of the invoice.'),
  pendingRecordId: z.uuid().describe('The invoice.'),
  number: z.number().int().nullable().describe('Null until it is issued.'),
  contactId: z.uuid().nullable().describe('Of the invoice; null: nobody is named.'),
  contactName: z.string().nullable().describe('As printed on the credit note.'),
  contactTaxId: z.string().nullable().describe('The RNC or cédula, as printed on the credit note.'),
  date: CalendarDate.describe('The day on which it counts in the books and on the forms.'),
  reason: z.string().describe('Why the goods came back, printed on the credit note.'),
  notes: z.string().describe('Printed on the credit note.'),
  fiscalType: z.string().nullable().describe('The kind of receipt, such as `B04` or `E34`; null: none.'),
  fiscalNumber: z.string().nullable().describe('Of the credit note.'),
  fiscalExpiresOn: CalendarDate.nullable().describe(
    'The last day on which its sequence may be used; null: it has no end.',
  ),
  modifiesFiscalNumber: z.string().nullable().describe('The receipt of the invoice.'),
  divisionId: z.uuid().nullable().describe('Where the goods entered or left; null: none.'),
  currency: z.string(),
  rate: z.string().nullable().describe('That of the invoice; null: it is in the organization’s currency.'),
  net: z.string().describe('Without taxes.'),
  tax: z.string().describe('The taxes, without those that are withheld.'),
  total: z.string().describe('With taxes.'),
  withheld: z.string().describe('What had been withheld of it.'),
  baseTotal: money('In the organization’s currency, at the invoice’s rate.'),
  settled: money('How much of it settled the invoice.'),
  refunded: money('The part that was paid and is refunded, or whose withholding is reversed.'),
  reversedItbis: money(
    'The part of `refunded` that the customer had withheld as ITBIS: it was not received and does not go back.',
  ),
  reversedIsr: money('The same of withheld income tax.'),
  refundAccountId: z
    .uuid()
    .nullable()
    .describe('Null: the rest was credited to the contact’s balance, or is an advance to the supplier.'),
  refundMethod: z.string().nullable().describe('How the rest was refunded; null: it was not, or not given.'),
  refundToCard: z.boolean().describe('Whether the part that cards paid is refunded to them.'),
  paymentId: z.uuid().nullable().describe('The payment by which it settled the invoice; null: it settled nothing.'),
  recordId: z.uuid().nullable().describe('The record of the books; null: a draft.'),
  issuedAt: Timestamp.nullable().describe('When it was issued; null: a draft.'),
  voidedAt: Timestamp.nullable().describe('When it was voided; null: it holds.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const ReturnView = ReturnSummary.extend({
  cardRefunds: z
    .array(
      z.object({
        id: z.uuid(),
        paymentId: z.uuid().describe('The card payment of the invoice.'),
        amount: z.string().describe('What goes back to the card.'),
        status: z
          .enum(['requested', 'settled', 'failed'])
          .describe(
            '`requested`: the provider has not confirmed it yet. `settled`: the card has the money. `failed`: the contact has it as balance; without a contact it is still owed.',
          ),
        reason: z.string().nullable().describe('Why it failed.'),
        recordId: z.uuid().nullable().describe('The record of the money that left the processor.'),
        createdAt: Timestamp.describe('When the refund was asked for.'),
      }),
    )
    .describe('The refunds to cards, oldest first. One that was tried again is followed by the next.'),
  lines: z
    .array(
      z.object({
        id: z.uuid(),
        elementId: z.uuid().describe('The line of the invoice.'),
        resourceId: z.uuid().nullable().describe('The item; null: free text, or a pack.'),
        description: z.string().describe('The text of the line.'),
        unit: z.string().nullable(),
        unitPrice: z.string().describe('As on the invoice.'),
        quantity: z.string().describe('What came back.'),
        disposition: z
          .enum(dispositions)
          .describe('`restock`: back into stock, or to the supplier. `scrap`: cannot be sold.'),
        reason: z.string().describe('Why it came back.'),
        serialNumbers: z.array(z.string()).describe('Of the units that came back.'),
        lots: LotsOfLine,
        net: z.string().describe('Without taxes.'),
        tax: z.string().describe('The taxes of the line.'),
        withheld: z.string().describe('What had been withheld of the line.'),
        total: z.string().describe('With taxes.'),
        taxes: z
          .array(
            z.object({
              taxId: z.uuid().describe('The tax: `GET /v1/taxes/list`.'),
              code: z.string().describe('The code of the tax.'),
              name: z.string().describe('As printed on the credit note.'),
              kind: z.string().describe('`withheld-…`: the payer kept it.'),
              rate: z.string().describe('Percent, as on the invoice.'),
              base: z.string().describe('What the rate was applied to.'),
              amount: z.string().describe('In the currency of the invoice.'),
            }),
          )
          .describe('Each tax of the line.'),
      }),
    )
    .describe('What came back.'),
});

export const exampleLines = [{ elementId: id, quantity: '1', disposition: 'restock' as const }];
