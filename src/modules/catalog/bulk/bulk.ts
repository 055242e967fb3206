import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { bulkResult, type RowResult } from '#platform/http/bulk.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import { newId } from '#platform/id.ts';
import { resourceBulkChanges } from '../tables.ts';
import type { BulkKind } from './bulk.schema.ts';

const ERRORS_KEPT_MAX = 100;

/** Writes a bulk change into the history and answers the outcome of each row of the request. */
export async function concludeBulk(
  ctx: TenantContext,
  kind: z.output<typeof BulkKind>,
  given: GivenRows,
  accepted: RowResult[],
) {
  const id = newId();
  const { results, ...counts } = bulkResult(given, accepted);
  const errors = results
    .flatMap(({ row, errors: own }) => own.map(({ path, message }) => ({ row, path, message })))
    .slice(0, ERRORS_KEPT_MAX);
  await resourceBulkChanges.insert(ctx, { id, kind, ...counts, errors, userId: ctx.userId, createdAt: ctx.now });
  return { id, ...counts, results };
}
