import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { datumKinds } from './normalise.ts';

export const ContactDatumKind = z.enum(datumKinds).describe('What the value is; only a date is announced on its day.');

/** Whether the value fits its kind is checked by the rule that normalises it. */
const fields = {
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

export const NewContactDatum = z.strictObject(fields);
export const AddedContactDatum = z.strictObject({
  beneficiaryId: z.uuid().describe('The contact that gets it.'),
  ...fields,
});
export const ContactDatumChange = z.strictObject({
  id: z.uuid().describe('The datum to change.'),
  value: fields.value.optional(),
  label: fields.label,
  isPrimary: z.literal(true).optional().describe('The one that was primary no longer is.'),
});

export const ContactDatum = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid().describe('Whose datum it is.'),
  kind: ContactDatumKind,
  value: z.string().describe('As it was written.'),
  normalised: z.string().describe('As it is compared: E.164, lower case, MM-DD, …'),
  label: z.string().describe('home, work, birthday, …; empty: none.'),
  isPrimary: z.boolean().describe('The one of its kind to use first.'),
  createdAt: Timestamp,
});

/** Many people share a date or an address, so those do not identify a contact. */
const identifies = ({ kind, beneficiaryId }: { kind: string; beneficiaryId?: string | undefined }): boolean =>
  beneficiaryId !== undefined || !['date', 'address'].includes(kind);

export const ContactByDatum = z
  .strictObject({
    ...fields,
    beneficiaryId: z
      .uuid()
      .optional()
      .describe('The contact that gets the datum. Default: who has it already, else a new one.'),
    name: z.string().trim().min(1).max(200).optional().describe('The name of a new contact; by default, the value.'),
  })
  .refine(identifies, {
    error: 'is required: many people share a date or an address',
    path: ['beneficiaryId'],
    params: { code: 'required' },
  });
