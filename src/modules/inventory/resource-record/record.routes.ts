import { z } from 'zod';
import { AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { stockRefusals } from '../stock/refusals.ts';
import { correctMovement, MovementTakenBack } from './correct.ts';
import { countStock } from './count.ts';
import {
  NewStockMovement,
  NewStockMovements,
  StockCount,
  StockCountResult,
  StockMovement,
  StockMovementChange,
} from './record.schema.ts';
import { movementList } from './record.sql.ts';
import { describeMovements, enterMovements, MovementInFuture, SameDivision } from './record.ts';

const otherId = otherExampleId;

const movementRefusals = [...stockRefusals, ...guardRefusals, AccountNotPostable, MovementInFuture, SameDivision];

export const resourceRecordRoutes = [
  route('POST', '/v1/resource/record', 'inventory:write', {
    summary: 'Create a stock movement',
    description:
      'Receives stock (`IN`), issues it (`OUT`) or transfers it to another division (`TRANSFER`), and posts its value: the inventory against `inventoryAdjustments` of the posting rules or the given account. Issues cost the weighted average, or first in, first out with `fifo` in the settings. A movement of an earlier day revalues everything later, and the difference is posted today. A transfer creates two records; the answer is the outgoing one. Emits `resource:record-created`, and `resource:stock-alert` when stock falls below its minimum.',
    status: 201,
    body: NewStockMovement,
    returns: StockMovement,
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
  route('POST', '/v1/resource/record/bulk', 'inventory:write', {
    action: 'createMany',
    summary: 'Create many stock movements',
    description:
      'Creates up to 1,000 movements in their order, all or none, with one date and one record in the books.',
    status: 201,
    body: NewStockMovements,
    returns: z.object({ records: z.array(StockMovement).describe('The movements, in the order given.') }),
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
  route('POST', '/v1/resource/record/bulk-stock', 'inventory:write', {
    action: 'count',
    summary: 'Enter a stock count',
    description:
      'Sets stock to the counted quantities of a division (branch or till). A count is compared with the stock of its moment, which `expected` names, so sales may continue: what moved since then is no difference. For units with serial numbers, the units are counted: missing ones leave as scrapped, unknown ones arrive.',
    body: StockCount,
    returns: StockCountResult,
    refusals: movementRefusals,
    examples: {
      body: {
        divisionId: otherId,
        lines: [{ resourceId: exampleId, quantity: '22', expected: '24' }],
        note: 'Conteo de noviembre',
      },
    },
    handler: (ctx, { body }) => countStock(ctx, body),
  }),
  route('PATCH', '/v1/resource/record', 'inventory:write', {
    summary: 'Correct a stock movement',
    description:
      'Only the note and the serial numbers can be corrected: a wrong unit returns to its state before the movement, and the right one takes its place. To undo a movement, move the stock back. Emits `resource:record-updated`.',
    body: StockMovementChange,
    returns: StockMovement,
    refusals: [MovementTakenBack, ...stockRefusals],
    examples: { body: { id: exampleId, serialNumbers: ['SN-000124'], note: 'Serie corregida' } },
    handler: (ctx, { body }) => correctMovement(ctx, body),
  }),
  route('GET', '/v1/resource/record', 'inventory:read', {
    summary: 'List stock movements',
    description: 'All stock movements, by hand or by a document, newest first.',
    query: movementList.query,
    returns: pageOf(StockMovement),
    examples: { query: { type: 'OUT', from: '2026-11-01' } },
    handler: (ctx, { query }) => movementList.page(ctx, query, (rows) => describeMovements(ctx, rows)),
  }),
];
