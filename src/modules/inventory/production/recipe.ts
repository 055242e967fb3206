import { requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION, plainDecimal, toMillionths } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { StockNotTracked, StockOutOfRange } from '../stock/refusals.ts';
import type { NewRecipe } from './production.schema.ts';
import { insertRecipe, type Recipe, selectRecipe } from './recipe.sql.ts';

export const RecipeMissing = refusal(422, 'recipe_missing', 'There is no recipe for this product yet: give one.');
export const PartOfItself = refusal(422, 'part_of_itself', 'A product is not a part of itself.');

const HUNDRED_PERCENT = 100n * MILLION;
const QUANTITY_MAX = 10n ** 12n * MILLION;

/** The recipe to make something by: the latest, or the one given, which becomes the next version where it is another. */
export async function recipeFor(ctx: TenantContext, resourceId: string, given: NewRecipe | undefined): Promise<Recipe> {
  const latest = await selectRecipe(ctx.tx, ctx.organizationId, resourceId, null);
  if (!given) {
    await checkTracked(ctx, [resourceId], 'body.resourceId');
    if (!latest) throw RecipeMissing();
    return latest;
  }
  if (given.parts.some((part) => part.resourceId === resourceId)) throw PartOfItself();
  await checkTracked(ctx, [resourceId], 'body.resourceId');
  const partIds = given.parts.map((part) => part.resourceId);
  await checkTracked(ctx, partIds, 'body.recipe.parts[].resourceId');
  const currency = ctx.currency;
  const recipe = { ...given, labourCost: toMinor(given.labourCost, currency), note: given.note ?? null };
  if (latest && isSame(latest, recipe)) return latest;
  const version = (latest?.version ?? 0) + 1;
  const { userId: createdBy, now: createdAt } = ctx;
  await insertRecipe(ctx.tx, ctx.organizationId, { ...recipe, resourceId, version, createdBy, createdAt });
  return (await selectRecipe(ctx.tx, ctx.organizationId, resourceId, version))!;
}

async function checkTracked(ctx: TenantContext, ids: string[], path: string): Promise<void> {
  const resources = await requireResources(ctx, ids, path);
  for (const { name, tracksStock } of resources.values()) {
    if (!tracksStock) throw StockNotTracked(`${name} has no stock.`);
  }
}

type Content = Pick<Recipe, 'yields' | 'labourCost' | 'note' | 'parts'>;

const isSame = (a: Content, b: Content): boolean => essence(a) === essence(b);
const essence = ({ yields, labourCost, note, parts }: Content): string =>
  JSON.stringify([
    plainDecimal(yields),
    String(labourCost),
    note,
    parts.map(({ resourceId, quantity, waste }) => [resourceId, plainDecimal(quantity), plainDecimal(waste)]),
  ]);

/** What making so much takes of each part, waste included, to the millionth. */
export function needsOf(recipe: Recipe, quantity: bigint): Map<string, bigint> {
  return new Map(
    recipe.parts.map((part) => {
      const each = toMillionths(part.quantity) * (HUNDRED_PERCENT + toMillionths(part.waste));
      const needed = divideRounded(each * quantity, toMillionths(recipe.yields) * HUNDRED_PERCENT);
      if (needed > QUANTITY_MAX) throw StockOutOfRange();
      return [part.resourceId, needed];
    }),
  );
}

/** What the work of making so much costs by the recipe. */
export const labourOf = (recipe: Recipe, quantity: bigint): bigint =>
  divideRounded(recipe.labourCost * quantity, toMillionths(recipe.yields));

export async function readRecipe(ctx: TenantContext, resourceId: string, version: number | null) {
  const [recipe, currency] = await Promise.all([
    selectRecipe(ctx.tx, ctx.organizationId, resourceId, version),
    ctx.currency,
  ]);
  if (!recipe) throw NotFound();
  return {
    ...recipe,
    yields: plainDecimal(recipe.yields),
    labourCost: fromMinor(recipe.labourCost, currency),
    currency,
    parts: recipe.parts.map(({ resourceId: id, quantity, waste }) => ({
      resourceId: id,
      quantity: plainDecimal(quantity),
      waste: plainDecimal(waste),
    })),
  };
}

export const describeNeeds = (recipe: Recipe, quantity: string) =>
  [...needsOf(recipe, toMillionths(quantity))].map(([resourceId, needed]) => ({
    resourceId,
    needed: fromMillionths(needed),
  }));
