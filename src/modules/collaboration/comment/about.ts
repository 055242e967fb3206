import { z } from 'zod';

/** What a comment may be about, in the words of the event. Later modules say what exists: `entityKinds`. */
export const about = {
  invoiceId: z.uuid().optional(),
  divisionId: z.uuid().optional(),
  beneficiaryId: z.uuid().optional(),
  recurrencyId: z.uuid().optional(),
  resourceId: z.uuid().optional(),
  taskId: z.uuid().optional(),
  productionId: z.uuid().optional(),
  recordId: z.uuid().optional(),
  accountId: z.uuid().optional(),
};

export type AboutField = keyof typeof about;
export type About = Partial<Record<AboutField, string | undefined>>;

const fields = Object.keys(about) as AboutField[];

const given = (value: About): AboutField[] => fields.filter((field) => value[field] !== undefined);

export const namesOneThing = (value: About): boolean => given(value).length === 1;

export const oneThing = { error: `names exactly one of ${fields.join(', ')}`, params: { code: 'exactly_one' } };

/** The one thing that is named. */
export function thingOf(value: About): { field: AboutField; id: string } {
  const [field] = given(value);
  return { field: field!, id: value[field!]! };
}
