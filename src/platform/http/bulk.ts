import type { z } from 'zod';
import { BulkRefused, type FieldError } from '../refusal.ts';
import type { RowOutcome } from './bulk.schema.ts';
import type { GivenRows } from './rows.ts';

const ERRORS_SHOWN_MAX = 100;

export interface RowResult {
  id: string | null;
  outcome: z.output<typeof RowOutcome>;
  errors: FieldError[];
}

export const failed = (errors: FieldError[]): RowResult => ({ id: null, outcome: 'failed', errors });

/** Refuses everything where a row is wrong, unless only the valid rows are to be written. */
export function refuseWrongRows(rows: { errors: FieldError[] }[], { validRowsOnly }: GivenRows): void {
  const errors = rows.flatMap((row) => row.errors);
  if (errors.length === 0 || validRowsOnly) return;
  throw BulkRefused(errors[0]!.message, { errors: errors.slice(0, ERRORS_SHOWN_MAX) });
}

/** The outcome of each row of the request, with their counts. */
export function bulkResult(given: GivenRows, accepted: RowResult[]) {
  const rows = given.results(accepted, failed);
  const count = (outcome: RowResult['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    createdCount: count('created'),
    updatedCount: count('updated'),
    unchangedCount: count('unchanged'),
    failedCount: count('failed'),
    results: rows.map((result, row) => ({ row, ...result })),
  };
}
