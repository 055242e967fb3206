import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { datumKinds } from './normalise.ts';

export const ContactDatumKind = z.enum(datumKinds);

/** The value is judged by its kind, by the rule that also normalises it. */
export const DatumFields = {
  kind: ContactDatumKind,
  value: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('A telephone number, an e-mail address, a postal address, a date (YYYY-MM-DD), or anything else.'),
  label: z.string().trim().max(60).optional().describe('home, work, birthday, anniversary, …'),
  isPrimary: z.boolean().optional().describe('The one to use. The first of its kind is, until another is chosen.'),
};

export const ContactDatumView = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid(),
  kind: ContactDatumKind,
  value: z.string().describe('As it was written.'),
  normalised: z.string().describe('As it is compared: E.164, lower case, MM-DD, …'),
  label: z.string(),
  isPrimary: z.boolean(),
  createdAt: Timestamp,
});
