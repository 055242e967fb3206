import { z } from 'zod';
import { fileExport } from '#platform/export/file-export.ts';
import { readFilter } from '../resource/list.ts';
import { ResourceKind } from '../resource/resource.schema.ts';
import { columns, type ExportedResource, readBatch } from './columns.ts';

/** Which resources a file has. */
export const ExportFilter = z.strictObject({
  search: z.string().max(100).optional(),
  kind: ResourceKind.optional(),
  category: z.string().trim().max(100).optional(),
  archived: z.boolean().default(false),
});

/** The resources as a file, with prices, costs and what is in stock. */
export const resourceExport = fileExport({
  name: 'catalog/resources',
  fileName: 'recursos',
  filters: ExportFilter,
  columns,
  read: async (ctx, filters, last: ExportedResource | null, limit) =>
    readBatch(ctx, await readFilter(ctx, filters, last?.place), limit),
});
