import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const payPageSettings = settingsSection({
  name: 'paymentPages',
  description: 'What payment pages show besides cards.',
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

export const reminderSettings = settingsSection({
  name: 'paymentReminders',
  description: 'E-mails about invoices that are owed.',
  fields: {
    enabled: z.boolean().default(false).describe('Whether contacts get e-mails about the invoices that they owe.'),
    days: uniqueList(z.number().int().min(-30).max(365), { min: 1, max: 12 })
      .default([-3, 1, 7, 15, 30])
      .describe('Days after the due date of an invoice on which its contact gets an e-mail. Negative: before it.'),
    message: z.string().trim().max(1000).default('').describe('Added to every e-mail.'),
  },
});
