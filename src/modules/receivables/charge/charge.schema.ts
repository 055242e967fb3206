import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { WebAddress } from '#modules/payments/index.ts';

export const NewDocumentCharge = z.strictObject({
  id: z.uuid().describe('The document.'),
  paymentMethodId: z.uuid().describe('Of the saved methods of its contact.'),
  amount: Amount.optional().describe('Default: the amount due.'),
  offSession: z
    .boolean()
    .default(true)
    .describe('The contact is not present: a payment that needs their confirmation is declined.'),
  returnUrl: WebAddress.optional().describe('Where the bank sends the contact back to.'),
});
