import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const MerchantAccount = z.object({
  accountId: z.string().describe('The id at the provider.'),
  adapter: z.string().describe('The provider of the account.'),
  chargesEnabled: z.boolean().describe('The account can receive payments.'),
  payoutsEnabled: z.boolean().describe('The money can be sent to the bank.'),
  detailsSubmitted: z.boolean().describe('The onboarding is finished; the provider may still require more.'),
  requirements: z.array(z.string()).describe('Details that the provider still requires.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
