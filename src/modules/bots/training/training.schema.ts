import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';

const CONTENT_LENGTH_MAX = 100_000;

const title = z.string().trim().min(1).max(500);
const content = z.string().trim().min(1).max(CONTENT_LENGTH_MAX);
const approved = z
  .boolean()
  .default(false)
  .describe(
    'Approve it at once, so that answers use it. A text that is still being read is approved when it was read.',
  );
const shared = { botId: z.uuid(), approved };

export const liveSources = ['catalog', 'prices', 'hours', 'policies'] as const;
export const LiveSource = z.enum(liveSources);

export const NewTraining = z.discriminatedUnion('kind', [
  z.strictObject({
    ...shared,
    kind: z.literal('question'),
    title: title.describe('The question, as customers ask it.'),
    content: content.describe('The answer.'),
  }),
  z.strictObject({ ...shared, kind: z.literal('text'), title, content }),
  z.strictObject({
    ...shared,
    kind: z.literal('document'),
    title,
    fileId: z.uuid().describe('A PDF, Word (docx), HTML, Markdown or plain text file.'),
  }),
  z.strictObject({ ...shared, kind: z.literal('page'), title, url: z.string().max(2000) }),
  z.strictObject({
    ...shared,
    kind: z.literal('live'),
    source: LiveSource.describe('Data of the business that is read when somebody asks.'),
  }),
]);

export const TrainingChange = changeOf({
  title,
  content: content.describe('The new text, of a question or text.'),
  approved: z.boolean().describe('True approves the newest version; false withdraws the entry from answers.'),
  useVersion: z.number().int().min(1).describe('Makes the text of an earlier version the newest one.'),
  readAgain: z.literal(true).describe('Reads the file or page again, as a new version.'),
});

export const Training = z.object({
  id: z.uuid(),
  botId: z.uuid(),
  kind: z.enum(['question', 'text', 'document', 'page', 'live']),
  title: z.string(),
  fileId: z.uuid().nullable(),
  url: z.string().nullable(),
  source: LiveSource.nullable(),
  state: z.enum(['pending', 'ready', 'failed']).describe('Of the newest version. `pending`: its text is being read.'),
  error: z.string().nullable().describe('Why the text could not be read.'),
  newestVersion: z.number().int(),
  approvedVersion: z.number().int().nullable().describe('The version that answers use; null: none.'),
  approvedAt: Timestamp.nullable(),
  approvedBy: z.uuid().nullable(),
  ...versioned,
});

export const TrainingDetails = Training.extend({
  content: z.string().describe('The text of the newest version.'),
  versions: z
    .array(
      z.object({
        number: z.number().int(),
        title: z.string(),
        state: z.enum(['pending', 'ready', 'failed']),
        length: z.number().int().describe('Characters of its text.'),
        createdAt: Timestamp,
        createdBy: z.uuid().nullable(),
      }),
    )
    .describe('The newest 50, newest first.'),
});
