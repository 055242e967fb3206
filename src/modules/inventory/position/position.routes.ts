import { z } from 'zod';
import { DivisionArchived } from '#modules/accounting/index.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { StockNotTracked } from '../stock/refusals.ts';
import { PositionKey, PositionRules, ProductStockView, StockPositionView, StockValueView } from './position.schema.ts';
import {
  changePosition,
  createPosition,
  listPositions,
  PositionExists,
  PositionNotEmpty,
  readPosition,
  readStorage,
  readTotalValue,
  removePosition,
  setRules,
  UnitsCannotBeOwed,
} from './position.ts';

const resourceId = exampleId;
const divisionId = otherExampleId;
const ruleRefusals = [ReferenceNotFound, DivisionArchived, StockNotTracked, UnitsCannotBeOwed];

export const positionRoutes = [
  route({
    method: 'GET',
    path: '/v1/resource/position',
    summary: 'List the positions',
    description:
      'The stock of each resource in each division: what is there, what of it is promised, what it is worth, and whether it is low.',
    access: { permission: 'inventory:read' },
    query: z.strictObject({
      ...pageQuery,
      ...cursorQuery,
      resourceId: z.uuid().optional(),
      divisionId: z.uuid().optional(),
      low: z.boolean().optional().describe('Only those below their minimum, or only the others.'),
    }),
    returns: pageOf(StockPositionView),
    examples: { query: { low: 'true' } },
    handler: (ctx, { query }) => listPositions(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/position/:resourceId/:divisionId',
    summary: 'The stock of a resource in a division',
    description: 'One position: what is there, what of it is promised, and what it is worth.',
    access: { permission: 'inventory:read' },
    params: z.strictObject(PositionKey),
    returns: StockPositionView,
    handler: (ctx, { params }) => readPosition(ctx, params),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/position',
    summary: 'Prepare a position',
    description:
      'Sets the minimum, the location and the rules of a resource in a division before anything is there. The quantity begins at zero: only movements change it. The first movement makes a position by itself, too.',
    access: { permission: 'inventory:write' },
    status: 201,
    body: z.strictObject({ ...PositionKey, ...PositionRules }),
    returns: StockPositionView,
    refusals: [PositionExists, ...ruleRefusals],
    examples: { body: { resourceId, divisionId, minimum: '5', location: 'Pasillo 3' } },
    handler: (ctx, { body }) => createPosition(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/position',
    summary: 'Change the rules of a position',
    description:
      'Changes the minimum, the location or the rules; what is left out stays. The quantity is never changed here.',
    access: { permission: 'inventory:write' },
    body: z.strictObject({ ...PositionKey, version: z.number().int().optional(), ...PositionRules }),
    returns: StockPositionView,
    refusals: [NotFound, StockNotTracked, UnitsCannotBeOwed],
    examples: { body: { resourceId, divisionId, version: 1, minimum: '8' } },
    handler: (ctx, { body }) => changePosition(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/resource/position',
    summary: 'Delete a position',
    description: 'Forgets the rules of a position that is empty and has nothing promised. Its movements stay.',
    access: { permission: 'inventory:write' },
    body: z.strictObject(PositionKey),
    returns: z.object(PositionKey),
    refusals: [NotFound, PositionNotEmpty],
    examples: { body: { resourceId, divisionId } },
    handler: (ctx, { body }) => removePosition(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/position/bulk',
    action: 'updateMany',
    summary: 'Set the rules of many positions',
    description:
      'The same for up to 1,000 positions, all or none. Those that do not exist begin empty; of the others, what is left out stays.',
    access: { permission: 'inventory:write' },
    body: z.strictObject({
      positions: uniqueList(z.strictObject({ ...PositionKey, ...PositionRules }), {
        min: 1,
        max: 1000,
        by: ({ resourceId, divisionId }) => `${resourceId} ${divisionId}`,
      }),
    }),
    returns: z.object({ positions: z.array(StockPositionView) }),
    refusals: ruleRefusals,
    examples: { body: { positions: [{ resourceId, divisionId, minimum: '12' }] } },
    handler: async (ctx, { body }) => ({ positions: await setRules(ctx, body.positions, 'body.positions[]') }),
  }),
];

export const storageRoutes = [
  route({
    method: 'GET',
    path: '/v1/resource/total-value',
    summary: 'What all stock is worth',
    description:
      'The value of the stock at cost, in all and in each division. It is always the balance of the inventory account. `verifiedAt` says when every position, unit and promise was last counted anew from its movements and compared with the ledger; that happens every night.',
    access: { permission: 'inventory:read' },
    query: z.strictObject({ divisionId: z.uuid().optional() }),
    returns: StockValueView,
    examples: { query: { divisionId } },
    handler: (ctx, { query }) => readTotalValue(ctx, query.divisionId),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/:resourceId/storage',
    action: 'getOfProduct',
    summary: 'Where a resource is',
    description: 'How much of a resource there is in each division, and in all of them.',
    access: { permission: 'inventory:read' },
    params: z.strictObject({ resourceId: z.uuid() }),
    returns: ProductStockView,
    handler: (ctx, { params }) => readStorage(ctx, params.resourceId),
  }),
];
