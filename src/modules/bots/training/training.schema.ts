import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';

const CONTENT_LENGTH_MAX = 100_000;

const title = z.string().trim().min(1).max(500).describe('A heading that members and answers show.');
const content = z.string().trim().min(1).max(CONTENT_LENGTH_MAX).describe('The text itself.');
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
    kind: z.literal('question').describe('A question with its answer.'),
    title: title.describe('The question, as customers ask it.'),
    content: content.describe('The answer.'),
  }),
  z.strictObject({ ...shared, kind: z.literal('text').describe('A text that members write.'), title, content }),
  z.strictObject({
    ...shared,
    kind: z.literal('document').describe('The text of a file.'),
    title,
    fileId: z.uuid().describe('A PDF, Word (docx), HTML, Markdown or plain text file.'),
  }),
  z.strictObject({
    ...shared,
    kind: z.literal('page').describe('The text of a web page.'),
    title,
    url: z.string().max(2000).describe('A public web address. It is read once, and again with `readAgain`.'),
  }),
  z.strictObject({
    ...shared,
    kind: z.literal('live').describe('Data of the business, read when somebody asks.'),
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
  kind: z.enum(['question', 'text', 'document', 'page', 'live']).describe('Where its text comes from.'),
  title: z.string().describe('The question or heading.'),
  fileId: z.uuid().nullable().describe('The file of a `document`; otherwise null.'),
  url: z.string().nullable().describe('The address of a `page`; otherwise null.'),
  source: LiveSource.nullable().describe('The data of a `live` entry; otherwise null.'),
  state: z.enum(['pending', 'ready', 'failed']).describe('Of the newest version. `pending`: its text is being read.'),
  error: z.string().nullable().describe('Why the text could not be read.'),
  newestVersion: z.number().int().describe('The number of its newest version.'),
  approvedVersion: z.number().int().nullable().describe('The version that answers use; null: none.'),
  approvedAt: Timestamp.nullable().describe('When it was approved; null: answers do not use it.'),
  approvedBy: z.uuid().nullable().describe('The member who approved it; null: not approved.'),
  ...versioned,
});

export const TrainingDetails = Training.extend({
  content: z.string().describe('The text of the newest version.'),
  versions: z
    .array(
      z.object({
        number: z.number().int().describe('From 1.'),
        title: z.string().describe('As it was in this version.'),
        state: z.enum(['pending', 'ready', 'failed']).describe('Whether its text was read.'),
        length: z.number().int().describe('Characters of its text.'),
        createdAt: Timestamp,
        createdBy: z.uuid().nullable(),
      }),
    )
    .describe('The newest 50, newest first.'),
});
