import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const ImportStatus = z.enum(['running', 'done', 'failed']);

export const Import = z.object({
  id: z.uuid(),
  kind: z.string().describe('The kind of rows: contacts, resources, …'),
  fileName: z.string().nullable(),
  status: ImportStatus,
  createdCount: z.number().int(),
  updatedCount: z.number().int(),
  failedCount: z.number().int(),
  errors: z.array(z.object({ row: z.number().int().optional(), message: z.string() })).describe('The first hundred.'),
  user: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('The person who imported it.'),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
