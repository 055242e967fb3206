import { z } from 'zod';
import { DivisionArchived } from '#modules/accounting/index.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { StockNotTracked } from '../stock/refusals.ts';
import {
  ProductStock,
  StockPosition,
  StockPositionChange,
  StockPositionKey,
  StockPositionRules,
  StockValue,
  ValuationDay,
  ValuedProduct,
} from './position.schema.ts';
import { positionList, valuationList } from './position.sql.ts';
import {
  changePosition,
  createPosition,
  describePositions,
  MaximumBelowMinimum,
  PositionExists,
  PositionNotEmpty,
  readPosition,
  readStorage,
  removePosition,
  setRules,
  UnitsCannotBeOwed,
} from './position.ts';
import { downloadValuation, listValuation, readTotalValue } from './valuation.ts';

const resourceId = exampleId;
const divisionId = otherExampleId;
const ruleRefusals = [ReferenceNotFound, DivisionArchived, StockNotTracked, UnitsCannotBeOwed, MaximumBelowMinimum];

export const positionRoutes = [
  route('GET', '/v1/resource/position', 'inventory:read', {
    summary: 'List stock positions',
    description:
      'The stock of each product in each division (branch or till): quantity, reservations, value, and whether it is low. Products in the order in which they were created.',
    query: positionList.query,
    returns: pageOf(StockPosition),
    examples: { query: { low: 'true' } },
    handler: (ctx, { query }) => positionList.page(ctx, query, (rows) => describePositions(ctx, rows)),
  }),
  route('GET', '/v1/resource/position/:resourceId/:divisionId', 'inventory:read', {
    summary: 'Read a stock position',
    description: 'The stock of one product in one division (branch or till): quantity, reservations and value.',
    returns: StockPosition,
    handler: (ctx, { params }) => readPosition(ctx, params),
  }),
  route('POST', '/v1/resource/position', 'inventory:write', {
    summary: 'Create a stock position',
    description:
      'Sets the minimum, the location and the rules of a product in a division (branch or till) before there is stock. The quantity starts at zero: only movements change it. The first movement also creates a position.',
    status: 201,
    body: StockPositionRules,
    returns: StockPosition,
    refusals: [PositionExists, ...ruleRefusals],
    examples: { body: { resourceId, divisionId, minimum: '5', location: 'Pasillo 3' } },
    handler: (ctx, { body }) => createPosition(ctx, body),
  }),
  route('PATCH', '/v1/resource/position', 'inventory:write', {
    summary: 'Change a stock position',
    description:
      'Changes the minimum, the location or the rules; fields that are left out stay. The quantity is never changed here.',
    body: StockPositionChange,
    returns: StockPosition,
    refusals: [NotFound, StockNotTracked, UnitsCannotBeOwed, MaximumBelowMinimum],
    examples: { body: { resourceId, divisionId, version: 1, minimum: '8' } },
    handler: (ctx, { body }) => changePosition(ctx, body),
  }),
  route('DELETE', '/v1/resource/position', 'inventory:write', {
    summary: 'Delete a stock position',
    description: 'Deletes the rules of a position without stock and reservations. Its movements stay.',
    body: StockPositionKey,
    refusals: [NotFound, PositionNotEmpty],
    examples: { body: { resourceId, divisionId } },
    handler: (ctx, { body }) => removePosition(ctx, body),
  }),
  route('POST', '/v1/resource/position/bulk', 'inventory:write', {
    action: 'updateMany',
    summary: 'Set the rules of many stock positions',
    description:
      'Sets up to 1,000 positions, all or none. Missing ones are created empty; of the others, fields that are left out stay.',
    body: z.strictObject({
      positions: uniqueList(StockPositionRules, {
        min: 1,
        max: 1000,
        by: ({ resourceId, divisionId }) => `${resourceId} ${divisionId}`,
      }).describe('At most 1,000.'),
    }),
    returns: z.object({ positions: z.array(StockPosition).describe('At most 1,000.') }),
    refusals: ruleRefusals,
    examples: { body: { positions: [{ resourceId, divisionId, minimum: '12', maximum: '48' }] } },
    handler: async (ctx, { body }) => ({ positions: await setRules(ctx, body.positions, 'body.positions[]') }),
  }),
];

export const storageRoutes = [
  route('GET', '/v1/resource/total-value', 'inventory:read', {
    summary: 'Read the value of the stock',
    description:
      'The value of the stock at cost, now or at the end of a day, in total and in each division (branch or till). It always equals the balance of the inventory account. Every night all positions, units and reservations are recalculated from their movements and compared with the ledger; `verifiedAt` is the last time without differences.',
    query: z.strictObject({
      divisionId: z.uuid().optional().describe('Only this branch or till.'),
      asOf: ValuationDay,
    }),
    returns: StockValue,
    examples: { query: { divisionId } },
    handler: (ctx, { query }) => readTotalValue(ctx, query),
  }),
  route('GET', '/v1/resource/valuation', 'inventory:read', {
    summary: 'List the value of the stock by product',
    description:
      'The quantity and the value at cost of each product in each division (branch or till) at the end of a day, as for the inventory of a year-end (inventario final). Its sum is the balance of the inventory account on that day. Products without stock and value are left out.',
    query: valuationList.query.extend({ asOf: ValuationDay }),
    returns: pageOf(ValuedProduct),
    examples: { query: { asOf: '2026-12-31' } },
    handler: (ctx, { query }) => listValuation(ctx, query),
  }),
  route('GET', '/v1/resource/valuation/download', 'inventory:read', {
    action: 'downloadValuation',
    summary: 'Download the value of the stock by product',
    description: 'The same as CSV or as a spreadsheet.',
    query: valuationList.cursorQuery
      .omit({ itemsPerPage: true, cursor: true })
      .extend({ asOf: ValuationDay, format: TableFormat.default('csv') }),
    returns: tableAnswer,
    downloads: true,
    examples: { query: { asOf: '2026-12-31', format: 'xlsx' } },
    handler: (ctx, { query }) => downloadValuation(ctx, query),
  }),
  route('GET', '/v1/resource/:resourceId/storage', 'inventory:read', {
    action: 'getOfProduct',
    summary: 'Read the stock of a resource',
    description: 'The stock of a product in each division (branch or till), and in total.',
    returns: ProductStock,
    handler: (ctx, { params }) => readStorage(ctx, params.resourceId),
  }),
];
