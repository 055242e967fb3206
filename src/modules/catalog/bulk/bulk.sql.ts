import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export const bulkKinds = ['resources', 'fields', 'prices', 'prices-removed', 'costs', 'taxes'] as const;
export type BulkKind = (typeof bulkKinds)[number];

export interface BulkError {
  row: number;
  path: string;
  message: string;
}

export interface BulkChange {
  id: string;
  kind: BulkKind;
  createdCount: number;
  updatedCount: number;
  unchangedCount: number;
  failedCount: number;
  errors: BulkError[];
  userId: string | null;
  createdAt: string;
}

export const insertBulkChange = (
  tx: Tx,
  organizationId: string,
  { errors, ...change }: Omit<BulkChange, 'createdAt'> & { createdAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .insertInto('resourceBulkChanges')
    .values({ organizationId, ...change, errors: JSON.stringify(errors) })
    .execute();

/** The newest first. */
export async function selectBulkChanges(
  tx: Tx,
  organizationId: string,
  kind: BulkKind | undefined,
  window: PageWindow,
): Promise<{ rows: BulkChange[]; counted: number }> {
  const matching = tx
    .selectFrom('resourceBulkChanges')
    .where('organizationId', '=', organizationId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!));
  const [rows, counted] = await Promise.all([
    matching
      .select([
        'id',
        'kind',
        'createdCount',
        'updatedCount',
        'unchangedCount',
        'failedCount',
        'errors',
        'userId',
        'createdAt',
      ])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows: rows as unknown as BulkChange[], counted };
}
