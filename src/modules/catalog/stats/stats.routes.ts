import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { route } from '#platform/http/route.ts';
import { fillInStockTotals, type StockTotals } from '../hooks.ts';
import { ResourceKind } from '../resource/resource.schema.ts';
import { selectCategories, selectGaps, selectKindCounts } from './stats.sql.ts';

const CATEGORIES_MAX = 50;
const Count = z.number().int();

const Stats = z.object({
  total: Count.describe('Resources in use.'),
  archived: Count.describe('Resources that are archived.'),
  byKind: z
    .object(
      Object.fromEntries(ResourceKind.options.map((kind) => [kind, Count.describe('How many are in use.')])) as Record<
        string,
        typeof Count
      >,
    )
    .describe('Resources in use of each kind.'),
  tracked: Count.describe('Resources whose stock is tracked.'),
  withoutPrice: Count.describe('In use, with no price at all.'),
  withoutCost: Count.describe('In use, with an unknown cost.'),
  withoutCode: Count.describe('In use, without a code.'),
  withoutBarcode: Count.describe('In use, without a barcode.'),
  categories: z
    .array(
      z.object({
        category: z.string().nullable().describe('Null: without a category.'),
        count: Count.describe('Resources in use of it.'),
      }),
    )
    .describe('The largest fifty.'),
  stock: z
    .object({
      resourcesInStock: Count.describe('Tracked resources of which there is stock.'),
      resourcesOutOfStock: Count.describe('Tracked resources of which nothing is left.'),
      belowMinimum: Count.describe('Resources below their minimum somewhere.'),
      value: z.string().describe('In the organization’s currency.'),
    })
    .nullable()
    .describe('Null: no stock is kept.'),
});

export const statsRoutes = [
  route('GET', '/v1/resource/stats', 'catalog:read', {
    summary: 'Read catalog statistics',
    description: 'Numbers of resources by kind and category, of incomplete ones, and of those in stock.',
    returns: Stats,
    handler: (ctx) => readStats(ctx),
  }),
];

async function readStats(ctx: TenantContext) {
  const totals: StockTotals = { stock: null };
  const [kinds, gaps, categories] = await Promise.all([
    selectKindCounts(ctx),
    selectGaps(ctx),
    selectCategories(ctx, CATEGORIES_MAX),
  ]);
  await fillInStockTotals(ctx, totals);
  const sum = (field: 'active' | 'archived' | 'withoutCode' | 'withoutCost' | 'tracked'): number =>
    kinds.reduce((total, kind) => total + kind[field], 0);
  const active = new Map(kinds.map((kind) => [kind.kind, kind.active]));
  return {
    total: sum('active'),
    archived: sum('archived'),
    byKind: Object.fromEntries(ResourceKind.options.map((kind) => [kind, active.get(kind) ?? 0])),
    tracked: sum('tracked'),
    withoutCode: sum('withoutCode'),
    withoutCost: sum('withoutCost'),
    ...gaps,
    categories,
    stock: totals.stock,
  };
}
