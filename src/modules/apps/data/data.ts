import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { parseParameter } from '#platform/http/json.ts';
import { InvalidRequest, NotFound } from '#platform/refusal.ts';
import type { DataTypeManifest } from '../release/manifest.schema.ts';
import { forgetStoreRow, refuseMovedKeys } from '../store/connect-b.ts';
import { appData, type DataRow } from '../tables.ts';
import type { AppRowChange, NewAppRow, SingleQuery } from './data.schema.ts';
import { selectKeyed, takeFromTally } from './data.sql.ts';
import { indexRows } from './index-text.ts';
import { AppDisabled, openInstalled, removedType, requireWriter, typeToRead, typeToWrite } from './installed-type.ts';
import { DataNotValid, KeyTaken, keyName, keysOf, keyValue, type RowValues, rowProblem, takenKey } from './row-keys.ts';
import { openRow } from './row-secrets.ts';
import { newRow, type RowWrite, writeRows } from './write-rows.ts';

export const describeRow = ({ problem, secrets: _secrets, ...row }: DataRow) => ({
  ...row,
  valid: problem === null,
  problem,
});

export async function createRow(ctx: TenantContext, { appId, type: name, data }: z.output<typeof NewAppRow>) {
  const type = await typeToWrite(ctx, appId, name, 'body.appId');
  return writeOne(ctx, appId, type, newRow(data));
}

/** Sets the given fields; null removes one. */
export async function changeRow(ctx: TenantContext, { id, version, data }: z.output<typeof AppRowChange>) {
  const { appId, type: name } = await appData.get(ctx, id);
  const type = await typeToWrite(ctx, appId, name);
  const before = await appData.lock(ctx, id, version);
  refuseMovedKeys(appId, before, data);
  return writeOne(ctx, appId, type, { id, before, data: merged(openRow(ctx, before), data) });
}

const merged = (before: RowValues, change: RowValues): RowValues =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([field, value]) => value !== null || !(field in change)),
  );

async function writeOne(ctx: TenantContext, appId: string, type: DataTypeManifest, write: RowWrite) {
  const problem = rowProblem(type, write.data, 'body.data');
  if (problem) throw DataNotValid(problem.message, { errors: [problem] });
  const found = await selectKeyed(ctx, { appId, type: type.name }, keysOf(type, write.data));
  const taken = found.find(({ rowId }) => rowId !== write.id);
  if (taken) throw KeyTaken(undefined, { errors: [takenKey(taken.name, 'body.data')] });
  await writeRows(ctx, appId, type, [write]);
  return describeRow(await appData.get(ctx, write.id));
}

export async function deleteRow(ctx: TenantContext, id: string): Promise<void> {
  const { appId, type: name } = await appData.get(ctx, id);
  const { installation, manifest } = await openInstalled(ctx, appId, { lock: 'FOR SHARE' });
  if (!installation.enabled) throw AppDisabled();
  requireWriter(ctx, manifest.dataTypes.find((each) => each.name === name) ?? removedType(name));
  const row = await appData.lock(ctx, id);
  await indexRows(ctx, row, [{ id, before: row.data, after: {} }]);
  await forgetStoreRow(ctx, row);
  await appData.delete(ctx, id);
  await takeFromTally(ctx, row);
}

/** One row, by its id or by the fields of a unique key. */
export async function readRow(ctx: TenantContext, { id, appId, type: name, key }: z.output<typeof SingleQuery>) {
  if (id !== undefined) {
    const row = await appData.get(ctx, id);
    await openInstalled(ctx, row.appId);
    return describeRow(row);
  }
  const type = await typeToRead(ctx, appId!, name!, 'query.appId');
  const values = readKey(key!);
  const fields = type.unique.find((each) => isSameSet(each, Object.keys(values)));
  const value = fields && keyValue(fields, values);
  if (!value) throw invalidKey('These fields are no unique key of the type.');
  const [found] = await selectKeyed(ctx, { appId: appId!, type: type.name }, [{ name: keyName(fields), value }]);
  if (!found) throw NotFound();
  return describeRow(await appData.get(ctx, found.rowId));
}

function readKey(text: string): RowValues {
  const value = parseParameter(text, 'query.key');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RowValues;
  throw invalidKey('This is not a JSON object.');
}

const invalidKey = (message: string) => InvalidRequest.at('query.key', 'invalid', message);

const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((each) => right.includes(each));
