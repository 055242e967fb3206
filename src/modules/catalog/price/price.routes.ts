import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { BulkAnswer } from '../bulk/bulk.ts';
import { Amount } from '../catalog.schema.ts';
import { removePrices, writeCosts, writePrices } from './bulk-prices.ts';
import { NewPrice, PriceChange, PriceView } from './price.schema.ts';
import { changePrice, createPrice, listLabels, priceRefusals, removePrice } from './price.ts';

const ROWS_MAX = 1_000;
const example = { resourceId: exampleId, label: 'mayorista', amount: '178.50', minimumQuantity: '12' };
const validRowsOnly = z.boolean().default(false).describe('Write the rows that are right and tell the others.');

export const priceRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/price',
    summary: 'Add a price',
    description:
      'What one unit is sold for: by tier, currency, quantity, days, division and contact. Where several prices hold, the most specific one does. Emits `resource:updated`.',
    access: { permission: 'catalog:write' },
    status: 201,
    body: NewPrice,
    returns: PriceView,
    refusals: priceRefusals,
    examples: { body: example },
    handler: (ctx, { body }) => createPrice(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/price',
    summary: 'Change a price',
    description:
      'Changes what is given and leaves the rest. With `version`, a change made by someone else meanwhile is not overwritten. Emits `resource:updated`.',
    access: { permission: 'catalog:write' },
    body: PriceChange,
    returns: PriceView,
    refusals: [...priceRefusals],
    examples: { body: { id: exampleId, version: 1, amount: '182.00' } },
    handler: (ctx, { body }) => changePrice(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/resource/price',
    summary: 'Remove a price',
    description: 'Takes one price away; documents that used it keep theirs. Emits `resource:updated`.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({ id: z.uuid() }),
    returns: z.object({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removePrice(ctx, body.id),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/price/bulk',
    action: 'writeMany',
    summary: 'Set many prices',
    description:
      'Up to 1,000 prices at once, with what became of each row. A row for a tier, currency, quantity, first day, division and contact that has a price changes its amount. By default all are written or none.',
    access: { permission: 'catalog:write' },
    status: 201,
    body: z.strictObject({ prices: z.array(NewPrice).min(1).max(ROWS_MAX), validRowsOnly }),
    returns: BulkAnswer,
    refusals: [BulkRefused],
    examples: { body: { prices: [example] } },
    handler: (ctx, { body }) => writePrices(ctx, body.prices, body.validRowsOnly),
  }),
  route({
    method: 'DELETE',
    path: '/v1/resource/price/bulk',
    action: 'deleteMany',
    summary: 'Remove many prices',
    description: 'Takes up to 1,000 prices away. By default all or none; with `validRowsOnly` those that are there.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({ ids: uniqueList(z.uuid(), { min: 1, max: ROWS_MAX }), validRowsOnly }),
    returns: BulkAnswer,
    refusals: [BulkRefused],
    examples: { body: { ids: [exampleId] } },
    handler: (ctx, { body }) => removePrices(ctx, body.ids, body.validRowsOnly),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/price/labels',
    summary: 'The price tiers',
    description: 'The names of the tiers that prices have, with how many prices each; `general` is always there.',
    access: { permission: 'catalog:read' },
    returns: z.object({ data: z.array(z.object({ label: z.string(), priceCount: z.number().int() })) }),
    handler: (ctx) => listLabels(ctx),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/cost/bulk',
    action: 'writeCosts',
    summary: 'Set many costs',
    description:
      'What one unit of up to 1,000 resources costs, in the organization’s currency, with what became of each row. By default all are written or none. Emits `resource:updated` for each that changed.',
    access: { permission: 'catalog:write' },
    status: 201,
    body: z.strictObject({
      costs: z
        .array(z.strictObject({ resourceId: z.uuid(), cost: Amount.nullable() }))
        .min(1)
        .max(ROWS_MAX),
      validRowsOnly,
    }),
    returns: BulkAnswer,
    refusals: [BulkRefused],
    examples: { body: { costs: [{ resourceId: exampleId, cost: '160.00' }] } },
    handler: (ctx, { body }) => writeCosts(ctx, body.costs, body.validRowsOnly),
  }),
];
