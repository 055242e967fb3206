import { z } from 'zod';
import { AccountNotPostable, DivisionArchived, guardRefusals } from '#modules/accounting/index.ts';
import { listOf, oneOf } from '#platform/db/list.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { MovementInFuture } from '../resource-record/record.ts';
import { StockNotTracked, StockOutOfRange, stockRefusals } from '../stock/refusals.ts';
import { productions } from '../tables.ts';
import { applyProduction, PartNotInRecipe } from './apply.ts';
import {
  NewProduction,
  Production,
  ProductionApplication,
  ProductionChange,
  ProductionDetail,
  ProductionStatus,
  Recipe,
} from './production.schema.ts';
import {
  changeProduction,
  describeProduction,
  ProductionState,
  planProduction,
  readProduction,
  readRecipeOf,
} from './production.ts';
import { PartOfItself, RecipeMissing, readRecipe } from './recipe.ts';

const productId = exampleId;
const flourId = otherExampleId;
const divisionId = thirdExampleId;

const productionList = listOf(productions, {
  filters: {
    resourceId: oneOf('resourceId', z.uuid(), 'The product.'),
    divisionId: oneOf('divisionId', z.uuid()),
    status: oneOf('status', ProductionStatus),
  },
  // Ids grow with time.
  sort: { created: 'id' },
  order: '-created',
});

export const productionRoutes = [
  route('POST', '/v1/resource/production', 'inventory:write', {
    summary: 'Plan a production',
    description:
      'Plans to make a product by its latest recipe, or by the given one, which becomes the next version. Nothing moves yet.',
    status: 201,
    body: NewProduction,
    returns: ProductionDetail,
    refusals: [ReferenceNotFound, DivisionArchived, StockNotTracked, StockOutOfRange, RecipeMissing, PartOfItself],
    examples: {
      body: {
        resourceId: productId,
        divisionId,
        quantity: '40',
        recipe: { yields: '20', parts: [{ resourceId: flourId, quantity: '2', waste: '3' }], labourCost: '150.00' },
        plannedOn: '2026-11-16',
      },
    },
    handler: (ctx, { body }) => planProduction(ctx, body),
  }),
  route('GET', '/v1/resource/production', 'inventory:read', {
    summary: 'List productions',
    description: 'All productions, newest first.',
    query: productionList.query,
    returns: pageOf(Production),
    examples: { query: { status: 'started' } },
    handler: (ctx, { query }) =>
      productionList.page(ctx, query, (rows) => rows.map((production) => describeProduction(ctx, production))),
  }),
  route('GET', '/v1/resource/production/:productionId', 'inventory:read', {
    summary: 'Read a production',
    description: 'One production with its parts, and its cost once it is applied.',
    returns: ProductionDetail,
    handler: (ctx, { params: { productionId } }) => readProduction(ctx, productionId),
  }),
  route('PATCH', '/v1/resource/production/:productionId', 'inventory:write', {
    summary: 'Change, start, cancel or reverse a production',
    description:
      'Changes a plan or its status: `started` reserves the parts, `cancelled` releases them, and `reversed` undoes an applied production: the movements of product and parts are reversed, and the record is voided.',
    body: ProductionChange,
    returns: ProductionDetail,
    refusals: [ProductionState, ...stockRefusals, ...guardRefusals, AccountNotPostable],
    examples: { body: { version: 1, status: 'started' } },
    handler: (ctx, { params: { productionId }, body }) => changeProduction(ctx, productionId, body),
  }),
  route('POST', '/v1/resource/production/:productionId/apply', 'inventory:write', {
    summary: 'Apply a production',
    description:
      'Issues the parts and receives the product at the real cost of parts and labour, in one transaction. Give the quantities that differ from the plan. If a later entry changes the cost of the parts, the product is revalued by an adjustment of that day. The labour cost is taken from `salaries` of the posting rules, or the given account.',
    body: ProductionApplication,
    returns: ProductionDetail,
    refusals: [
      ProductionState,
      PartNotInRecipe,
      MovementInFuture,
      ...stockRefusals,
      ...guardRefusals,
      AccountNotPostable,
    ],
    examples: { body: { quantity: '39', parts: [{ resourceId: flourId, quantity: '4.2' }] } },
    handler: (ctx, { params: { productionId }, body }) => applyProduction(ctx, productionId, body),
  }),
  route('GET', '/v1/resource/production/:productionId/recipe', 'inventory:read', {
    summary: 'Read the recipe of a production',
    description: 'The version of the recipe that this production uses.',
    returns: Recipe,
    handler: (ctx, { params: { productionId } }) => readRecipeOf(ctx, productionId),
  }),
  route('GET', '/v1/resource/production/:resourceId/recipe/latest', 'inventory:read', {
    action: 'getLatestRecipe',
    summary: 'Read the latest recipe of a product',
    description: 'The present recipe of a product.',
    returns: Recipe,
    handler: (ctx, { params: { resourceId } }) => readRecipe(ctx, resourceId),
  }),
];
