import { z } from 'zod';
import { Ticked } from '../form-value.ts';
import { PageHead } from '../page/page.schema.ts';

export const AutoChargeChange = z.strictObject({
  proof: z.string().min(20).max(100).describe('Of `verify-code`, or of the activation of the card.'),
  paymentMethodId: z.uuid().describe('The `id` of a saved card of `verify-code`.'),
  enabled: Ticked.default(true).describe('`false` ends it.'),
});

export const AutoChargeView = PageHead.extend({
  enabled: z.boolean().describe('Whether invoices are charged when they fall due.'),
  paymentMethodId: z.uuid().describe('The card that is charged.'),
});
