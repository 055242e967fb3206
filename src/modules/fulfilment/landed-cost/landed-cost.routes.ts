import { AccountNotPostable, AmountOutOfRange, CurrencyMismatch, guardRefusals } from '#modules/accounting/index.ts';
import { CounterIsInventory, StockOutOfRange } from '#modules/inventory/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { landedCosts } from '../tables.ts';
import { LandedCostSummary, LandedCostView, NewLandedCost } from './landed-cost.schema.ts';
import { landedCostList } from './landed-cost.sql.ts';
import {
  addLandedCost,
  describeLandedCost,
  describeSummary,
  LandedCostIsVoid,
  MoreThanBilled,
  NotBought,
  NothingArrived,
  voidLandedCost,
} from './landed-cost.ts';

const postingRefusals = [
  AccountNotPostable,
  AmountOutOfRange,
  CurrencyMismatch,
  CounterIsInventory,
  StockOutOfRange,
  ...guardRefusals,
];

export const landedCostRoutes = [
  route('POST', '/v1/resource/landed-cost', 'fulfilment:write', {
    summary: 'Add landed costs to purchases',
    description:
      'Adds the cost of a bill (freight, customs, insurance) to the goods of purchases that have arrived. It leaves the accounts that the bill was posted to, without its taxes: goods in stock are worth more, and goods that were sold since cost more, with the margins of their documents. The record is dated today. Until the landed cost is void, neither the bill nor the purchases can be voided.',
    status: 201,
    body: NewLandedCost,
    returns: LandedCostView,
    refusals: [ReferenceNotFound, NotBought, NothingArrived, MoreThanBilled, ...postingRefusals],
    examples: { body: { pendingRecordId: id, purchases: [id], basis: 'value', notes: 'Contenedor de agosto' } },
    handler: (ctx, { body }) => addLandedCost(ctx, body),
  }),
  route('GET', '/v1/resource/landed-cost', 'fulfilment:read', {
    summary: 'List landed costs',
    description: 'Costs that were added to the goods of purchases, without their lines. Newest first.',
    query: landedCostList.query,
    returns: pageOf(LandedCostSummary),
    examples: { query: { status: 'posted' } },
    handler: (ctx, { query }) =>
      landedCostList.page(ctx, query, (rows) => rows.map((row) => describeSummary(ctx, row))),
  }),
  route('GET', '/v1/resource/landed-cost/:landedCostId', 'fulfilment:read', {
    summary: 'Read a landed cost',
    description: 'The landed cost with the goods that share it, and what one unit of each cost with it.',
    returns: LandedCostView,
    handler: async (ctx, { params }) => describeLandedCost(ctx, await landedCosts.get(ctx, params.landedCostId)),
  }),
  route('DELETE', '/v1/resource/landed-cost/:landedCostId', 'fulfilment:write', {
    action: 'void',
    summary: 'Void a landed cost',
    description:
      'Takes the cost from the goods again, and from the cost of those that were sold, back to the accounts of the bill. The record is dated today.',
    returns: LandedCostView,
    refusals: [LandedCostIsVoid, ...postingRefusals],
    handler: (ctx, { params }) => voidLandedCost(ctx, params.landedCostId),
  }),
];
