import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';

export const invoicingSettings = settingsSection({
  name: 'invoicing',
  description: 'How invoices are paid online.',
  fields: {
    onlinePayment: z
      .boolean()
      .default(true)
      .describe(
        'Whether invoices can be paid on the page of the payment processor, once the merchant account is open.',
      ),
  },
});
