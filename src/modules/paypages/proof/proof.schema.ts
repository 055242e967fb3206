import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { PageHead } from '../page/page.schema.ts';

export const CodeSent = PageHead.extend({
  requestId: z.string().describe('For `verify-code`.'),
  sentTo: z.string().describe('Enough to recognise the address.'),
  expiresAt: Timestamp.describe('The code is valid until then.'),
});

export const CodeVerified = PageHead.extend({
  proof: z.string().describe('For `pay-with-saved` and `enable-auto-charge` of this page.'),
  expiresAt: Timestamp.describe('The proof is valid until then.'),
  canPay: z.boolean().describe('Something is due that can be paid here.'),
  autoCharge: z.uuid().nullable().describe('The card to which invoices are charged when they fall due.'),
  cards: z
    .array(
      z.object({
        id: z.uuid(),
        provider: z.enum(['payproc', 'cardproc']).describe('`cardproc`: a local card.'),
        brand: z.string().describe('For example `visa`.'),
        last4: z.string().describe('The last four digits.'),
      }),
    )
    .describe('The saved cards of the contact.'),
});
