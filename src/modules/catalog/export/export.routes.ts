import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, PageTooDeep } from '#platform/refusal.ts';
import { ResourceKind } from '../resource/resource.schema.ts';
import { describeExport, downloadExport, ExportNotReady, listExports, startExport } from './export.ts';

const ExportView = z.object({
  id: z.uuid(),
  fileName: z.string().describe('Under this name it is downloaded.'),
  format: TableFormat,
  status: z.enum(['running', 'done', 'failed']),
  rowCount: z.number().int().nullable(),
  requestedBy: z.uuid().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const exportRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/export',
    summary: 'Make a file of the resources',
    description:
      'Asks for a CSV or XLSX file of the resources that the filters leave, with prices, costs and stock. It is made in the background: the history tells when it is done, and it is downloaded by its name.',
    access: { permission: 'catalog:read' },
    status: 202,
    body: z.strictObject({
      format: TableFormat.default('xlsx'),
      search: z.string().max(100).optional(),
      kind: ResourceKind.optional(),
      category: z.string().trim().max(100).optional(),
      archived: z.boolean().default(false),
    }),
    returns: ExportView,
    examples: { body: { format: 'xlsx', kind: 'goods' } },
    handler: async (ctx, { body }) => describeExport(await startExport(ctx, body)),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/export/history',
    summary: 'The files that were made',
    description: 'The files of resources that were asked for, the newest first, and whether they are ready.',
    access: { permission: 'catalog:read' },
    query: z.strictObject(pageQuery),
    returns: pageOf(ExportView),
    refusals: [PageTooDeep],
    handler: (ctx, { query }) => listExports(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/export/download/:fileName',
    summary: 'Download a file of the resources',
    description: 'The file with this name, once it is done.',
    access: { permission: 'catalog:read' },
    downloads: true,
    params: z.strictObject({ fileName: z.string().min(1).max(100) }),
    returns: tableAnswer,
    refusals: [NotFound, ExportNotReady],
    handler: (ctx, { params }) => downloadExport(ctx, params.fileName),
  }),
];
