import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import { newId } from '#platform/id.ts';
import { BulkRefused, type FieldError } from '#platform/refusal.ts';
import { resourceBulkChanges } from '../tables.ts';
import type { BulkKind, RowOutcome } from './bulk.schema.ts';

const ERRORS_SHOWN_MAX = 100;

export interface RowResult {
  id: string | null;
  outcome: z.output<typeof RowOutcome>;
  errors: FieldError[];
}

export const failed = (errors: FieldError[]): RowResult => ({ id: null, outcome: 'failed', errors });

/** Refuses everything where a row is wrong, unless the valid rows shall be written alone. */
export function refuseWrongRows(results: { errors: FieldError[] }[], { validRowsOnly }: GivenRows): void {
  const errors = results.flatMap((row) => row.errors);
  if (errors.length === 0 || validRowsOnly) return;
  throw BulkRefused(errors[0]!.message, { errors: errors.slice(0, ERRORS_SHOWN_MAX) });
}

/** Writes a bulk change into the history and answers the outcome of each row of the request. */
export async function concludeBulk(
  ctx: TenantContext,
  kind: z.output<typeof BulkKind>,
  given: GivenRows,
  accepted: RowResult[],
) {
  const rows = given.results(accepted, failed);
  const count = (outcome: RowResult['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  const counts = {
    createdCount: count('created'),
    updatedCount: count('updated'),
    unchangedCount: count('unchanged'),
    failedCount: count('failed'),
  };
  const id = newId();
  const errors = rows
    .flatMap((result, row) => result.errors.map(({ path, message }) => ({ row, path, message })))
    .slice(0, ERRORS_SHOWN_MAX);
  await resourceBulkChanges.insert(ctx, { id, kind, ...counts, errors, userId: ctx.userId, createdAt: ctx.now });
  return { id, ...counts, results: rows.map((result, row) => ({ row, ...result })) };
}
