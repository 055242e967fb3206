import { z } from 'zod';
import { RateUnknown } from '#modules/accounting/index.ts';
import { NoAddress } from '#modules/invoicing/index.ts';
import { NothingDue } from '#modules/receivables/index.ts';
import { Timestamp } from '#platform/date.ts';
import { listOf, oneOf } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Currency } from '#platform/money.ts';
import { paymentReminders } from '../tables.ts';
import { describeReminder, remindNow } from './reminder.ts';

const reminderList = listOf(paymentReminders, {
  filters: { contactId: oneOf('contactId', z.uuid()) },
  sort: { sent: 'sentAt' },
  order: '-sent',
});

const ReminderView = z
  .object({
    id: z.uuid(),
    contactId: z.uuid().describe('Who got the e-mail.'),
    email: z.string().describe('The address that it went to.'),
    currency: Currency,
    amount: z.string().describe('What it asks for: balances of invoices, and what is due of instalments.'),
    overdue: z.string().describe('The part of it that was past due.'),
    pendingRecordIds: z.array(z.uuid()).describe('The invoices that it asks for.'),
    sentBy: z.uuid().nullable().describe('Null: sent by the plan.'),
    sentAt: Timestamp.describe('When it was sent.'),
  })
  .meta({ id: 'PaymentReminder' });

export const reminderRoutes = [
  route('POST', '/v1/beneficiary/:beneficiaryId/reminder', 'invoicing:write', {
    action: 'send',
    summary: 'Remind a contact of what they owe',
    description:
      'Sends an e-mail with the open invoices and instalments of a contact (customer) in a currency and the links of pages to pay them. The plan in the settings (`paymentReminders`) sends such e-mails by itself.',
    status: 201,
    body: z.strictObject({
      currency: Currency.optional().describe('Default: the organization’s.'),
      message: z.string().trim().max(1000).optional().describe('Default: the one in the settings.'),
    }),
    returns: ReminderView,
    refusals: [NothingDue, NoAddress, RateUnknown],
    examples: { body: { message: 'Puedes pasar por la tienda o transferirnos.' } },
    handler: (ctx, { params, body }) => remindNow(ctx, params.beneficiaryId, body),
  }),
  route('GET', '/v1/beneficiary/reminder', 'invoicing:read', {
    summary: 'List the payment reminders',
    description: 'The e-mails about what contacts owe, newest first.',
    query: reminderList.query,
    returns: pageOf(ReminderView),
    handler: (ctx, { query }) => reminderList.page(ctx, query, (rows) => rows.map(describeReminder)),
  }),
];
