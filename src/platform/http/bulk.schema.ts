import { z } from 'zod';
import { FieldErrorView } from './problem.ts';

export const validRowsOnly = z
  .boolean()
  .default(false)
  .describe('Write the valid rows and answer the errors of the others, instead of writing none.');

export const RowOutcome = z
  .enum(['created', 'updated', 'unchanged', 'failed'])
  .describe('`unchanged`: it was as the row says already. `failed`: `errors` says why.');

export const bulkCounts = {
  createdCount: z.number().int(),
  updatedCount: z.number().int(),
  unchangedCount: z.number().int(),
  failedCount: z.number().int(),
};

export const RowResult = z.object({
  row: z.number().int().describe('From 0, in the order given.'),
  id: z.uuid().nullable().describe('The object that was written. Null: none.'),
  outcome: RowOutcome,
  errors: z.array(FieldErrorView).describe('The fields at fault; empty unless it failed.'),
});
