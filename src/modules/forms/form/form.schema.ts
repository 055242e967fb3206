import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { languages } from '#platform/pages/language.ts';
import { FieldKey, FormDefinition } from './definition.schema.ts';

const fields = {
  name: z.string().trim().min(1).max(200).describe('For you; visitors see the title. Default: the title.'),
  definition: FormDefinition,
  closesAt: Timestamp.nullable().describe('No submission is accepted from then on.'),
  submissionsMax: z.number().int().min(1).max(1_000_000).nullable().describe('The form is full with so many.'),
};
const publish = z.boolean().default(false).describe('Makes the draft the version that visitors see.');

export const NewForm = z
  .strictObject({ ...fields, publish })
  .partial({ name: true, closesAt: true, submissionsMax: true });
export const FormChange = z.strictObject({
  version: readVersion,
  ...z.strictObject(fields).partial().shape,
  publish,
});

export const FormState = z.enum(['draft', 'open', 'closed', 'full']);

export const FormSummary = z.object({
  id: z.uuid(),
  publicId: z.string().describe('The `formId` of the public endpoints.'),
  url: z.string(),
  name: z.string(),
  state: FormState.describe('`draft`: never published.'),
  publishedVersion: z.number().int().nullable(),
  hasChanges: z.boolean(),
  closesAt: Timestamp.nullable(),
  submissionsMax: z.number().int().nullable(),
  submissionCount: z.number().int(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: z.number().int(),
});
export const Form = FormSummary.extend({ definition: FormDefinition.describe('The draft.') });

export const Answer = z
  .union([
    z.string(),
    z.number(),
    z.literal(true),
    z.array(z.string()),
    z.array(z.object({ resourceId: z.uuid(), quantity: z.string() })),
    z.record(z.string(), z.string()),
  ])
  .meta({
    id: 'FormAnswer',
    description: 'By the type of the question; an object of a matrix, an address or a signature.',
  });
export const AnswersView = z.record(z.string(), Answer);

/** Any answers; the published version of the form decides which are accepted. */
export const GivenAnswers = z
  .record(z.string().max(60), z.unknown())
  .refine((answers) => Object.keys(answers).length <= 500, 'must have at most 500 answers')
  .describe('By the keys of the questions. Unknown keys and hidden questions are dropped.');

const Brand = z
  .object({ name: z.string(), logoUrl: z.string().nullable(), colour: z.string() })
  .meta({ id: 'FormBrand' });

export const PublicForm = z
  .object({
    formId: z.string().describe('The public id.'),
    formVersion: z.number().int(),
    state: z.enum(['open', 'closed', 'full']),
    organization: Brand,
    currency: z.string(),
    decimalSeparator: z.enum(['.', ',']),
    today: z.string(),
    definition: FormDefinition.describe('Without `makes`.'),
    products: z
      .array(z.object({ resourceId: z.uuid(), name: z.string(), unitPrice: z.string().nullable() }))
      .describe('Prices are before taxes.'),
    prefill: z
      .object({ token: z.string(), answers: AnswersView, locked: z.boolean() })
      .nullable()
      .describe('From a signed link.'),
    visitor: z.string().describe('Sent with uploads and the submission, within 24 hours.'),
    submissionKey: z.string(),
    proofBits: z.number().int().describe('How many bits of the hash of `proof` are zero.'),
  })
  .meta({ id: 'PublicForm' });
export type PublicForm = z.output<typeof PublicForm>;

export const NewFormSubmission = z.strictObject({
  answers: GivenAnswers.default({}),
  submissionKey: z.string().min(8).max(100).describe('Chosen by the sender: sent again, it gets the first answer.'),
  visitor: z.string().max(200).optional().describe('Of `GET /v1/forms/:formId`. Needed with files and with `proof`.'),
  proof: z
    .string()
    .max(40)
    .optional()
    .describe(
      'Makes SHA-256 of `visitor:submissionKey:proof` begin with `proofBits` zero bits. Without it a stranger may submit ten times an hour.',
    ),
  prefill: z.string().max(4000).optional().describe('The token of a signed link.'),
  language: z.enum(languages).optional(),
  website: z.string().max(500).optional().describe('Must be empty: only programs fill it in.'),
});

export const FormSubmitted = z.object({
  submissionId: z.uuid(),
  number: z.number().int(),
  formTitle: z.union([z.string(), z.record(z.string(), z.string())]),
  thanks: z.object({ title: z.unknown().optional(), text: z.unknown().optional(), redirectUrl: z.string().optional() }),
  payUrl: z.string().nullable(),
  organization: Brand,
});

export const NewFormLink = z.strictObject({
  answers: GivenAnswers.default({}),
  locked: z.boolean().default(false).describe('Whether the visitor cannot change these answers.'),
  contactId: z.uuid().optional().describe('The contact whom the submission updates.'),
  taskId: z.uuid().optional().describe('The task that the submission changes. The form must make tasks.'),
  expiresInDays: z.number().int().min(1).max(365).default(30),
});
export const FormLink = z.object({ url: z.string(), token: z.string(), expiresAt: Timestamp });

export const UploadQuery = z.strictObject({
  visitor: z.string().max(200),
  field: FieldKey.describe('The key of the question.'),
});
export const FormUpload = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number().int(),
  contentType: z.string(),
});
