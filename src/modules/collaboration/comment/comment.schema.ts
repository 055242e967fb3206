import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

/** The things that can be commented on, as the event names them. Each module declares its own in `entityKinds`. */
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
  .strictObject({ message: z.string().trim().min(1).max(10_000), ...about })
  .check(aboutOneThing);

const Person = z.object({ id: z.uuid(), name: z.string() });

export const Comment = z.object({
  id: z.uuid(),
  ...about,
  message: z.string(),
  user: Person.describe('The author.'),
  mentions: z.array(Person),
  createdAt: Timestamp,
});
