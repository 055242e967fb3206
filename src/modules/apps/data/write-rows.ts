import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction, violates } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import type { DataTypeManifest } from '../release/manifest.schema.ts';
import { appData, type DataRow, dataKeys } from '../tables.ts';
import { addToTally, type TypeKey } from './data.sql.ts';
import { indexRows } from './index-text.ts';
import { keysOf, type RowValues } from './row-keys.ts';

export const TooManyRows = refusal(422, 'too_many_rows', 'A type of data has at most 50,000 rows.');

/** A row to write: new, or with the row that it changes. */
export interface RowWrite {
  id: string;
  data: RowValues;
  before: DataRow | null;
}

export const newRow = (data: RowValues): RowWrite => ({ id: newId(), data, before: null });

export const isUnchanged = ({ before, data }: RowWrite): boolean =>
  before !== null && before.problem === null && isDeepStrictEqual(before.data, data);

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
  const times = { createdBy: ctx.userId, createdAt: ctx.now, updatedAt: ctx.now };
  await appData.insertMany(
    ctx,
    fresh.map(({ id, data }) => ({ id, ...of, data, ...times })),
  );
  await appData.updateMany(
    ctx,
    changed.map(({ id, data }) => ({ id, data, problem: null, updatedAt: ctx.now })),
  );
  if (changed.length > 0) await dataKeys.delete(ctx, { rowId: changed.map(({ id }) => id) });
  const keys = writes.flatMap(({ id, data }) => keysOf(type, data).map((key) => ({ ...of, ...key, rowId: id })));
  await dataKeys.insertMany(ctx, keys).catch(retryIfTaken);
  await indexRows(
    ctx,
    of,
    writes.map(({ id, before, data }) => ({ id, before: before?.data ?? null, after: data })),
  );
  await addToTally(ctx, of, fresh.length).catch(refuseTooMany);
}

/** Another row got the key after it was looked up: look again, and refuse by name. */
function retryIfTaken(error: unknown): never {
  throw violates(error, 'app_data_keys_unique') ? new RetryTransaction() : error;
}

function refuseTooMany(error: unknown): never {
  throw violates(error, 'app_data_rows_max') ? TooManyRows() : error;
}
