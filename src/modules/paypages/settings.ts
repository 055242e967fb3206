import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';

export const payPageSettings = settingsSection({
  name: 'paymentPages',
  fields: {
    bankTransfer: z
      .boolean()
      .default(false)
      .describe('Whether payment pages show the bank accounts of the organization that have a number, for transfers.'),
    transferInstructions: z
      .string()
      .trim()
      .max(1000)
      .default('')
      .describe('Instructions for payers after a transfer, shown with the bank accounts.'),
  },
});
