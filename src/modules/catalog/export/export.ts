import { z } from 'zod';
import { fileExport } from '#platform/export/file-export.ts';
import { wholeResources } from '../resource/list.sql.ts';
import { nextResources } from '../resource/list.ts';
import { ResourceKind } from '../resource/resource.schema.ts';
import { columns, describeExported } from './columns.ts';

export const ExportFilter = z.strictObject({
  search: z.string().max(100).optional().describe('Beginnings of words of the name, of the code, or of a barcode.'),
  kind: ResourceKind.optional().describe('Only this kind.'),
  category: z.string().trim().max(100).optional().describe('Only this category.'),
  archived: z.boolean().default(false).describe('Archived ones instead of those in use.'),
});

/** The resources as a file, with prices, costs and stock. */
export const resourceExport = fileExport({
  name: 'catalog/resources',
  fileName: 'recursos',
  filters: ExportFilter,
  columns,
  read: (ctx, filters, page) =>
    nextResources(ctx, wholeResources, { ...filters, ...page, sort: 'name' }, (rows) => describeExported(ctx, rows)),
});
