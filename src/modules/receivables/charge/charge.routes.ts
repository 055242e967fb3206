import { z } from 'zod';
import { chargeRefusals } from '#modules/contacts/index.ts';
import { MoreThanDue, PendingRecordView } from '#modules/invoicing/index.ts';
import { PaymentDeclined } from '#modules/payments/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { settlingRefusals } from '../pay/settling-refusals.ts';
import { NewDocumentCharge } from './charge.schema.ts';
import { ChargeInProgress, chargeDocument } from './charge.ts';

export const chargeRoutes = [
  route('POST', '/v1/record/pending/charge', 'invoicing:write', {
    summary: 'Charge a saved card for a document',
    description:
      'Charges a saved method of the contact for the amount due, or a part of it, and pays the document (invoice) with it. A repetition after a timeout continues the same charge; without one, the service finds out the outcome and books it. A decline is `payment_declined` with its reason. With `requires_action` the contact confirms the payment at `actionUrl`, and it is booked afterwards. If the amount is no longer due when the money arrives, it becomes balance of the contact.',
    reachesProvider: true,
    status: 201,
    body: NewDocumentCharge,
    returns: z.object({
      id: z.uuid().describe('The charge: `sourceId` of its payment.'),
      status: z
        .enum(['succeeded', 'processing', 'requires_action', 'unknown'])
        .describe('`requires_action`: the contact has to confirm it at `actionUrl`.'),
      amount: z.string().describe('What was charged.'),
      currency: z.string(),
      actionUrl: z
        .string()
        .nullable()
        .describe('Where the contact confirms the payment; null: there is nothing to confirm.'),
      document: PendingRecordView.describe('The document, with the payment if it is booked.'),
    }),
    refusals: [...settlingRefusals, MoreThanDue, ...chargeRefusals, PaymentDeclined, ChargeInProgress],
    examples: { body: { id, paymentMethodId: id } },
    handler: (ctx, { body }) => chargeDocument(ctx, body),
  }),
];
