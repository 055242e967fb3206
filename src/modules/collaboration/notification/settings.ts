import { z } from 'zod';
import { Language } from '#platform/settings/general.ts';
import { settingsSection } from '#platform/settings/section.ts';

/** The notifications that are also sent by e-mail; the others are only in the lists. */
export const notificationSettings = settingsSection({
  name: 'notifications',
  description: 'Which notifications are also sent by e-mail.',
  fields: {
    mailedKinds: z
      .union([z.literal('all'), z.array(z.string().min(1).max(60)).max(100)])
      .default('all')
      .describe('`all`, or the kinds that are mailed.'),
  },
});

/** The channels that a person wants; e-mail and push also need a subscription. */
export const userNotificationSettings = settingsSection({
  name: 'notifications',
  description: 'How this member is notified.',
  fields: {
    emailOnMention: z.boolean().default(true).describe('Sends an e-mail when a colleague mentions the person.'),
    pushOnMention: z.boolean().default(true).describe('Sends a push message when a colleague mentions the person.'),
    digest: z
      .enum(['none', 'daily'])
      .default('none')
      .describe('`daily`: each morning one e-mail with the unread notifications that were not mailed one by one.'),
    language: Language.nullable().default(null).describe('`null`: the language of the organization.'),
  },
});
