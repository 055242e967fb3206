import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import type { FieldError } from '#platform/refusal.ts';
import { applyChanges, changeErrors, holdResources, type WholeResource } from '../resource/change.ts';
import { type Draft, draftResource } from '../resource/draft.ts';
import type { GivenChange, ProductFieldsChange, ProductRow } from '../resource/resource.schema.ts';
import { writeDrafts } from '../resource/resource.ts';
import { lookAround, type Surroundings } from '../resource/surroundings.ts';
import { concludeBulk, failed, type RowResult, refuseWrongRows } from './bulk.ts';

type Row = z.output<typeof ProductRow>;

/** What will become of a row: a new resource, a change of one, or nothing because of what is wrong. */
type Plan = { draft: Draft } | { given: GivenChange; before: WholeResource } | { errors: FieldError[] };

/** Many resources at once: a row with an id changes that one, a row without makes a new one. */
export async function writeResources(ctx: TenantContext, rows: Row[], validRowsOnly: boolean) {
  const [around, held] = [
    await lookAround(ctx, rows),
    await holdResources(
      ctx,
      rows.flatMap(({ id }) => id ?? []),
    ),
  ];
  const seen = new Set<string>();
  const plans = rows.map((row, place): Plan => {
    const path = `body.resources[${place}]`;
    if (row.id === undefined) return planNew(row, around, path);
    if (seen.has(row.id)) return wrong(`${path}.id`, 'duplicate', 'Another row changes the same resource.');
    seen.add(row.id);
    return planChange(row as Row & { id: string }, held.get(row.id), around, path);
  });
  return carryOut(ctx, 'resources', plans, validRowsOnly);
}

/** The same change to many resources. */
export async function changeFields(
  ctx: TenantContext,
  ids: string[],
  change: z.output<typeof ProductFieldsChange>,
  validRowsOnly: boolean,
) {
  const [around, held] = [await lookAround(ctx, [change]), await holdResources(ctx, ids)];
  const plans = ids.map((id, place): Plan => {
    const before = held.get(id);
    if (!before) return wrong(`body.ids[${place}]`, 'not_found', 'This resource does not exist.');
    const given = { ...change, id };
    const errors = changeErrors(given, before, around, 'body.change');
    return errors.length > 0 ? { errors } : { given, before };
  });
  return carryOut(ctx, 'fields', plans, validRowsOnly);
}

const wrong = (path: string, code: string, message: string): Plan => ({ errors: [{ path, code, message }] });

function planNew({ id: _, version, archived, name, kind, ...rest }: Row, around: Surroundings, path: string): Plan {
  if (name === undefined) return wrong(`${path}.name`, 'required', 'A new resource has a name.');
  if (version !== undefined) return wrong(`${path}.version`, 'invalid', 'A new resource has no version yet.');
  if (archived) return wrong(`${path}.archived`, 'invalid', 'A new resource is in use.');
  const draft = draftResource({ ...rest, name, kind: kind ?? 'goods' }, around, path);
  return draft.errors.length > 0 ? { errors: draft.errors } : { draft };
}

function planChange(
  { kind, prices, ...given }: Row & { id: string },
  before: WholeResource | undefined,
  around: Surroundings,
  path: string,
): Plan {
  if (!before) return wrong(`${path}.id`, 'not_found', 'This resource does not exist.');
  if (kind !== undefined && kind !== before.row.kind) return wrong(`${path}.kind`, 'invalid', 'A kind never changes.');
  if (prices !== undefined) {
    return wrong(`${path}.prices`, 'invalid', 'The prices of a resource that is there change by POST price/bulk.');
  }
  if (given.version !== undefined && given.version !== before.row.version) {
    return wrong(`${path}.version`, 'version_conflict', 'It was changed by someone else meanwhile.');
  }
  const errors = changeErrors(given, before, around, path);
  return errors.length > 0 ? { errors } : { given, before };
}

async function carryOut(ctx: TenantContext, kind: 'resources' | 'fields', plans: Plan[], validRowsOnly: boolean) {
  refuseWrongRows(
    plans.flatMap((plan) => ('errors' in plan ? plan.errors : [])),
    validRowsOnly,
  );
  await writeDrafts(
    ctx,
    plans.flatMap((plan) => ('draft' in plan ? plan.draft : [])),
  );
  const changed = await applyChanges(
    ctx,
    plans.flatMap((plan) => ('before' in plan ? plan : [])),
  );
  const results = plans.map((plan): RowResult => {
    if ('errors' in plan) return failed(plan.errors);
    if ('draft' in plan) return { id: plan.draft.resource.id, outcome: 'created', errors: [] };
    const { id } = plan.given;
    return { id, outcome: changed.has(id) ? 'updated' : 'unchanged', errors: [] };
  });
  return concludeBulk(ctx, kind, results);
}
