import type { z } from 'zod';
import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { failed, type RowResult, refuseWrongRows } from '#platform/http/bulk.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import { NotFound, refusal, requireKnown, unknownReference } from '#platform/refusal.ts';
import { concludeBulk } from '../bulk/bulk.ts';
import { announceChange } from '../resource/change.ts';
import { readTaxIds } from '../resource/details.ts';
import { TAXES_MAX } from '../resource/resource.schema.ts';
import { lockResources, touchResources } from '../resource/resource.sql.ts';
import { knownTaxes } from '../resource/surroundings.ts';
import { resources, resourceTaxes } from '../tables.ts';
import type { ResourceTaxesChange } from './resource-tax.schema.ts';

export const TooManyTaxes = refusal('too_many_taxes', `A product has at most ${TAXES_MAX} taxes.`);

interface OneTax {
  resourceId: string;
  taxId: string;
}

/** Adds a tax to a resource, unless it has it already. */
export async function addTax(ctx: TenantContext, { resourceId, taxId }: OneTax) {
  const [held] = await lockResources(ctx, [resourceId]);
  if (!held) throw unknownReference('body.resourceId', 'This product');
  if (!(await knownTaxes(ctx, [taxId])).has(taxId)) throw unknownReference('body.taxId', 'This tax');
  const before = (await readTaxIds(ctx, [resourceId]))(resourceId);
  if (!before.includes(taxId)) {
    if (before.length >= TAXES_MAX) throw TooManyTaxes();
    await setTaxes(ctx, new Map([[resourceId, { before, after: [...before, taxId].toSorted() }]]));
  }
  return describeTaxes(ctx, resourceId);
}

export async function removeTax(ctx: TenantContext, { resourceId, taxId }: OneTax) {
  await lockResources(ctx, [resourceId]);
  const before = (await readTaxIds(ctx, [resourceId]))(resourceId);
  if (!before.includes(taxId)) throw NotFound();
  await setTaxes(ctx, new Map([[resourceId, { before, after: before.filter((id) => id !== taxId) }]]));
  return describeTaxes(ctx, resourceId);
}

/** The taxes of a resource with their rates of today. */
export async function listTaxes(ctx: TenantContext, resourceId: string) {
  if (!(await resources.exists(ctx, resourceId))) throw NotFound();
  return describeTaxes(ctx, resourceId);
}

async function describeTaxes(ctx: TenantContext, resourceId: string) {
  const ids = (await readTaxIds(ctx, [resourceId]))(resourceId);
  const taxes = ids.length > 0 ? await selectTaxes(ctx, ids) : [];
  const today = ctx.today.toString();
  const data = taxes.map(({ id, code, name, kind, archivedAt, rates }) => {
    const rate = rates.find(({ validFrom, validUntil }) => validFrom <= today && today <= (validUntil ?? today));
    return { id, code, name, kind, rate: rate?.rate ?? null, archived: archivedAt !== null };
  });
  return { resourceId, data };
}

type TaxChanges = Map<string, { before: string[]; after: string[] }>;

/** Writes the taxes of locked resources and announces the changes. */
async function setTaxes(ctx: TenantContext, changes: TaxChanges): Promise<void> {
  const ids = [...changes.keys()];
  if (ids.length === 0) return;
  await resourceTaxes.delete(ctx, { resourceId: ids });
  const rows = [...changes].flatMap(([resourceId, { after }]) => after.map((taxId) => ({ resourceId, taxId })));
  await resourceTaxes.insertMany(ctx, rows);
  await touchResources(ctx, ids, ctx.now);
  for (const [id, { before, after }] of changes) {
    announceChange(ctx, id, { old: { taxIds: before }, new: { taxIds: after } });
  }
}

const modes = {
  add: (present: string[], given: string[]) => [...new Set([...present, ...given])],
  remove: (present: string[], given: string[]) => present.filter((id) => !given.includes(id)),
  replace: (_present: string[], given: string[]) => given,
};

/** Changes the taxes of many resources at once. */
export async function changeTaxes(ctx: TenantContext, given: z.output<typeof ResourceTaxesChange>, rows: GivenRows) {
  const { resourceIds, taxIds, mode } = given;
  // A tax that is no longer in use can still be removed.
  const known = mode === 'remove' ? new Set(taxIds) : await knownTaxes(ctx, taxIds);
  requireKnown(taxIds, known, 'body.taxIds', 'This tax');
  const held = new Set((await lockResources(ctx, resourceIds)).map(({ id }) => id));
  const present = await readTaxIds(ctx, resourceIds);
  const changes: TaxChanges = new Map();
  const results = resourceIds.map((id, index): RowResult => {
    const path = `body.resourceIds[${rows.placeOf(index)}]`;
    const wrong = (code: string, message: string) => failed([{ path, code, message }]);
    if (!held.has(id)) return wrong('not_found', 'This product does not exist.');
    const before = present(id);
    const after = modes[mode](before, taxIds).toSorted();
    if (after.length > TAXES_MAX) return wrong('too_many', `A resource has at most ${TAXES_MAX} taxes.`);
    if (after.join() === before.join()) return { id, outcome: 'unchanged', errors: [] };
    changes.set(id, { before, after });
    return { id, outcome: 'updated', errors: [] };
  });
  refuseWrongRows(results, rows);
  await setTaxes(ctx, changes);
  return concludeBulk(ctx, 'taxes', rows, results);
}
