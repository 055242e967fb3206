import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { FieldErrorView } from '#platform/http/problem.ts';

export const validRowsOnly = z
  .boolean()
  .default(false)
  .describe('Write the valid rows and answer the errors of the others, instead of writing none.');

const counts = {
  createdCount: z.number().int(),
  updatedCount: z.number().int(),
  unchangedCount: z.number().int(),
  failedCount: z.number().int(),
};

export const RowOutcome = z.enum(['created', 'updated', 'unchanged', 'failed']);

export const BulkResult = z.object({
  id: z.uuid().describe('The id of this change in the history.'),
  ...counts,
  results: z.array(
    z.object({
      row: z.number().int().describe('From 0, in the order given.'),
      id: z.uuid().nullable().describe('The object that was written. Null: none.'),
      outcome: RowOutcome,
      errors: z.array(FieldErrorView),
    }),
  ),
});

export const BulkKind = z.enum(['resources', 'fields', 'prices', 'prices-removed', 'costs', 'taxes']);

export const BulkChange = z.object({
  id: z.uuid(),
  kind: BulkKind.describe('What was changed.'),
  ...counts,
  errors: z
    .array(z.object({ row: z.number().int(), path: z.string(), message: z.string() }))
    .describe('The first hundred.'),
  userId: z.uuid().nullable(),
  createdAt: Timestamp,
});
