import { z } from 'zod';
import { Ticked, WrittenAmount } from '../form-value.ts';
import { MayPay, PageHead, PaymentStatus } from '../page/page.schema.ts';

const choice = {
  what: MayPay.optional().describe('Default: the first choice of the page, or `part` with an amount.'),
  amount: WrittenAmount.optional().describe('Of a part; other choices have their own amount.'),
  paymentKey: z
    .string()
    .min(8)
    .max(100)
    .optional()
    .describe('Chosen by you for each payment: a repetition with the same key is the same payment.'),
};
export const NewIntent = z.strictObject({
  ...choice,
  saveMethod: Ticked.default(false).describe('Saves the card for the contact of the page.'),
});

export const SavedPayment = z.strictObject({
  ...choice,
  proof: z.string().min(20).max(100).describe('Of `verify-code`, or of the activation of the card.'),
  paymentMethodId: z.uuid().describe('The `id` of a saved card of `verify-code`.'),
});

export const PageIntent = PageHead.extend({
  paymentId: z.uuid().describe('Send it as `payment` to see how far it is.'),
  amount: z.string().describe('What is to be paid.'),
  currency: z.string(),
  status: PaymentStatus.describe('How far the payment is.'),
  url: z
    .string()
    .nullable()
    .describe('Where the card is entered: a page of the processor. Null: nothing is left to do.'),
});

export const SavedOutcome = PageHead.extend({
  paymentId: z.uuid().describe('Send it as `payment` to see how far it is.'),
  amount: z.string().describe('What was charged.'),
  currency: z.string(),
  status: z
    .enum(['succeeded', 'refunded', 'disputed', 'processing', 'requires_action', 'unknown'])
    .describe('`unknown`: the processor has not answered; it is looked up later.'),
  actionUrl: z.string().nullable().describe('Where the contact confirms the payment with their bank.'),
});
