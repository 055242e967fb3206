import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { shortened } from '#platform/text.ts';
import { type ImportError, type ImportFilter, insertImport, selectImports, updateImport } from './import.sql.ts';

const ERRORS_MAX = 100;
const ERROR_LENGTH_MAX = 500;

/** Records that an import has begun. Its work goes on elsewhere, in as many transactions as it needs. */
export async function beginImport(
  ctx: TenantContext,
  begun: { kind: string; fileName?: string | null },
): Promise<string> {
  const id = newId();
  const { organizationId, userId } = ctx;
  const { kind, fileName = null } = begun;
  await insertImport(ctx.tx, { organizationId, id, kind, fileName, userId, startedAt: ctx.now });
  return id;
}

/** Records how an import ended. `failed` means that it stopped; single rows that failed are counted. */
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
  const { status = 'done', createdCount = 0, updatedCount = 0, failedCount = 0, errors = [] } = outcome;
  const told = errors
    .slice(0, ERRORS_MAX)
    .map((error) => ({ ...error, message: shortened(error.message, ERROR_LENGTH_MAX) }));
  const counts = { createdCount, updatedCount, failedCount };
  const change = { status, ...counts, errors: told, finishedAt: ctx.now };
  const finished = await updateImport(ctx.tx, ctx.organizationId, id, change);
  if (!finished) throw new Error(`The import ${id} is not running.`);
}

/** What was imported, by whom, and with which result. */
export async function listImports(ctx: TenantContext, query: PageRequest & ImportFilter) {
  const { rows, counted } = await selectImports(ctx.tx, ctx.organizationId, query, pageWindow(query));
  const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const people = new Map((await findUsers(ctx.tx, userIds)).map((user) => [user.id, user.name]));
  const described = rows.map(({ userId, ...row }) => ({
    ...row,
    user: userId === null ? null : { id: userId, name: people.get(userId) ?? '' },
  }));
  return toPage(query, described, counted);
}
