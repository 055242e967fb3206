import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '#platform/context.ts';
import { onViolation, retryOnViolation } from '#platform/db/violation.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import type { DataTypeManifest } from '../release/manifest.schema.ts';
import { followStoreRow } from '../store/connect-b.ts';
import { appData, type DataRow, dataKeys } from '../tables.ts';
import { addToTally, type TypeKey } from './data.sql.ts';
import { indexRows } from './index-text.ts';
import { keysOf, type RowValues } from './row-keys.ts';
import { sealRow } from './row-secrets.ts';

export const TooManyRows = refusal('too_many_rows', 'A data type has at most 50,000 rows: delete some first.');

/** A row to write: new, or with the row that it changes. */
export interface RowWrite {
  id: string;
  data: RowValues;
  before: DataRow | null;
}

export const newRow = (data: RowValues): RowWrite => ({ id: newId(), data, before: null });

export const isUnchanged = ({ before, data }: RowWrite): boolean =>
  before !== null && before.problem === null && before.secrets === null && isDeepStrictEqual(before.data, data);

/** Writes valid rows of one type with their keys, their words and their number, in a few statements whatever their count. */
export async function writeRows(
  ctx: TenantContext,
  appId: string,
  type: DataTypeManifest,
  writes: readonly RowWrite[],
) {
  if (writes.length === 0) return;
  const of: TypeKey = { appId, type: type.name };
  const fresh = writes.filter(({ before }) => before === null);
  const changed = writes.filter(({ before }) => before !== null);
  const sealed = new Map(writes.map(({ id, data, before }) => [id, sealRow(ctx, type, { id, values: data, before })]));
  await appData.insertMany(
    ctx,
    fresh.map(({ id }) => ({ id, ...of, ...sealed.get(id)! })),
  );
  await appData.updateMany(
    ctx,
    changed.map(({ id }) => ({ id, ...sealed.get(id)!, problem: null, updatedAt: ctx.now })),
  );
  if (changed.length > 0) await dataKeys.delete(ctx, { rowId: changed.map(({ id }) => id) });
  const keys = writes.flatMap(({ id, data }) => keysOf(type, data).map((key) => ({ ...of, ...key, rowId: id })));
  // Another row may have taken the key after it was looked up: look again, and refuse by name.
  await dataKeys.insertMany(ctx, keys).catch(retryOnViolation('app_data_keys_unique'));
  await indexRows(
    ctx,
    of,
    writes.map(({ id, before }) => ({ id, before: before?.data ?? null, after: sealed.get(id)!.data })),
  );
  for (const { id, before, data } of writes) await followStoreRow(ctx, { id, appId, before, data });
  await addToTally(ctx, of, fresh.length).catch(onViolation('app_data_rows_max', TooManyRows));
}
