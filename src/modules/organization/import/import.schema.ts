import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { bulkCounts } from '#platform/http/bulk.schema.ts';

export const ImportStatus = z.enum(['running', 'done', 'failed']);

export const Import = z.object({
  id: z.uuid(),
  kind: z.string().describe('The kind of rows: contacts, resources, …'),
  fileName: z.string().nullable().describe('As it was sent; null: not a file.'),
  status: ImportStatus.describe('`failed`: it stopped, and `errors` says why.'),
  dryRun: z.boolean().describe('The file is only checked: the counts say what an import would do.'),
  rowCount: z.number().int().nullable().describe('The rows of the file. Null: it is not read yet.'),
  ...bulkCounts,
  ignoredColumns: z.array(z.string()).describe('The headings of columns that are not read.'),
  errors: z
    .array(
      z.object({
        row: z.number().int().optional().describe('Of the file. Left out: the whole file.'),
        column: z.string().optional().describe('The heading of the column. Left out: the whole row.'),
        message: z.string().describe('What is wrong, for people.'),
      }),
    )
    .describe('The first hundred, with the row and the heading of the file.'),
  user: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('The person who imported it.'),
  startedAt: Timestamp.describe('When it was sent.'),
  finishedAt: Timestamp.nullable(),
});
