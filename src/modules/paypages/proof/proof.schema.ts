import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { PageHead } from '../page/page.schema.ts';

export const CodeSent = PageHead.extend({
  requestId: z.string().describe('For `verify-code`.'),
  sentTo: z.string().describe('Enough to recognise the address.'),
  expiresAt: Timestamp,
});

export const CodeVerified = PageHead.extend({
  proof: z.string().describe('For `pay-with-saved` and `enable-auto-charge` of this page.'),
  expiresAt: Timestamp,
  canPay: z.boolean().describe('Something is due that can be paid here.'),
  autoCharge: z.uuid().nullable().describe('The card to which invoices are charged when they fall due.'),
  cards: z.array(
    z.object({ id: z.uuid(), provider: z.enum(['payproc', 'cardproc']), brand: z.string(), last4: z.string() }),
  ),
});
