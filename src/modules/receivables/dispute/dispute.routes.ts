import { z } from 'zod';
import { disputeStates } from '#modules/payments/index.ts';
import { Timestamp } from '#platform/date.ts';
import { listOf, oneOf } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Currency, inDecimals } from '#platform/money.ts';
import { paymentDisputes } from '../tables.ts';

const disputeList = listOf(paymentDisputes, {
  filters: { state: oneOf('state', z.enum(disputeStates)), pendingRecordId: oneOf('pendingRecordId', z.uuid()) },
  sort: { created: 'createdAt' },
  order: '-created',
});

const DisputeView = z.object({
  id: z.uuid(),
  pendingRecordId: z.uuid().nullable().describe('Null: the money was paid in advance.'),
  chargeId: z.uuid().nullable().describe('`sourceId` of its payments.'),
  state: z
    .enum(disputeStates)
    .describe('`inquiry`: the bank only asks. `open`: it waits for evidence. `under-review`: it has the evidence.'),
  reason: z.string().describe('As the provider names it.'),
  amount: z.string().describe('What the customer contests.'),
  currency: Currency,
  reopened: z.string().describe('The part that the document owes again.'),
  fromBalance: z.string().describe('The part that was taken out of the balance of the contact.'),
  lost: z.string().describe('The rest, an expense until the dispute is won.'),
  evidenceDueAt: Timestamp.nullable().describe('Until when the provider takes evidence, on its dashboard.'),
  createdAt: Timestamp,
});

export const disputeRoutes = [
  route('GET', '/v1/record/pending/dispute', 'invoicing:read', {
    action: 'listDisputes',
    summary: 'List the disputes of card payments',
    description:
      'Card payments that customers contest at their bank (chargebacks), newest first, as the payment processor reports them. What it withdraws is due on the document (invoice) again, until the dispute is won. Its fee is an expense.',
    query: disputeList.query,
    returns: pageOf(DisputeView),
    examples: { query: { state: 'open' } },
    handler: (ctx, { query }) =>
      disputeList.page(ctx, query, (rows) => rows.map((dispute) => inDecimals(dispute, dispute.currency))),
  }),
];
