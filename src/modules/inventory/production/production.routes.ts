import { z } from 'zod';
import { AccountNotPostable, DivisionArchived, guardRefusals } from '#modules/accounting/index.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { MovementInFuture } from '../resource-record/record.ts';
import { StockNotTracked, StockOutOfRange, stockRefusals } from '../stock/refusals.ts';
import { applyProduction, PartNotInRecipe } from './apply.ts';
import {
  NewProduction,
  ProductionApplication,
  ProductionChange,
  ProductionDetail,
  ProductionView,
  RecipeView,
} from './production.schema.ts';
import { productionStatuses } from './production.sql.ts';
import {
  changeProduction,
  listProductions,
  ProductionState,
  planProduction,
  readProduction,
  readRecipeOf,
} from './production.ts';
import { PartOfItself, RecipeMissing, readRecipe } from './recipe.ts';

const productId = exampleId;
const flourId = otherExampleId;
const divisionId = thirdExampleId;
const params = z.strictObject({ productionId: z.uuid() });

export const productionRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/production',
    summary: 'Plan a production',
    description:
      'Plans to make a product by its latest recipe, or by the one given, which becomes the next version. Nothing moves yet.',
    access: { permission: 'inventory:write' },
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
  route({
    method: 'GET',
    path: '/v1/resource/production',
    summary: 'List the productions',
    description: 'What is planned, under way, made and undone, the newest first.',
    access: { permission: 'inventory:read' },
    query: z.strictObject({
      ...pageQuery,
      ...cursorQuery,
      resourceId: z.uuid().optional().describe('What is made.'),
      divisionId: z.uuid().optional(),
      status: z.enum(productionStatuses).optional(),
    }),
    returns: pageOf(ProductionView),
    examples: { query: { status: 'started' } },
    handler: (ctx, { query }) => listProductions(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/production/:productionId',
    summary: 'A production',
    description: 'One production with the parts that it takes, and what it has cost once it was applied.',
    access: { permission: 'inventory:read' },
    params,
    returns: ProductionDetail,
    handler: (ctx, { params: { productionId } }) => readProduction(ctx, productionId),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/production/:productionId',
    summary: 'Start, cancel or undo a production',
    description:
      'Changes a plan, or its state: `started` sets the parts aside so that nobody else takes them, `cancelled` lets go of them, and `reversed` undoes what was applied: the product is taken back, the parts are there again, and the record is void.',
    access: { permission: 'inventory:write' },
    params,
    body: ProductionChange,
    returns: ProductionDetail,
    refusals: [ProductionState, ...stockRefusals, ...guardRefusals, AccountNotPostable],
    examples: { body: { version: 1, status: 'started' } },
    handler: (ctx, { params: { productionId }, body }) => changeProduction(ctx, productionId, body),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/production/:productionId/apply',
    summary: 'Make the product',
    description:
      'Takes the parts out and puts the product in, at what the parts and the work have really cost, all at once. What was used or made otherwise than planned is said here. Where a late entry changes what the parts have cost, the product is valued again as an adjustment of that day. The work is taken from `salaries` of the posting rules, or the account given.',
    access: { permission: 'inventory:write' },
    params,
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
  route({
    method: 'GET',
    path: '/v1/resource/production/:productionId/recipe',
    summary: 'The recipe of a production',
    description: 'The version of the recipe that this production goes by.',
    access: { permission: 'inventory:read' },
    params,
    returns: RecipeView,
    handler: (ctx, { params: { productionId } }) => readRecipeOf(ctx, productionId),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/production/:resourceId/recipe/latest',
    action: 'getLatestRecipe',
    summary: 'The latest recipe of a product',
    description: 'How a product is made at present.',
    access: { permission: 'inventory:read' },
    params: z.strictObject({ resourceId: z.uuid() }),
    returns: RecipeView,
    handler: (ctx, { params: { resourceId } }) => readRecipe(ctx, resourceId, null),
  }),
];
