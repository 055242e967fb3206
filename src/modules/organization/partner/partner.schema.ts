import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

const text = (max: number) => z.string().trim().min(1).max(max);

export const NewPartnerApplication = z.strictObject({
  name: text(200),
  email: z
    .email()
    .max(254)
    .overwrite((email) => email.toLowerCase()),
  company: text(200).optional(),
  phone: text(40).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
    .optional(),
  website: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  message: text(5000).optional(),
});

export const PartnerApplication = z.object({
  id: z.uuid(),
  status: z.enum(['new', 'accepted', 'declined']),
  createdAt: Timestamp,
});
