import { z } from 'zod';
import { guardRefusals } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { Period } from '../period.ts';

export const TaxPaymentKind = z
  .enum(['it1', 'ir17', 'payroll', 'tss', 'ir3', 'christmas'])
  .describe(
    '`it1` ITBIS, `ir17` withholdings, `payroll` the salaries, `tss` social security, `ir3` employees’ income tax, `christmas` the Christmas salary (regalía).',
  );

export const TaxPaymentStatus = z
  .enum(['paid', 'void'])
  .describe('`void`: it was taken back, and the month can be paid again.');

export const TaxPayment = z.object({
  id: z.uuid(),
  kind: TaxPaymentKind,
  period: Period,
  status: TaxPaymentStatus,
  paidOn: CalendarDate.describe('The day of the payment in the books.'),
  amount: z.string().describe('Amount withdrawn from the account.'),
  credit: z.string().describe('Credit carried forward to later months.'),
  figures: z.record(z.string(), z.unknown()).describe('The declaration as it was paid.'),
  accountId: z.uuid().nullable().describe('The account that it was paid from; null: nothing was to be paid.'),
  recordId: z.uuid().nullable().describe('The record that it posted; null: there was nothing to post.'),
  voidedAt: Timestamp.nullable().describe('When it was taken back; null: it holds.'),
  createdAt: Timestamp,
});

export const PaymentFields = {
  period: Period,
  accountId: z.uuid().describe('The account that it is paid from, in the organization’s currency.'),
  date: CalendarDate.optional().describe('Default: today.'),
};

export const exampleFiling = {
  id: exampleId,
  kind: 'ir17',
  period: '2026-10',
  status: 'paid',
  paidOn: '2026-11-10',
  amount: '4500.00',
  credit: '0.00',
  figures: {},
  accountId: otherExampleId,
  recordId: thirdExampleId,
  voidedAt: null,
  createdAt: '2026-11-10T13:45:00.000Z',
};

export const postingRefusals = [ReferenceNotFound, ...guardRefusals];
