import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface ImportError {
  /** The line of the file, from 1, where it is known. */
  row?: number | undefined;
  message: string;
}

export interface Import {
  id: string;
  kind: string;
  fileName: string | null;
  status: 'running' | 'done' | 'failed';
  createdCount: number;
  updatedCount: number;
  failedCount: number;
  errors: ImportError[];
  userId: string | null;
  startedAt: string;
  finishedAt: string | null;
}

const columns = [
  'id',
  'kind',
  'fileName',
  'status',
  'createdCount',
  'updatedCount',
  'failedCount',
  'errors',
  'userId',
  'startedAt',
  'finishedAt',
] as const;

export const insertImport = (
  tx: Tx,
  row: {
    organizationId: string;
    id: string;
    kind: string;
    fileName: string | null;
    userId: string | null;
    startedAt: Temporal.Instant;
  },
): Promise<unknown> =>
  tx
    .insertInto('imports')
    .values({ ...row, status: 'running' })
    .execute();

/** False where it is not running. */
export async function updateImport(
  tx: Tx,
  organizationId: string,
  id: string,
  outcome: {
    status: 'done' | 'failed';
    createdCount: number;
    updatedCount: number;
    failedCount: number;
    errors: ImportError[];
    finishedAt: Temporal.Instant;
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('imports')
    .set({ ...outcome, errors: JSON.stringify(outcome.errors) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface ImportFilter {
  kind?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first. */
export async function selectImports(
  tx: Tx,
  organizationId: string,
  filter: ImportFilter,
  window: PageWindow,
): Promise<{ rows: Import[]; counted: number }> {
  const matching = tx
    .selectFrom('imports')
    .where('organizationId', '=', organizationId)
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind!))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status as never))
    .$if(filter.from !== undefined, (query) => query.where('startedAt', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('startedAt', '<', filter.to!));
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('startedAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows: rows as unknown as Import[], counted };
}
