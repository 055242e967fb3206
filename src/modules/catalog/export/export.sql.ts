import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface ResourceExport {
  id: string;
  fileName: string;
  format: 'csv' | 'xlsx';
  filter: unknown;
  status: 'running' | 'done' | 'failed';
  rowCount: number | null;
  requestedBy: string | null;
  createdAt: string;
  finishedAt: string | null;
}

const columns = [
  'id',
  'fileName',
  'format',
  'filter',
  'status',
  'rowCount',
  'requestedBy',
  'createdAt',
  'finishedAt',
] as const;

export const insertExport = async (
  tx: Tx,
  organizationId: string,
  {
    filter,
    ...row
  }: Pick<ResourceExport, 'id' | 'fileName' | 'format' | 'filter' | 'requestedBy'> & {
    createdAt: Temporal.Instant;
  },
): Promise<ResourceExport> =>
  (await tx
    .insertInto('resourceExports')
    .values({ organizationId, ...row, filter: JSON.stringify(filter) })
    .returning(columns)
    .executeTakeFirstOrThrow()) as ResourceExport;

const exportsOf = (tx: Tx, organizationId: string) =>
  tx.selectFrom('resourceExports').where('organizationId', '=', organizationId);

export const selectExport = async (tx: Tx, organizationId: string, id: string): Promise<ResourceExport | undefined> =>
  (await exportsOf(tx, organizationId).select(columns).where('id', '=', id).executeTakeFirst()) as
    | ResourceExport
    | undefined;

export const selectExportByName = async (
  tx: Tx,
  organizationId: string,
  fileName: string,
): Promise<ResourceExport | undefined> =>
  (await exportsOf(tx, organizationId).select(columns).where('fileName', '=', fileName).executeTakeFirst()) as
    | ResourceExport
    | undefined;

export const updateExport = (
  tx: Tx,
  organizationId: string,
  id: string,
  outcome: { status: 'done' | 'failed'; rowCount: number | null; finishedAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .updateTable('resourceExports')
    .set(outcome)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();

/** The newest first. */
export async function selectExports(
  tx: Tx,
  organizationId: string,
  window: PageWindow,
): Promise<{ rows: ResourceExport[]; counted: number }> {
  const matching = exportsOf(tx, organizationId);
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
  return { rows: rows as ResourceExport[], counted };
}
