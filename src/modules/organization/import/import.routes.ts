import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Import } from './import.schema.ts';
import { describeImport, describeImports } from './import.ts';
import { importList } from './list.sql.ts';

export const importRoutes = [
  route('GET', '/v1/organization/import/history', 'organization:read', {
    action: 'listImports',
    summary: 'List the imports',
    description: 'The imports of the organization with their results, newest first.',
    query: importList.query,
    returns: pageOf(Import),
    examples: { query: { kind: 'contacts', status: 'done' } },
    handler: (ctx, { query }) => importList.page(ctx, query, (rows) => describeImports(ctx, rows)),
  }),
  route('GET', '/v1/organization/import/:importId', 'organization:read', {
    summary: 'Read an import',
    description: 'One import with its result so far: the sum of its counts is how many rows are done.',
    returns: Import,
    handler: (ctx, { params }) => describeImport(ctx, params.importId),
  }),
];
