import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

/** The things that can be commented on, as the event names them. Each module declares its own in `entityKinds`. */
export const about = {
  invoiceId: z.uuid().optional().describe('About this document (quote, order, invoice).'),
  divisionId: z.uuid().optional().describe('About this division (branch).'),
  beneficiaryId: z.uuid().optional().describe('About this contact (customer, supplier).'),
  recurrencyId: z.uuid().optional().describe('About this recurring document.'),
  resourceId: z.uuid().optional().describe('About this product or service.'),
  taskId: z.uuid().optional().describe('About this task.'),
  productionId: z.uuid().optional().describe('About this production order.'),
  recordId: z.uuid().optional().describe('About this record of the books.'),
  accountId: z.uuid().optional().describe('About this account (cash, bank).'),
};

type Field = keyof typeof about;
type About = Partial<Record<Field, string | undefined>>;

const fields = Object.keys(about) as Field[];
const given = (value: About): Field[] => fields.filter((field) => value[field] !== undefined);

export const aboutOneThing = z.refine<About>((value) => given(value).length === 1, {
  error: `must name exactly one of ${fields.join(', ')}`,
  params: { code: 'exactly_one' },
});

/** The one thing that is named. */
export function thingOf(value: About): { entityKind: Field; entityId: string } {
  const [field] = given(value);
  return { entityKind: field!, entityId: value[field!]! };
}

export const NewComment = z
  .strictObject({
    message: z.string().trim().min(1).max(10_000).describe('Mention colleagues by `@` and their id.'),
    ...about,
  })
  .check(aboutOneThing);

const Person = z.object({ id: z.uuid(), name: z.string().describe('Of the person.') });

export const Comment = z.object({
  id: z.uuid(),
  ...about,
  message: z.string().describe('Mentions are `@` and the id of a person.'),
  user: Person.describe('The author.'),
  mentions: z.array(Person).describe('The colleagues who are mentioned.'),
  createdAt: Timestamp,
});
