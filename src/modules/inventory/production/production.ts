import { z } from 'zod';
import { requireDivisions, voidRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION, plainDecimal, toMillionths } from '#platform/decimal.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { undoStock } from '../stock/move-stock.ts';
import { releaseStock, reserveStock } from '../stock/reserve-stock.ts';
import type { NewRecipe } from './production.schema.ts';
import {
  insertProduction,
  lockProduction,
  type Production,
  type ProductionFilter,
  selectProduction,
  selectProductions,
  updateProduction,
} from './production.sql.ts';
import { selectRecipe } from './recipe.sql.ts';
import { describeNeeds, needsOf, readRecipe, recipeFor } from './recipe.ts';

export const ProductionState = refusal(409, 'production_state', 'A production in this state does not do that.');

export const causeOf = ({ id }: Pick<Production, 'id'>) => ({ kind: 'production', id });

export async function planProduction(
  ctx: TenantContext,
  given: {
    resourceId: string;
    divisionId: string;
    quantity: string;
    recipe?: NewRecipe | undefined;
    plannedOn?: string | null | undefined;
    note?: string | null | undefined;
  },
) {
  const { resourceId, divisionId, quantity, plannedOn = null, note = null } = given;
  const recipe = await recipeFor(ctx, resourceId, given.recipe);
  await requireDivisions(ctx, [divisionId], 'body.divisionId');
  needsOf(recipe, toMillionths(quantity));
  const production = await insertProduction(ctx.tx, {
    organizationId: ctx.organizationId,
    id: newId(),
    resourceId,
    recipeVersion: recipe.version,
    divisionId,
    quantity,
    plannedOn,
    note,
    createdBy: ctx.userId,
    createdAt: ctx.now,
  });
  return describeDetail(ctx, production);
}

/** Changes a plan, or takes it further: started, cancelled, or undone after it was applied. */
export async function changeProduction(
  ctx: TenantContext,
  id: string,
  change: {
    version?: number | undefined;
    quantity?: string | undefined;
    plannedOn?: string | null | undefined;
    note?: string | null | undefined;
    status?: 'started' | 'cancelled' | 'reversed' | undefined;
  },
) {
  const { version, status, quantity, ...fields } = change;
  const before = await lockStanding(ctx, id, version);
  if (quantity !== undefined && before.status !== 'planned')
    throw ProductionState('The quantity is fixed once it has started.');
  const planned = { ...before, quantity: quantity ?? before.quantity };
  if (status === 'started') await startProduction(ctx, planned);
  if (status === 'cancelled') await cancelProduction(ctx, planned);
  if (status === 'reversed') await reverseProduction(ctx, planned);
  const changed = await updateProduction(ctx.tx, ctx.organizationId, id, {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(quantity !== undefined && { quantity }),
    ...(status && { status }),
    ...(status === 'started' && { startedAt: ctx.now }),
  });
  return describeDetail(ctx, changed);
}

export async function lockStanding(ctx: TenantContext, id: string, version?: number): Promise<Production> {
  const production = await lockProduction(ctx.tx, ctx.organizationId, id);
  if (!production) throw NotFound();
  if (version !== undefined && version !== production.version) throw VersionConflict();
  return production;
}

/** The parts are set aside, so that nobody sells them meanwhile. */
async function startProduction(ctx: TenantContext, production: Production): Promise<void> {
  if (production.status !== 'planned') throw ProductionState('Only what is planned is started.');
  const recipe = await recipeOf(ctx, production);
  const { divisionId } = production;
  const lines = [...needsOf(recipe, toMillionths(production.quantity))]
    .filter(([, needed]) => needed > 0n)
    .map(([resourceId, needed]) => ({ resourceId, divisionId, quantity: fromMillionths(needed) }));
  await reserveStock(ctx, causeOf(production), lines);
}

async function cancelProduction(ctx: TenantContext, production: Production): Promise<void> {
  if (production.status !== 'planned' && production.status !== 'started') {
    throw ProductionState('What was applied is reversed, not cancelled.');
  }
  await releaseStock(ctx, causeOf(production));
}

/** The product is taken back, the parts are there again, and the books are as if it had never been. */
async function reverseProduction(ctx: TenantContext, production: Production): Promise<void> {
  if (production.status !== 'applied') throw ProductionState('Only what was applied is reversed.');
  await undoStock(ctx, causeOf(production));
  if (production.recordId) await voidRecord(ctx, production.recordId);
}

export const recipeOf = async (ctx: TenantContext, { resourceId, recipeVersion }: Production) =>
  (await selectRecipe(ctx.tx, ctx.organizationId, resourceId, recipeVersion))!;

export async function readProduction(ctx: TenantContext, id: string) {
  return describeDetail(ctx, await findProduction(ctx, id));
}

export async function readRecipeOf(ctx: TenantContext, id: string) {
  const { resourceId, recipeVersion } = await findProduction(ctx, id);
  return readRecipe(ctx, resourceId, recipeVersion);
}

async function findProduction(ctx: TenantContext, id: string): Promise<Production> {
  const production = await selectProduction(ctx.tx, ctx.organizationId, id);
  if (!production) throw NotFound();
  return production;
}

export async function listProductions(
  ctx: TenantContext,
  query: PageRequest & ProductionFilter & { cursor?: string | undefined },
) {
  const { cursor, page: wanted, itemsPerPage, count, ...filter } = query;
  const request = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const [before = null] = cursor === undefined ? [] : fromCursor(cursor, z.tuple([z.uuid()]));
  const [{ rows, counted }, currency] = await Promise.all([
    selectProductions(ctx.tx, ctx.organizationId, filter, { ...pageWindow(request), before }),
    ctx.currency,
  ]);
  const page = toPage(request, rows, counted);
  const last = page.data.at(-1);
  return {
    ...page,
    data: page.data.map((production) => describe(production, currency)),
    nextCursor: page.hasMore && last ? toCursor([last.id]) : null,
  };
}

export async function describeDetail(ctx: TenantContext, production: Production) {
  const [recipe, currency] = await Promise.all([recipeOf(ctx, production), ctx.currency]);
  return { ...describe(production, currency), parts: describeNeeds(recipe, production.quantity) };
}

function describe({ partsCost, labourCost, produced, ...production }: Production, currency: string) {
  const told = (minor: bigint) => fromMinor(minor, currency);
  const isApplied = partsCost !== null && labourCost !== null && produced !== null;
  return {
    ...production,
    quantity: plainDecimal(production.quantity),
    produced: produced === null ? null : plainDecimal(produced),
    cost: isApplied
      ? {
          parts: told(partsCost),
          labour: told(labourCost),
          total: told(partsCost + labourCost),
          unit: told(divideRounded((partsCost + labourCost) * MILLION, toMillionths(produced))),
        }
      : null,
    currency,
  };
}
