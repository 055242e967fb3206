import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

const text = (max: number) => z.string().trim().min(1).max(max);

export const NewPartnerApplication = z.strictObject({
  name: text(200).describe('Of the person who applies.'),
  email: z
    .email()
    .max(254)
    .overwrite((email) => email.toLowerCase())
    .describe('Where the answer is sent.'),
  company: text(200).optional().describe('For which the person works.'),
  phone: text(40).optional().describe('Where the person can be called.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
    .optional()
    .describe('ISO 3166-1, such as `DO`.'),
  website: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe('Of the company.'),
  message: text(5000).optional().describe('What the person wants to say.'),
});

export const PartnerApplication = z.object({
  id: z.uuid(),
  status: z.enum(['new', 'accepted', 'declined']).describe('Whether it was decided.'),
  createdAt: Timestamp,
});
