import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { bulkCounts, RowResult } from '#platform/http/bulk.schema.ts';

export const BulkResult = z.object({
  id: z.uuid().describe('The id of this change in the history.'),
  ...bulkCounts,
  results: z.array(RowResult).describe('One for each row, in the order given.'),
});

export const BulkKind = z
  .enum(['resources', 'fields', 'prices', 'prices-removed', 'costs', 'taxes'])
  .describe('What was changed: whole resources, some fields of many, prices, costs or taxes.');

export const BulkChange = z.object({
  id: z.uuid(),
  kind: BulkKind.describe('The kind of entity that was changed.'),
  ...bulkCounts,
  errors: z
    .array(
      z.object({
        row: z.number().int().describe('From 0, in the order given.'),
        path: z.string().describe('Where the field is: `body.rows[2].name`.'),
        message: z.string().describe('The reason, for people.'),
      }),
    )
    .describe('The first hundred.'),
  userId: z.uuid().nullable().describe('Who made it; null: the service.'),
  createdAt: Timestamp,
});
