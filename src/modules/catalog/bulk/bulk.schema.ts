import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { bulkCounts, RowResult } from '#platform/http/bulk.schema.ts';

export const BulkResult = z.object({
  id: z.uuid().describe('The id of this change in the history.'),
  ...bulkCounts,
  results: z.array(RowResult),
});

export const BulkKind = z.enum(['resources', 'fields', 'prices', 'prices-removed', 'costs', 'taxes']);

export const BulkChange = z.object({
  id: z.uuid(),
  kind: BulkKind.describe('The kind of entity that was changed.'),
  ...bulkCounts,
  errors: z
    .array(z.object({ row: z.number().int(), path: z.string(), message: z.string() }))
    .describe('The first hundred.'),
  userId: z.uuid().nullable(),
  createdAt: Timestamp,
});
