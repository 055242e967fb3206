import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { languages } from '#platform/pages/language.ts';
import { FieldKey, FormDefinition } from './definition.schema.ts';

const fields = {
  name: z.string().trim().min(1).max(200).describe('For you; visitors see the title. Default: the title.'),
  definition: FormDefinition.describe('The draft: pages of questions, and what their answers make.'),
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
  url: z.string().describe('Where anybody fills it in.'),
  name: z.string().describe('For you; visitors see the title.'),
  state: FormState.describe('`draft`: never published.'),
  publishedVersion: z.number().int().nullable().describe('The version that visitors see; null: never published.'),
  hasChanges: z.boolean().describe('Whether the draft differs from it.'),
  closesAt: Timestamp.nullable().describe('No submission is accepted from then on; null: it stays open.'),
  submissionsMax: z.number().int().nullable().describe('The form is full with so many; null: no limit.'),
  submissionCount: z.number().int().describe('Submissions so far.'),
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
    z.array(
      z.object({
        resourceId: z.uuid().describe('The product or service.'),
        quantity: z.string().describe('How many of it.'),
      }),
    ),
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
  .object({
    name: z.string().describe('The business, as its customers know it.'),
    logoUrl: z.string().nullable(),
    colour: z.string().describe('Of the page, as `#rrggbb`.'),
  })
  .meta({ id: 'FormBrand' });

export const PublicForm = z
  .object({
    formId: z.string().describe('The public id.'),
    formVersion: z.number().int().describe('The published version.'),
    state: z.enum(['open', 'closed', 'full']).describe('`full`: it has all the submissions that it takes.'),
    organization: Brand.describe('The business that asks.'),
    currency: z.string(),
    decimalSeparator: z.enum(['.', ',']).describe('In numbers that the page shows and reads.'),
    today: z.string().describe('The date in the organization’s time zone.'),
    definition: FormDefinition.describe('Without `makes`.'),
    products: z
      .array(
        z.object({
          resourceId: z.uuid().describe('A product that a question offers.'),
          name: z.string().describe('As the catalog has it.'),
          unitPrice: z.string().nullable().describe('Before taxes; null: it has no price.'),
        }),
      )
      .describe('Prices are before taxes.'),
    prefill: z
      .object({
        token: z.string().describe('Send it back as `prefill`.'),
        answers: AnswersView.describe('Shown already filled in.'),
        locked: z.boolean().describe('Whether the visitor cannot change them.'),
      })
      .nullable()
      .describe('From a signed link.'),
    visitor: z.string().describe('Sent with uploads and the submission, within 24 hours.'),
    submissionKey: z.string().describe('One that can be sent with the submission.'),
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
  language: z.enum(languages).optional().describe('Of the visitor, for e-mails and what is made. Default: Spanish.'),
  website: z.string().max(500).optional().describe('Must be empty: only programs fill it in.'),
});

export const FormSubmitted = z.object({
  submissionId: z.uuid().describe('The stored submission.'),
  number: z.number().int().describe('Its number in the form, from 1.'),
  formTitle: z
    .union([z.string(), z.record(z.string(), z.string())])
    .describe('As the form has it: one text, or one for each language.'),
  thanks: z
    .object({
      title: z.unknown().optional().describe('Above the text.'),
      text: z.unknown().optional().describe('What the visitor reads.'),
      redirectUrl: z.string().optional().describe('Where the browser goes.'),
    })
    .describe('Shown after the submission, as the form has it.'),
  payUrl: z.string().nullable().describe('Where the visitor pays; null: there is nothing to pay.'),
  organization: Brand.describe('The business that asked.'),
});

export const NewFormLink = z.strictObject({
  answers: GivenAnswers.default({}),
  locked: z.boolean().default(false).describe('Whether the visitor cannot change these answers.'),
  contactId: z.uuid().optional().describe('The contact whom the submission updates.'),
  taskId: z.uuid().optional().describe('The task that the submission changes. The form must make tasks.'),
  expiresInDays: z.number().int().min(1).max(365).default(30).describe('How long the link works.'),
});
export const FormLink = z.object({
  url: z.string().describe('Where the visitor opens the form.'),
  token: z.string().describe('The part of the address that opens it.'),
  expiresAt: Timestamp.describe('Until when it works.'),
});

export const UploadQuery = z.strictObject({
  visitor: z.string().max(200).describe('Of `GET /v1/forms/:formId`.'),
  field: FieldKey.describe('The key of the question.'),
});
export const FormUpload = z.object({
  id: z.uuid(),
  name: z.string().describe('As the file was sent.'),
  size: z.number().int().describe('In bytes.'),
  contentType: z.string(),
});
