import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { listImports } from './import.ts';

const Status = z.enum(['running', 'done', 'failed']);

const ImportView = z.object({
  id: z.uuid(),
  kind: z.string().describe('What was imported: contacts, resources, …'),
  fileName: z.string().nullable(),
  status: Status,
  createdCount: z.number().int(),
  updatedCount: z.number().int(),
  failedCount: z.number().int(),
  errors: z.array(z.object({ row: z.number().int().optional(), message: z.string() })).describe('The first hundred.'),
  user: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Who imported it.'),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const importRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/import/history',
    action: 'listImports',
    summary: 'List the imports',
    description: 'What was imported, by whom and with which result, the newest first.',
    access: { permission: 'organization:read' },
    query: z.strictObject({
      ...pageQuery,
      kind: z.string().max(60).optional(),
      status: Status.optional(),
      from: Timestamp.optional().describe('Started at this time or later.'),
      to: Timestamp.optional().describe('Started before this time.'),
    }),
    returns: pageOf(ImportView),
    examples: { query: { kind: 'contacts', status: 'done' } },
    handler: (ctx, { query }) => listImports(ctx, query),
  }),
];
