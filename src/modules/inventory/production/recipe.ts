import { requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { divideRounded, fromMillionths, MILLION, plainDecimal, toMillionths } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { StockNotTracked, StockOutOfRange } from '../stock/refusals.ts';
import { recipeParts, recipes } from '../tables.ts';
import type { NewRecipe } from './production.schema.ts';

export type Recipe = NonNullable<Awaited<ReturnType<typeof findRecipe>>>;

export const RecipeMissing = refusal('recipe_missing', 'This product has no recipe yet: give one.');
export const PartOfItself = refusal('part_of_itself', 'A product cannot be a part of itself: correct the recipe.');

const HUNDRED_PERCENT = 100n * MILLION;
const QUANTITY_MAX = 10n ** 12n * MILLION;

/** The recipe of a product: the given version, or the latest. */
export async function findRecipe(ctx: TenantContext, resourceId: string, version?: number) {
  const recipe = await recipes.find(ctx, { resourceId, version }, { orderBy: ['-version'] });
  if (!recipe) return undefined;
  const parts = await recipeParts.all(ctx, { resourceId, version: recipe.version }, { orderBy: ['line'] });
  return { ...recipe, parts: parts.map(({ partId, quantity, waste }) => ({ resourceId: partId, quantity, waste })) };
}

/** The recipe of a production: the latest, or the given one, which becomes the next version if it differs. */
export async function recipeFor(ctx: TenantContext, resourceId: string, given: NewRecipe | undefined): Promise<Recipe> {
  const latest = await findRecipe(ctx, resourceId);
  if (given?.parts.some((part) => part.resourceId === resourceId)) throw PartOfItself();
  await checkTracked(ctx, [resourceId], 'body.resourceId');
  if (!given) {
    if (!latest) throw RecipeMissing();
    return latest;
  }
  const partIds = given.parts.map((part) => part.resourceId);
  await checkTracked(ctx, partIds, 'body.recipe.parts[].resourceId');
  const recipe = { ...given, labourCost: toMinor(given.labourCost, ctx.currency), note: given.note ?? null };
  if (latest && isSame(latest, recipe)) return latest;
  const version = (latest?.version ?? 0) + 1;
  await insertRecipe(ctx, resourceId, version, recipe);
  return (await findRecipe(ctx, resourceId, version))!;
}

/** Of two concurrent requests for the same version, one runs again and creates the next. */
async function insertRecipe(ctx: TenantContext, resourceId: string, version: number, recipe: Content): Promise<void> {
  const { parts, yields, labourCost, note } = recipe;
  const head = { resourceId, version, yields, labourCost, note };
  await recipes.insert(ctx, head).catch(retryOnViolation('recipes_pkey'));
  await recipeParts.insertMany(
    ctx,
    parts.map((part, index) => ({
      resourceId,
      version,
      line: index + 1,
      partId: part.resourceId,
      quantity: part.quantity,
      waste: part.waste,
    })),
  );
}

async function checkTracked(ctx: TenantContext, ids: string[], path: string): Promise<void> {
  const resources = await requireResources(ctx, ids, path);
  for (const { name, tracksStock } of resources.values()) {
    if (!tracksStock) throw StockNotTracked(`The stock of ${name} is not tracked.`);
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

/** The quantity of each part for a quantity of the product, waste included, to the millionth. */
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

export const labourOf = (recipe: Recipe, quantity: bigint): bigint =>
  divideRounded(recipe.labourCost * quantity, toMillionths(recipe.yields));

export async function readRecipe(ctx: TenantContext, resourceId: string, version?: number) {
  const recipe = await findRecipe(ctx, resourceId, version);
  if (!recipe) throw NotFound();
  return {
    ...recipe,
    yields: plainDecimal(recipe.yields),
    labourCost: fromMinor(recipe.labourCost, ctx.currency),
    currency: ctx.currency,
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
