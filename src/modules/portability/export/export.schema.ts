import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const OrganizationExport = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'done', 'failed', 'expired']).describe('`expired`: its ZIP was deleted.'),
  bytes: z.number().int().nullable().describe('The size of the ZIP.'),
  rows: z.number().int().nullable().describe('Rows of all tables in it; null: not known yet.'),
  files: z.number().int().nullable().describe('Stored files in it.'),
  userId: z.uuid().describe('The owner who asked for it.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable().describe('Until when it can be downloaded.'),
});
