import { z } from 'zod';
import { CaptureSession, MethodSetup } from '#modules/contacts/index.ts';
import { Timestamp } from '#platform/date.ts';
import { PageHead } from '../page/page.schema.ts';

const card = {
  id: z.uuid(),
  brand: z.string().describe('For example `visa`.'),
  last4: z.string().describe('The last four digits.'),
  state: z.enum(['pending', 'active']).describe('`pending`: the card must be activated before it can be charged.'),
};

export const PageSetup = PageHead.extend(MethodSetup.shape);
export const CaptureStarted = PageHead.extend(CaptureSession.shape);
export const CapturedCards = PageHead.extend({
  data: z.array(z.object(card)).describe('The cards that wait for their activation.'),
});
export const ActivatedCard = PageHead.extend({
  ...card,
  canPay: z.boolean().describe('Something is due that can be paid with it here.'),
  proof: z.string().describe('For `pay-with-saved` with this card.'),
  expiresAt: Timestamp.describe('The proof is valid until then.'),
});
