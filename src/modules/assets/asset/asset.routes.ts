import { z } from 'zod';
import { AccountNotPostable } from '#modules/accounting/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AssetChange, AssetView, NewAsset } from './asset.schema.ts';
import { assetList, sumAssets } from './asset.sql.ts';
import {
  AccountKindDiffers,
  AssetDepreciated,
  AssetDisposed,
  CodeTaken,
  changeAsset,
  createAsset,
  DatesOutOfOrder,
  describeAsset,
  NotAPurchase,
  readAsset,
  removeAsset,
  TooManyAssets,
  ValuesOutOfOrder,
} from './asset.ts';
import { LifeRequired, RateNotUsed } from './plan.ts';

const refusals = [
  ReferenceNotFound,
  CodeTaken,
  DatesOutOfOrder,
  ValuesOutOfOrder,
  LifeRequired,
  RateNotUsed,
  AccountNotPostable,
  AccountKindDiffers,
  NotAPurchase,
];

export const assetRoutes = [
  route('POST', '/v1/asset', 'accounting:write', {
    summary: 'Register a fixed asset',
    description:
      'Its cost is in the books already, by a purchase whose line names the account (`chartAccountId`) or by a journal entry. After each month its depreciation is posted by itself, missed months included: at the end of the month, or on the first day that is not locked.',
    status: 201,
    body: NewAsset,
    returns: AssetView,
    refusals: [...refusals, TooManyAssets],
    examples: {
      body: { name: 'Camioneta Hilux', code: 'L123456', taxCategory: 2, acquiredOn: '2026-10-16', cost: '1450000.00' },
    },
    handler: (ctx, { body }) => createAsset(ctx, body),
  }),
  route('GET', '/v1/asset', 'accounting:read', {
    summary: 'List fixed assets',
    description: 'Newest first, with the sums of all that match. `from` and `to` are about the day of acquisition.',
    query: assetList.query,
    returns: pageOf(AssetView).extend({
      totals: z
        .object({
          cost: z.string().describe('What they were bought for.'),
          accumulatedDepreciation: z.string().describe('What was depreciated so far.'),
          bookValue: z.string().describe('The cost less the depreciation.'),
        })
        .describe('Without those that were disposed of.'),
    }),
    examples: { query: { state: 'active', taxCategory: '2' } },
    handler: async (ctx, { query }) => {
      const page = await assetList.page(ctx, query, (rows) => rows.map((asset) => describeAsset(ctx, asset)));
      return { ...page, totals: await sumAssets(ctx, query) };
    },
  }),
  route('PATCH', '/v1/asset', 'accounting:write', {
    summary: 'Change a fixed asset',
    description:
      'Once depreciation was posted, the dates, the opening depreciation and the accounts of the balance sheet stay; a new cost (after its bill was corrected), life, method, rate or salvage value counts from the next month that is not posted. What is posted never changes.',
    body: AssetChange,
    returns: AssetView,
    refusals: [...refusals, AssetDepreciated, AssetDisposed],
    examples: { body: { id: exampleId, version: 1, lifeMonths: 60, salvageValue: '250000.00' } },
    handler: (ctx, { body }) => changeAsset(ctx, body),
  }),
  route('GET', '/v1/asset/:assetId', 'accounting:read', {
    summary: 'Read a fixed asset',
    description: 'With its schedule: the months that were posted, each with its record, and those that are planned.',
    returns: AssetView,
    handler: (ctx, { params }) => readAsset(ctx, params.assetId),
  }),
  route('DELETE', '/v1/asset/:assetId', 'accounting:write', {
    summary: 'Delete a fixed asset',
    description: 'Only while nothing was posted for it. Afterwards it is disposed of.',
    refusals: [AssetDepreciated, AssetDisposed],
    handler: (ctx, { params }) => removeAsset(ctx, params.assetId),
  }),
];
