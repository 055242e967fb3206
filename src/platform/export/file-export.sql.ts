import { sql } from 'kysely';
import { countRows } from '../db/count.ts';
import type { Tx } from '../db/database.ts';
import type { PageWindow } from '../http/page.ts';

export interface StoredExport {
  id: string;
  fileName: string;
  format: 'csv' | 'xlsx';
  filters: unknown;
  status: 'running' | 'done' | 'failed';
  rowCount: number | null;
  userId: string | null;
  createdAt: string;
  finishedAt: string | null;
}

const columns = [
  'id',
  'fileName',
  'format',
  'filters',
  'status',
  'rowCount',
  'userId',
  'createdAt',
  'finishedAt',
] as const;

export async function insertExport(
  tx: Tx,
  row: Pick<StoredExport, 'id' | 'fileName' | 'format' | 'userId'> & {
    organizationId: string;
    kind: string;
    filters: unknown;
    createdAt: Temporal.Instant;
  },
): Promise<StoredExport> {
  const stored = await tx
    .insertInto('fileExports')
    .values({ ...row, filters: JSON.stringify(row.filters) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return stored as StoredExport;
}

export async function selectExport(tx: Tx, organizationId: string, id: string): Promise<StoredExport | undefined> {
  const row = await tx
    .selectFrom('fileExports')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as StoredExport | undefined;
}

export async function selectExportByName(
  tx: Tx,
  organizationId: string,
  kind: string,
  fileName: string,
): Promise<StoredExport | undefined> {
  const row = await tx
    .selectFrom('fileExports')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('fileName', '=', fileName)
    .executeTakeFirst();
  return row as StoredExport | undefined;
}

/** The newest first. */
export async function selectExports(
  tx: Tx,
  organizationId: string,
  kind: string,
  window: PageWindow,
): Promise<{ rows: StoredExport[]; counted: number }> {
  const matching = tx.selectFrom('fileExports').where('organizationId', '=', organizationId).where('kind', '=', kind);
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows: rows as StoredExport[], counted };
}

export const updateExport = (
  tx: Tx,
  organizationId: string,
  id: string,
  outcome: { status: 'done' | 'failed'; rowCount: number | null; finishedAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .updateTable('fileExports')
    .set(outcome)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();

/** Forgets all but the newest, and says which, so that their files can go too. */
export async function deleteOldExports(tx: Tx, organizationId: string, kind: string, kept: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM file_exports WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM file_exports WHERE organization_id = ${organizationId} AND kind = ${kind} AND status <> 'running'
      ORDER BY created_at DESC, id DESC OFFSET ${kept})
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}
