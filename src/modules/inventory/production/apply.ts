import { selectPostingRules, writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf, toMillionths } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { MovementInFuture } from '../resource-record/record.ts';
import { arrive, leave } from '../stock/change-stock.ts';
import { finish, lotsOf } from '../stock/move-stock.ts';
import { openStock } from '../stock/open-stock.ts';
import { CounterIsInventory } from '../stock/refusals.ts';
import { releaseStock } from '../stock/reserve-stock.ts';
import { type Production, productions } from '../tables.ts';
import type { ProductionApplication } from './production.schema.ts';
import { causeOf, describeDetail, ProductionState, recipeOf } from './production.ts';
import { updatePartsCosts } from './recipe.sql.ts';
import { labourOf, needsOf, type Recipe } from './recipe.ts';

export const PartNotInRecipe = refusal(
  'part_not_in_recipe',
  'This part is not in the recipe: leave it out, or change the recipe.',
);

/** Turns the parts into the product, at the real cost of parts and labour. */
export async function applyProduction(ctx: TenantContext, id: string, given: ProductionApplication) {
  const today = ctx.today.toString();
  const { date = today } = given;
  if (date > today) throw MovementInFuture();
  const production = await productions.lock(ctx, id);
  if (production.status !== 'planned' && production.status !== 'started') {
    throw ProductionState('It is already applied or cancelled.');
  }
  const [recipe, rules] = await Promise.all([
    recipeOf(ctx, production),
    selectPostingRules(ctx),
    releaseStock(ctx, causeOf(production)),
  ]);
  const planned = toMillionths(production.quantity);
  const labour = given.labourCost === undefined ? labourOf(recipe, planned) : toMinor(given.labourCost, ctx.currency);
  const made = await makeProduct(ctx, production, { recipe, given, labour, date });
  const labourAccount = given.labourChartAccountId ?? rules.get('salaries')!;
  const recordId = await writeProduction(ctx, { ...made, id, date, labour, labourAccount });
  await productions.update(ctx, id, {
    status: 'applied',
    appliedOn: date,
    produced: given.quantity ?? production.quantity,
    partsCost: made.partsCost,
    labourCost: labour,
    recordId,
    startedAt: production.startedAt === null ? ctx.now : undefined,
  });
  // A production of an earlier day has been revalued with the movements of that day.
  if (made.usedIds.length > 0) await updatePartsCosts(ctx, made.usedIds);
  return describeDetail(ctx, await productions.get(ctx, id));
}

/** The used quantity of each part: as given, or as in the recipe. */
function usedParts(recipe: Recipe, quantity: bigint, given: ProductionApplication['parts'] = []) {
  const givenParts = new Map(given.map((part) => [part.resourceId, part]));
  const needs = needsOf(recipe, quantity);
  if (given.some(({ resourceId }) => !needs.has(resourceId))) throw PartNotInRecipe();
  return [...needs].map(([resourceId, needed]) => {
    const { quantity: used, serialNumbers = [], lots = [] } = givenParts.get(resourceId) ?? {};
    return { resourceId, quantity: used === undefined ? needed : toMillionths(used), serialNumbers, lots };
  });
}

async function makeProduct(
  ctx: TenantContext,
  production: Production,
  { recipe, given, labour, date }: { recipe: Recipe; given: ProductionApplication; labour: bigint; date: string },
) {
  const { resourceId, divisionId, note } = production;
  const parts = usedParts(recipe, toMillionths(production.quantity), given.parts).filter(
    ({ quantity }) => quantity > 0n,
  );
  const product = { resourceId, serialNumbers: given.serialNumbers ?? [], lots: given.lots ?? [] };
  const stock = await openStock(ctx, {
    cause: causeOf(production),
    date,
    keys: [...parts, product].map((line) => ({ resourceId: line.resourceId, divisionId })),
    serials: [...parts, product].flatMap((line) =>
      line.serialNumbers.map((serialNumber) => ({ resourceId: line.resourceId, serialNumber })),
    ),
    lots: [...parts, product].flatMap(lotsOf),
  });
  const through = { divisionId, note, counter: stock.accounts.adjustments };
  const used = parts.map((part) => leave(stock, { ...part, ...through, departure: 'used' }));
  const partsCost = -sumOf(used, ({ value }) => value);
  const quantity = toMillionths(given.quantity ?? production.quantity);
  arrive(stock, { ...product, ...through, quantity, value: partsCost + labour });
  const { transfers } = await finish(ctx, stock);
  const usedIds = used.map((movement) => movement.id);
  return { transfers, partsCost, usedIds, throughAccount: through.counter, inventoryAccount: stock.accounts.inventory };
}

/** Posts the production. Parts and product pass through the adjustments account, whose balance does not change. */
async function writeProduction(
  ctx: TenantContext,
  made: Awaited<ReturnType<typeof makeProduct>> & {
    id: string;
    date: string;
    labour: bigint;
    labourAccount: string;
  },
): Promise<string | null> {
  const { id, date, labour, labourAccount, partsCost, throughAccount } = made;
  if (labourAccount === throughAccount || labourAccount === made.inventoryAccount) throw CounterIsInventory();
  const work = { debit: throughAccount, credit: labourAccount, amount: labour, purpose: 'labour' };
  const transfers = labour > 0n ? [...made.transfers, work] : made.transfers;
  if (transfers.length === 0) return null;
  const record = await writeRecord(ctx, {
    kind: 'production',
    date,
    description: 'Producción',
    amount: partsCost + labour,
    currency: ctx.currency,
    baseAmount: partsCost + labour,
    sourceKind: 'production',
    sourceId: id,
    transfers,
  });
  return record.id;
}
