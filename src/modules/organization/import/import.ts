import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { onViolation } from '#platform/db/violation.ts';
import { refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { type Import, type ImportError, imports } from '../tables.ts';

/** Longer than all attempts together. */
const ABANDONED_AFTER = { hours: 12 };
const ERRORS_MAX = 100;
const ERROR_LENGTH_MAX = 500;

export const ImportRunning = refusal(
  'import_running',
  'Another import of this kind is running: wait until it is done.',
  409,
);

/** Records the start of an import, which then writes its rows in as many transactions as it needs. */
export async function beginImport(
  ctx: TenantContext,
  { kind, fileName = null, dryRun = false }: { kind: string; fileName?: string | null; dryRun?: boolean },
): Promise<string> {
  const { userId, now: startedAt } = ctx;
  await stopAbandoned(ctx, kind);
  const started = { kind, fileName, dryRun, userId, status: 'running' as const, startedAt };
  const { id } = await imports.insert(ctx, started).catch(onViolation('imports_running', ImportRunning));
  return id;
}

/** A worker that crashes in the last attempt leaves its import running: end it, or it would block all later imports. */
async function stopAbandoned(ctx: TenantContext, kind: string): Promise<void> {
  const running = await imports.find(ctx, { kind, status: 'running' });
  if (!running || running.startedAt > toTimestamp(ctx.now.subtract(ABANDONED_AFTER))) return;
  await finishImport(ctx, running.id, { status: 'failed', errors: [{ message: 'It stopped without an end.' }] });
}

export type Counts = Record<'createdCount' | 'updatedCount' | 'unchangedCount' | 'failedCount', number>;

export const isImportRunning = (ctx: TenantContext, id: string): Promise<boolean> =>
  imports.exists(ctx, { id, status: 'running' });

/** Records what was found in the file of an import that is running, and answers how far it is. */
export const startRows = (
  ctx: TenantContext,
  id: string,
  found: Pick<Import, 'rowCount' | 'ignoredColumns'>,
): Promise<Import> => imports.update(ctx, id, found);

/** Adds the outcome of some rows to an import that is running. */
export async function countRows(ctx: TenantContext, id: string, counts: Counts, errors: ImportError[]): Promise<void> {
  const before = await imports.get(ctx, id);
  await imports.update(ctx, id, {
    createdCount: before.createdCount + counts.createdCount,
    updatedCount: before.updatedCount + counts.updatedCount,
    unchangedCount: before.unchangedCount + counts.unchangedCount,
    failedCount: before.failedCount + counts.failedCount,
    errors: clipped([...before.errors, ...errors]),
  });
}

/** Records the end of an import. `failed` means that it stopped; single rows that failed are counted. */
export async function finishImport(
  ctx: TenantContext,
  id: string,
  { status = 'done', errors, ...counts }: Partial<Counts> & { status?: 'done' | 'failed'; errors?: ImportError[] },
): Promise<void> {
  const change = { ...counts, status, errors: errors && clipped(errors), finishedAt: ctx.now };
  const finished = await imports.updateAll(ctx, { id, status: 'running' }, change);
  if (finished === 0) throw new Error(`The import ${id} is not running.`);
}

const clipped = (errors: ImportError[]): ImportError[] =>
  errors.slice(0, ERRORS_MAX).map((error) => ({ ...error, message: shortened(error.message, ERROR_LENGTH_MAX) }));

/** One import with its result so far. */
export const describeImport = async (ctx: TenantContext, id: string) =>
  (await describeImports(ctx, [await imports.get(ctx, id)]))[0]!;

export async function describeImports(ctx: TenantContext, rows: Import[]) {
  const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const names = new Map((await findUsers(ctx.tx, userIds)).map((user) => [user.id, user.name]));
  return rows.map(({ userId, ...row }) => ({
    ...row,
    user: userId === null ? null : { id: userId, name: names.get(userId) ?? '' },
  }));
}
