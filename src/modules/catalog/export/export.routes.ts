import { z } from 'zod';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { ExportHistoryQuery, ExportNotReady, ExportView } from '#platform/export/file-export.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ExportFilter, resourceExport } from './export.ts';

export const exportRoutes = [
  route('POST', '/v1/resource/export', 'catalog:read', {
    summary: 'Export resources to a file',
    description:
      'Starts a CSV or XLSX file of the resources that match the filters, with prices, costs and stock. It is written in the background: the history shows when it is done, and it is downloaded by its name.',
    status: 202,
    body: z.strictObject({ format: TableFormat.default('xlsx'), ...ExportFilter.shape }),
    returns: ExportView,
    examples: { body: { format: 'xlsx', kind: 'goods' } },
    handler: (ctx, { body: { format, ...filters } }) => resourceExport.begin(ctx, { format, filters }),
  }),
  route('GET', '/v1/resource/export/history', 'catalog:read', {
    action: 'listExports',
    summary: 'List exports of resources',
    description: 'The requested files, newest first, and whether they are done.',
    query: ExportHistoryQuery,
    returns: pageOf(ExportView),
    handler: (ctx, { query }) => resourceExport.history(ctx, query),
  }),
  route('GET', '/v1/resource/export/download/:fileName', 'catalog:read', {
    action: 'downloadExport',
    summary: 'Download an export of resources',
    description: 'The file with this name, once it is done.',
    downloads: true,
    params: z.strictObject({ fileName: z.string().min(1).max(200).describe('Of the history of exports.') }),
    returns: tableAnswer,
    refusals: [ExportNotReady],
    handler: (ctx, { params }) => resourceExport.download(ctx, params.fileName),
  }),
];
