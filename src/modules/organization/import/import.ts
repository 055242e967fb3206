import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { shortened } from '#platform/text.ts';
import { type Import, type ImportError, imports } from '../tables.ts';

const ERRORS_MAX = 100;
const ERROR_LENGTH_MAX = 500;

/** Records the start of an import, which then writes its rows in as many transactions as it needs. */
export async function beginImport(
  ctx: TenantContext,
  { kind, fileName = null }: { kind: string; fileName?: string | null },
): Promise<string> {
  const { userId, now: startedAt } = ctx;
  const { id } = await imports.insert(ctx, { kind, fileName, userId, status: 'running', startedAt });
  return id;
}

/** Records the end of an import. `failed` means that it stopped; single rows that failed are counted. */
export async function finishImport(
  ctx: TenantContext,
  id: string,
  outcome: {
    status?: 'done' | 'failed';
    createdCount?: number;
    updatedCount?: number;
    failedCount?: number;
    errors?: ImportError[];
  },
): Promise<void> {
  const errors = (outcome.errors ?? [])
    .slice(0, ERRORS_MAX)
    .map((error) => ({ ...error, message: shortened(error.message, ERROR_LENGTH_MAX) }));
  const change = { ...outcome, status: outcome.status ?? 'done', errors, finishedAt: ctx.now };
  const finished = await imports.updateAll(ctx, { id, status: 'running' }, change);
  if (finished === 0) throw new Error(`The import ${id} is not running.`);
}

export async function describeImports(ctx: TenantContext, rows: Import[]) {
  const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const names = new Map((await findUsers(ctx.tx, userIds)).map((user) => [user.id, user.name]));
  return rows.map(({ userId, ...row }) => ({
    ...row,
    user: userId === null ? null : { id: userId, name: names.get(userId) ?? '' },
  }));
}
