import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import type { FieldError } from '#platform/refusal.ts';
import type { Manifest } from '../release/manifest.schema.ts';
import { type DataRow, dataKeys, installations, releases } from '../tables.ts';
import { insertFreeKeys, lockRowsAfter, updateProblems } from './data.sql.ts';
import { keysOf, rowProblem, takenKey } from './row-keys.ts';
import { openRow } from './row-secrets.ts';

const ROWS_AT_ONCE = 200;

/** Checks the rows of an app against a release that it changed to, some at a time. No row is lost or changed by it. */
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
  const keys = type ? rows.flatMap(({ id, data }) => keysOf(type, data).map((key) => ({ ...key, rowId: id }))) : [];
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
    const problem = type ? (rowProblem(type, openRow(ctx, row), 'data') ?? taken.get(row.id) ?? null) : unknownType;
    return JSON.stringify(problem) === JSON.stringify(row.problem) ? [] : [{ id: row.id, problem }];
  });
  await updateProblems(ctx, found);
}
