import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { bulkResult, failed, type RowResult, refuseWrongRows } from '#platform/http/bulk.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import { type FieldError, InvalidRequest } from '#platform/refusal.ts';
import type { DataTypeManifest } from '../release/manifest.schema.ts';
import { appData, type DataRow } from '../tables.ts';
import type { AppRowImport } from './data.schema.ts';
import { selectKeyed } from './data.sql.ts';
import { typeToWrite } from './installed-type.ts';
import { keyName, keysOf, type RowValues, rowProblem, takenKey } from './row-keys.ts';
import { openRow } from './row-secrets.ts';
import { isUnchanged, newRow, type RowWrite, writeRows } from './write-rows.ts';

type Plan = { write: RowWrite } | { errors: FieldError[] };

/** Writes many rows: each is new, or replaces the row that has the same key. */
export async function importRows(ctx: TenantContext, given: z.output<typeof AppRowImport>, rows: GivenRows) {
  const { appId, type: name, matchBy } = given;
  const type = await typeToWrite(ctx, appId, name, 'body.appId');
  const match = matchBy && keyName(matchBy);
  if (match !== undefined && !type.unique.some((fields) => keyName(fields) === match))
    throw InvalidRequest.at('body.matchBy', 'invalid', 'These fields are no unique key of the type.');
  const holders = await holdersOf(ctx, appId, type, given.rows);
  const before = await lockMatched(ctx, holders, match);
  const seen = new Set<string>();
  const plans = given.rows.map((row, index): Plan => {
    const path = `body.rows[${rows.placeOf(index)}]`;
    const keys = keysOf(type, row);
    const matched = keys.flatMap((key) => (key.name === match ? (holders.get(textOf(key)) ?? []) : []))[0];
    const replaced = matched === undefined ? undefined : before.get(matched);
    const data = replaced ? { ...secretsOf(ctx, type, replaced), ...row } : row;
    const problem = rowProblem(type, data, path);
    if (problem) return { errors: [problem] };
    const taken = keys.find((key) => seen.has(textOf(key)) || isHeld(holders.get(textOf(key)), matched));
    if (taken) return { errors: [takenKey(taken.name, path)] };
    for (const key of keys) seen.add(textOf(key));
    return { write: matched === undefined ? newRow(data) : held(matched, data, replaced) };
  });
  const results = plans.map(outcomeOf);
  refuseWrongRows(results, rows);
  const writes = plans.flatMap((plan) => ('write' in plan && !isUnchanged(plan.write) ? plan.write : []));
  await writeRows(ctx, appId, type, writes);
  return bulkResult(rows, results);
}

/** The secrets of a row that is replaced. They stay if they are left out, because nobody can read them to give them again. */
function secretsOf(ctx: TenantContext, { schema }: DataTypeManifest, row: DataRow): RowValues {
  const values = openRow(ctx, row);
  const names = row.secretNames.filter((name) => schema.properties[name]?.secret === true);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Deleted since its key was looked up: look again. */
function held(id: string, data: RowValues, before: DataRow | undefined): RowWrite {
  if (!before) throw new RetryTransaction();
  return { id, data, before };
}

const textOf = ({ name, value }: { name: string; value: Buffer }): string => `${name} ${value.toString('hex')}`;
const isHeld = (holder: string | undefined, matched: string | undefined) => holder !== undefined && holder !== matched;

/** The rows that already have one of the keys of the given ones. */
async function holdersOf(ctx: TenantContext, appId: string, type: DataTypeManifest, rows: readonly RowValues[]) {
  const keys = rows.flatMap((data) => keysOf(type, data));
  const found = keys.length === 0 ? [] : await selectKeyed(ctx, { appId, type: type.name }, keys);
  return new Map(found.map((key) => [textOf(key), key.rowId]));
}

/** Locks the rows to replace, in the order of their ids, so that two imports do not wait for each other. */
async function lockMatched(ctx: TenantContext, holders: ReadonlyMap<string, string>, match: string | undefined) {
  const ids = match === undefined ? [] : [...holders].flatMap(([key, id]) => (key.startsWith(`${match} `) ? id : []));
  const rows = await appData.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE' });
  return new Map<string, DataRow>(rows.map((row) => [row.id, row]));
}

function outcomeOf(plan: Plan): RowResult {
  if ('errors' in plan) return failed(plan.errors);
  const outcome = plan.write.before === null ? 'created' : isUnchanged(plan.write) ? 'unchanged' : 'updated';
  return { id: plan.write.id, outcome, errors: [] };
}
