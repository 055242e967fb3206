import type { z } from 'zod';
import { requireDivisions, voidRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION, plainDecimal, toMillionths } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { setRules } from '../position/position.ts';
import { undoStock } from '../stock/move-stock.ts';
import { releaseStock, reserveStock } from '../stock/reserve-stock.ts';
import { type Production, productions, stockPositions } from '../tables.ts';
import type { NewProduction, ProductionChange } from './production.schema.ts';
import { describeNeeds, findRecipe, needsOf, readRecipe, recipeFor } from './recipe.ts';

export const ProductionState = refusal(
  'production_state',
  'The state of the production does not allow this: read it again.',
  409,
);

export const causeOf = ({ id }: Pick<Production, 'id'>) => ({ kind: 'production', id });

export async function planProduction(ctx: TenantContext, given: z.output<typeof NewProduction>) {
  const { resourceId, divisionId, quantity, plannedOn = null, note = null } = given;
  const recipe = await recipeFor(ctx, resourceId, given.recipe);
  await requireDivisions(ctx, [divisionId], 'body.divisionId');
  const needs = needsOf(recipe, toMillionths(quantity));
  await createPositions(ctx, [resourceId, ...needs.keys()], divisionId);
  const production = await productions.insert(ctx, {
    status: 'planned',
    resourceId,
    recipeVersion: recipe.version,
    divisionId,
    quantity,
    plannedOn,
    note,
  });
  return describeDetail(ctx, production);
}

/** Replenishment plans only what has a position in the division. */
async function createPositions(ctx: TenantContext, resourceIds: string[], divisionId: string): Promise<void> {
  const present = await stockPositions.all(ctx, { resourceId: resourceIds, divisionId }, { columns: ['resourceId'] });
  const missing = new Set(resourceIds).difference(new Set(present.map(({ resourceId }) => resourceId)));
  const keys = [...missing].map((resourceId) => ({ resourceId, divisionId }));
  if (keys.length > 0) await setRules(ctx, keys, 'body.recipe.parts[]');
}

/** Changes a plan or its status: started, cancelled, or reversed after it was applied. */
export async function changeProduction(
  ctx: TenantContext,
  id: string,
  { version, ...change }: z.output<typeof ProductionChange>,
) {
  const { status, quantity } = change;
  const before = await productions.lock(ctx, id, version);
  if (quantity !== undefined && before.status !== 'planned')
    throw ProductionState('The quantity is fixed once it has started.');
  const planned = { ...before, quantity: quantity ?? before.quantity };
  if (status === 'started') await startProduction(ctx, planned);
  if (status === 'cancelled') await cancelProduction(ctx, planned);
  if (status === 'reversed') await reverseProduction(ctx, planned);
  const startedAt = status === 'started' ? ctx.now : undefined;
  return describeDetail(ctx, await productions.update(ctx, id, { ...change, startedAt }));
}

/** Reserves the parts. */
async function startProduction(ctx: TenantContext, production: Production): Promise<void> {
  if (production.status !== 'planned') throw ProductionState('Only a planned production can be started.');
  const recipe = await recipeOf(ctx, production);
  const { divisionId } = production;
  const lines = [...needsOf(recipe, toMillionths(production.quantity))]
    .filter(([, needed]) => needed > 0n)
    .map(([resourceId, needed]) => ({ resourceId, divisionId, quantity: fromMillionths(needed) }));
  await reserveStock(ctx, causeOf(production), lines);
}

async function cancelProduction(ctx: TenantContext, production: Production): Promise<void> {
  if (production.status !== 'planned' && production.status !== 'started') {
    throw ProductionState('An applied production is reversed, not cancelled.');
  }
  await releaseStock(ctx, causeOf(production));
}

/** Reverses the movements of product and parts, and voids the record. */
async function reverseProduction(ctx: TenantContext, production: Production): Promise<void> {
  if (production.status !== 'applied') throw ProductionState('Only an applied production can be reversed.');
  await undoStock(ctx, causeOf(production));
  if (production.recordId) await voidRecord(ctx, production.recordId);
}

export const recipeOf = async (ctx: TenantContext, { resourceId, recipeVersion }: Production) =>
  (await findRecipe(ctx, resourceId, recipeVersion))!;

export async function readProduction(ctx: TenantContext, id: string) {
  return describeDetail(ctx, await productions.get(ctx, id));
}

export async function readRecipeOf(ctx: TenantContext, id: string) {
  const { resourceId, recipeVersion } = await productions.get(ctx, id);
  return readRecipe(ctx, resourceId, recipeVersion);
}

export async function describeDetail(ctx: TenantContext, production: Production) {
  const recipe = await recipeOf(ctx, production);
  return { ...describeProduction(ctx, production), parts: describeNeeds(recipe, production.quantity) };
}

export function describeProduction({ currency }: TenantContext, production: Production) {
  const { partsCost, labourCost, produced, ...rest } = production;
  const format = (minor: bigint) => fromMinor(minor, currency);
  const isApplied = partsCost !== null && labourCost !== null && produced !== null;
  return {
    ...rest,
    quantity: plainDecimal(production.quantity),
    produced: produced === null ? null : plainDecimal(produced),
    cost: isApplied
      ? {
          parts: format(partsCost),
          labour: format(labourCost),
          total: format(partsCost + labourCost),
          unit: format(divideRounded((partsCost + labourCost) * MILLION, toMillionths(produced))),
        }
      : null,
    currency,
  };
}
