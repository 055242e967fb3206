import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type FieldError, NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { concludeBulk, failed, type RowResult, refuseWrongRows } from '../bulk/bulk.ts';
import { byResource } from '../resource/by-resource.ts';
import { tellChange } from '../resource/change.ts';
import { TAXES_MAX } from '../resource/resource.schema.ts';
import { isResource, lockResources, touchResources } from '../resource/resource.sql.ts';
import { knownTaxes } from './known-taxes.ts';
import { deleteResourceTaxes, insertResourceTaxes, selectResourceTaxes } from './resource-tax.sql.ts';

export const TooManyTaxes = refusal(422, 'too_many_taxes', `A resource has at most ${TAXES_MAX} taxes.`);

/** Puts a tax on a resource; one that is there stays. */
export async function addTax(ctx: TenantContext, { resourceId, taxId }: { resourceId: string; taxId: string }) {
  if (!(await holds(ctx, resourceId))) throw unknownReference('body.resourceId', 'This resource');
  if (!(await knownTaxes(ctx, [taxId])).has(taxId)) throw unknownReference('body.taxId', 'This tax');
  const before = await taxesOf(ctx, resourceId);
  if (!before.includes(taxId)) {
    if (before.length >= TAXES_MAX) throw TooManyTaxes();
    await setTaxes(ctx, new Map([[resourceId, { before, after: [...before, taxId].toSorted() }]]));
  }
  return describeTaxes(ctx, resourceId);
}

export async function removeTax(ctx: TenantContext, { resourceId, taxId }: { resourceId: string; taxId: string }) {
  if (!(await holds(ctx, resourceId))) throw NotFound();
  const before = await taxesOf(ctx, resourceId);
  if (!before.includes(taxId)) throw NotFound();
  await setTaxes(ctx, new Map([[resourceId, { before, after: before.filter((id) => id !== taxId) }]]));
  return describeTaxes(ctx, resourceId);
}

const holds = async (ctx: TenantContext, resourceId: string): Promise<boolean> =>
  (await lockResources(ctx.tx, ctx.organizationId, [resourceId])).length > 0;

const taxesOf = async (ctx: TenantContext, resourceId: string): Promise<string[]> =>
  (await selectResourceTaxes(ctx.tx, ctx.organizationId, [resourceId])).map(({ taxId }) => taxId);

/** The taxes of a resource as they are today. */
export async function listTaxes(ctx: TenantContext, resourceId: string) {
  if (!(await isResource(ctx.tx, ctx.organizationId, resourceId))) throw NotFound();
  return describeTaxes(ctx, resourceId);
}

async function describeTaxes(ctx: TenantContext, resourceId: string) {
  const ids = await taxesOf(ctx, resourceId);
  const taxes = ids.length > 0 ? await selectTaxes(ctx, ids) : [];
  const today = ctx.today.toString();
  const data = taxes.map(({ id, code, name, kind, archivedAt, rates }) => {
    const rate = rates.find(({ validFrom, validUntil }) => validFrom <= today && today <= (validUntil ?? today));
    return { id, code, name, kind, rate: rate?.rate ?? null, archived: archivedAt !== null };
  });
  return { resourceId, data };
}

type TaxChange = Map<string, { before: string[]; after: string[] }>;

/** Writes the taxes of resources that are held, and tells what changed. */
async function setTaxes(ctx: TenantContext, changes: TaxChange): Promise<void> {
  const { tx, organizationId } = ctx;
  const ids = [...changes.keys()];
  if (ids.length === 0) return;
  await deleteResourceTaxes(tx, organizationId, ids);
  await insertResourceTaxes(
    tx,
    organizationId,
    [...changes].flatMap(([resourceId, { after }]) => after.map((taxId) => ({ resourceId, taxId }))),
  );
  await touchResources(tx, organizationId, ids, ctx.now);
  for (const [id, { before, after }] of changes)
    tellChange(ctx, id, { old: { taxIds: before }, new: { taxIds: after } });
}

const modes = {
  add: (present: string[], given: string[]) => [...new Set([...present, ...given])],
  remove: (present: string[], given: string[]) => present.filter((id) => !given.includes(id)),
  replace: (_present: string[], given: string[]) => given,
};

/** The taxes of many resources at once: some more, some fewer, or exactly these. */
export async function changeTaxes(
  ctx: TenantContext,
  given: { resourceIds: string[]; taxIds: string[]; mode: keyof typeof modes; validRowsOnly: boolean },
) {
  const { tx, organizationId } = ctx;
  const { resourceIds, taxIds, mode, validRowsOnly } = given;
  // What is taken away may be a tax that is no longer in use.
  const known = mode === 'remove' ? new Set(taxIds) : await knownTaxes(ctx, taxIds);
  const unknown = taxIds.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw unknownReference(`body.taxIds[${unknown}]`, 'This tax');
  const held = new Set((await lockResources(tx, organizationId, resourceIds)).map(({ id }) => id));
  const present = byResource(await selectResourceTaxes(tx, organizationId, resourceIds));
  const changes: TaxChange = new Map();
  const results = resourceIds.map((id, place): RowResult => {
    const path = `body.resourceIds[${place}]`;
    const wrong = (code: string, message: string): FieldError[] => [{ path, code, message }];
    if (!held.has(id)) return failed(wrong('not_found', 'This resource does not exist.'));
    const before = present(id).map(({ taxId }) => taxId);
    const after = modes[mode](before, taxIds).toSorted();
    if (after.length > TAXES_MAX) return failed(wrong('too_many', `A resource has at most ${TAXES_MAX} taxes.`));
    if (after.join() === before.join()) return { id, outcome: 'unchanged', errors: [] };
    changes.set(id, { before, after });
    return { id, outcome: 'updated', errors: [] };
  });
  refuseWrongRows(
    results.flatMap(({ errors }) => errors),
    validRowsOnly,
  );
  await setTaxes(ctx, changes);
  return concludeBulk(ctx, 'taxes', results);
}
