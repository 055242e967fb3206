import { z } from 'zod';
import { AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { stockRefusals } from '../stock/refusals.ts';
import { correctMovement, MovementTakenBack } from './correct.ts';
import { countStock } from './count.ts';
import {
  NewStockMovement,
  NewStockMovements,
  StockCount,
  StockCountResultView,
  StockMovementChange,
  StockMovementView,
} from './record.schema.ts';
import { enterMovements, listMovements, MovementInFuture, SameDivision } from './record.ts';

const otherId = otherExampleId;

const movementRefusals = [...stockRefusals, ...guardRefusals, AccountNotPostable, MovementInFuture, SameDivision];

export const resourceRecordRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/record',
    summary: 'Move stock by hand',
    description:
      'Brings stock in (`IN`), takes it out (`OUT`) or moves it to another division (`TRANSFER`), and posts what it is worth: the inventory against `inventoryAdjustments` of the posting rules or the account given. What leaves costs the weighted average, or what came first where the settings say `fifo`. Of an earlier day, everything later is valued again, and the difference is posted today. A transfer makes two records; the answer is the one that left. Emits `resource:record-created`, and `resource:stock-alert` when stock falls below its minimum.',
    access: { permission: 'inventory:write' },
    status: 201,
    body: NewStockMovement,
    returns: StockMovementView,
    refusals: movementRefusals,
    examples: {
      body: {
        type: 'IN',
        resourceId: exampleId,
        divisionId: otherId,
        quantity: '24',
        unitCost: '52.50',
        note: 'Inventario inicial',
      },
    },
    handler: async (ctx, { body: { date, ...line } }) =>
      (await enterMovements(ctx, [line], { date, path: 'body' }))[0]!,
  }),
  route({
    method: 'POST',
    path: '/v1/resource/record/bulk',
    action: 'createMany',
    summary: 'Move much stock by hand',
    description:
      'The same for up to 1,000 lines: all of them or none. They have one day and one record in the books. Lines are done in their order.',
    access: { permission: 'inventory:write' },
    status: 201,
    body: NewStockMovements,
    returns: z.object({ records: z.array(StockMovementView) }),
    refusals: movementRefusals,
    examples: {
      body: {
        date: '2026-11-14',
        records: [
          { type: 'IN', resourceId: exampleId, divisionId: otherId, quantity: '10', value: '525.00' },
          { type: 'OUT', resourceId: exampleId, divisionId: otherId, quantity: '1', note: 'Se rompió' },
        ],
      },
    },
    handler: async (ctx, { body }) => ({
      records: await enterMovements(ctx, body.records, { date: body.date, path: 'body.records[]' }),
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/record/bulk-stock',
    action: 'count',
    summary: 'Enter a stock count',
    description:
      'Sets stock to what was counted in a division. The difference to what is there at that moment is the movement, so sales may go on meanwhile. Of a resource whose units have serial numbers, the units are counted: those missing leave as scrapped, those unknown come in.',
    access: { permission: 'inventory:write' },
    body: StockCount,
    returns: StockCountResultView,
    refusals: movementRefusals,
    examples: {
      body: { divisionId: otherId, lines: [{ resourceId: exampleId, quantity: '22' }], note: 'Conteo de noviembre' },
    },
    handler: (ctx, { body }) => countStock(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/record',
    summary: 'Correct the note or the serial numbers of a movement',
    description:
      'Movements are never changed or deleted; to undo one, move the stock back. Only the note and the serial numbers can be corrected: a unit named by mistake is where it was before, the right one takes its place. Emits `resource:record-updated`.',
    access: { permission: 'inventory:write' },
    body: StockMovementChange,
    returns: StockMovementView,
    refusals: [MovementTakenBack, ...stockRefusals],
    examples: { body: { id: exampleId, serialNumbers: ['SN-000124'], note: 'Serie corregida' } },
    handler: (ctx, { body }) => correctMovement(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/record',
    summary: 'List the movements of stock',
    description: 'Everything that ever moved stock, by hand or by a document, the newest day first.',
    access: { permission: 'inventory:read' },
    query: z.strictObject({
      ...pageQuery,
      ...cursorQuery,
      resourceId: z.uuid().optional(),
      divisionId: z.uuid().optional(),
      type: z.enum(['IN', 'OUT', 'TRANSFER', 'ADJUSTMENT']).optional(),
      causeKind: z.string().max(40).optional().describe('`resource-record`, `stock-count`, `production`, …'),
      causeId: z.uuid().optional().describe('The document that moved it.'),
      from: CalendarDate.optional(),
      to: CalendarDate.optional(),
    }),
    returns: pageOf(StockMovementView),
    examples: { query: { type: 'OUT', from: '2026-11-01' } },
    handler: (ctx, { query }) => listMovements(ctx, query),
  }),
];
