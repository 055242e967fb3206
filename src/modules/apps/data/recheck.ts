import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import type { FieldError } from '#platform/refusal.ts';
import type { DataTypeManifest, Manifest } from '../release/manifest.schema.ts';
import { appData, type DataRow, dataKeys, installations, releases } from '../tables.ts';
import { insertFreeKeys, lockRowsAfter, updateProblems } from './data.sql.ts';
import { indexRows } from './index-text.ts';
import { keysOf, rowProblem, takenKey } from './row-keys.ts';
import { isExposed, openRow, sealRow } from './row-secrets.ts';

const ROWS_AT_ONCE = 200;

/**
 * Checks the rows of an app against a release that it changed to, some at a time. No row is lost or changed by it; fields that have
 * become secret are encrypted.
 */
export const recheckRows = tenantJob({
  name: 'apps/recheck-rows',
  payload: { appId: z.uuid(), release: z.string(), after: z.uuid().nullable() },
  run: async (steps, { appId, release, after }) => {
    let place: string | null | undefined = after;
    while (place !== undefined) {
      const from: string | null = place;
      place = await steps.transaction((ctx) => recheckSome(ctx, appId, release, from));
    }
  },
});

/** The id of the last row that was checked; undefined: there are no more. */
async function recheckSome(ctx: TenantContext, appId: string, release: string, after: string | null) {
  const installation = await installations.find(ctx, { appId }, { lock: 'FOR UPDATE' });
  // Changed again meanwhile: that change has a job of its own.
  if (!installation?.isChecking || installation.release !== release) return undefined;
  const { manifest } = await releases.get(ctx, { appId, version: release });
  const rows = await lockRowsAfter(ctx, appId, after, ROWS_AT_ONCE);
  for (const [type, some] of Map.groupBy(rows, (row) => row.type)) await recheckType(ctx, manifest, appId, type, some);
  if (rows.length === ROWS_AT_ONCE) return rows.at(-1)!.id;
  await installations.update(ctx, { appId }, { isChecking: false, version: installation.version });
  return undefined;
}

async function recheckType(ctx: TenantContext, manifest: Manifest, appId: string, name: string, rows: DataRow[]) {
  const type = manifest.dataTypes.find((each) => each.name === name);
  await dataKeys.delete(ctx, { rowId: rows.map(({ id }) => id) });
  if (type) await sealExposed(ctx, type, appId, rows);
  const values = new Map(rows.map((row) => [row.id, openRow(ctx, row)]));
  const keys = type
    ? rows.flatMap(({ id }) => keysOf(type, values.get(id)!).map((key) => ({ ...key, rowId: id })))
    : [];
  const given = keys.length === 0 ? [] : await insertFreeKeys(ctx, { appId, type: name }, keys);
  const isGiven = new Set(given.map((key) => `${key.rowId} ${key.name}`));
  const taken = new Map(
    keys
      .filter((key) => !isGiven.has(`${key.rowId} ${key.name}`))
      .map((key) => [key.rowId, takenKey(key.name, 'data')]),
  );
  const unknownType: FieldError = {
    path: 'type',
    code: 'unknown_type',
    message: 'The release no longer has this type.',
  };
  const found = rows.flatMap((row) => {
    const problem = type ? (rowProblem(type, values.get(row.id)!, 'data') ?? taken.get(row.id) ?? null) : unknownType;
    return JSON.stringify(problem) === JSON.stringify(row.problem) ? [] : [{ id: row.id, problem }];
  });
  await updateProblems(ctx, found);
}

async function sealExposed(ctx: TenantContext, type: DataTypeManifest, appId: string, rows: DataRow[]): Promise<void> {
  const sealed = rows
    .filter((row) => isExposed(type, row))
    .map((row) => ({ row, after: sealRow(ctx, type, { id: row.id, values: openRow(ctx, row), before: row }) }));
  await appData.updateMany(
    ctx,
    sealed.map(({ row: { id }, after }) => ({ id, ...after })),
  );
  await indexRows(
    ctx,
    { appId, type: type.name },
    sealed.map(({ row, after }) => ({ id: row.id, before: row.data, after: after.data })),
  );
}
