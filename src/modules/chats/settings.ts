import { z } from 'zod';
import { Currency } from '#platform/money.ts';
import { settingsSection } from '#platform/settings/section.ts';

const price = (amount: string, what: string) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be an amount such as 0.0740')
    .default(amount)
    .describe(`The provider’s price of one ${what} message.`);

/** The defaults are the provider's list of July 2025 for numbers in the Dominican Republic. */
export const messagingSettings = settingsSection({
  name: 'messaging',
  description: 'What messages cost at the provider.',
  fields: {
    priceCurrency: Currency.default('USD'),
    marketingPrice: price('0.0740', 'marketing'),
    utilityPrice: price('0.0113', 'utility'),
    authenticationPrice: price('0.0113', 'authentication'),
  },
});
