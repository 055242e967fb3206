import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { FieldErrorView } from '#platform/http/problem.ts';
import { newId } from '#platform/id.ts';
import { BulkRefused, type FieldError } from '#platform/refusal.ts';
import { type BulkKind, insertBulkChange, selectBulkChanges } from './bulk.sql.ts';

const ERRORS_TOLD_MAX = 100;

export const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of one row. */
export interface RowResult {
  id: string | null;
  outcome: Outcome;
  errors: FieldError[];
}

export const BulkAnswer = z.object({
  id: z.uuid().describe('Of this change in the history.'),
  createdCount: z.number().int(),
  updatedCount: z.number().int(),
  unchangedCount: z.number().int(),
  failedCount: z.number().int(),
  results: z.array(
    z.object({
      row: z.number().int().describe('From 0, in the order given.'),
      id: z.uuid().nullable().describe('Of what was written. Null: nothing was.'),
      outcome: z.enum(outcomes),
      errors: z.array(FieldErrorView),
    }),
  ),
});

/** Refuses everything where a row is wrong, unless the right ones alone shall be written. */
export function refuseWrongRows(errors: FieldError[], validRowsOnly: boolean): void {
  if (errors.length === 0 || validRowsOnly) return;
  throw BulkRefused(errors[0]!.message, { errors: errors.slice(0, ERRORS_TOLD_MAX) });
}

/** Remembers a change of many in the history, and tells what became of each row. */
export async function concludeBulk(ctx: TenantContext, kind: BulkKind, rows: RowResult[]) {
  const count = (outcome: Outcome): number => rows.filter((row) => row.outcome === outcome).length;
  const counts = {
    createdCount: count('created'),
    updatedCount: count('updated'),
    unchangedCount: count('unchanged'),
    failedCount: count('failed'),
  };
  const id = newId();
  const errors = rows
    .flatMap((result, row) => result.errors.map(({ path, message }) => ({ row, path, message })))
    .slice(0, ERRORS_TOLD_MAX);
  const change = { id, kind, ...counts, errors, userId: ctx.userId, createdAt: ctx.now };
  await insertBulkChange(ctx.tx, ctx.organizationId, change);
  return { id, ...counts, results: rows.map((result, row) => ({ row, ...result })) };
}

export const failed = (errors: FieldError[]): RowResult => ({ id: null, outcome: 'failed', errors });

/** What was done to many at once, the newest first. */
export async function listBulkChanges(ctx: TenantContext, query: PageRequest & { kind?: BulkKind | undefined }) {
  const { rows, counted } = await selectBulkChanges(ctx.tx, ctx.organizationId, query.kind, pageWindow(query));
  return toPage(query, rows, counted);
}
