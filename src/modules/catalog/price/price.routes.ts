import { z } from 'zod';
import { validRowsOnly } from '#platform/http/bulk.schema.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { BulkResult } from '../bulk/bulk.schema.ts';
import { Amount } from '../catalog.schema.ts';
import { removePrices, writeCosts, writePrices } from './bulk-prices.ts';
import { NewPrice, Price, PriceChange } from './price.schema.ts';
import { changePrice, createPrice, listLabels, priceRefusals, removePrice } from './price.ts';

const ROWS_MAX = 1_000;
const example = { resourceId: exampleId, label: 'mayorista', amount: '178.50', minimumQuantity: '12' };

export const priceRoutes = [
  route('POST', '/v1/resource/price', 'catalog:write', {
    summary: 'Add a price',
    description:
      'The price of one unit, by tier, currency, quantity, dates, division (branch or till) and contact. Where several prices apply, the most specific one is used. Emits `resource:updated`.',
    status: 201,
    body: NewPrice,
    returns: Price,
    refusals: priceRefusals,
    examples: { body: example },
    handler: (ctx, { body }) => createPrice(ctx, body),
  }),
  route('PATCH', '/v1/resource/price', 'catalog:write', {
    summary: 'Change a price',
    description:
      'Changes only the fields that are given. With `version`, a concurrent change is not overwritten. Emits `resource:updated`.',
    body: PriceChange,
    returns: Price,
    refusals: priceRefusals,
    examples: { body: { id: exampleId, version: 1, amount: '182.00' } },
    handler: (ctx, { body }) => changePrice(ctx, body),
  }),
  route('DELETE', '/v1/resource/price', 'catalog:write', {
    summary: 'Delete a price',
    description: 'Deletes one price; documents keep the prices that they were written with. Emits `resource:updated`.',
    body: z.strictObject({ id: z.uuid().describe('The price to delete.') }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removePrice(ctx, body.id),
  }),
  route('POST', '/v1/resource/price/bulk', 'catalog:write', {
    action: 'writeMany',
    summary: 'Set many prices',
    description:
      'Writes up to 1,000 prices and answers the outcome of each row. A row for a tier, currency, quantity, first day, division and contact that has a price changes its amount. By default all rows are written or none.',
    status: 201,
    body: z.strictObject({ prices: z.array(NewPrice).min(1).max(ROWS_MAX).describe('At most 1,000.'), validRowsOnly }),
    rows: 'prices',
    returns: BulkResult,
    refusals: [BulkRefused],
    examples: { body: { prices: [example] } },
    handler: (ctx, { body, rows }) => writePrices(ctx, body.prices, rows),
  }),
  route('DELETE', '/v1/resource/price/bulk', 'catalog:write', {
    action: 'deleteMany',
    summary: 'Delete many prices',
    description: 'Deletes up to 1,000 prices: by default all or none, with `validRowsOnly` those that exist.',
    body: z.strictObject({
      ids: uniqueList(z.uuid(), { min: 1, max: ROWS_MAX }).describe('The prices to delete.'),
      validRowsOnly,
    }),
    rows: 'ids',
    returns: BulkResult,
    refusals: [BulkRefused],
    examples: { body: { ids: [exampleId] } },
    handler: (ctx, { body, rows }) => removePrices(ctx, body.ids, rows),
  }),
  route('GET', '/v1/resource/price/labels', 'catalog:read', {
    summary: 'List the price tiers',
    description: 'The names of the price tiers with their numbers of prices; `general` is always listed.',
    returns: z.object({
      data: z
        .array(
          z.object({
            label: z.string().describe('The name of the tier.'),
            priceCount: z.number().int().describe('How many prices it has.'),
          }),
        )
        .describe('The tiers by name.'),
    }),
    handler: (ctx) => listLabels(ctx),
  }),
  route('POST', '/v1/resource/cost/bulk', 'catalog:write', {
    action: 'writeCosts',
    summary: 'Set many costs',
    description:
      'Sets the unit cost of up to 1,000 resources, in the organization’s currency, and answers the outcome of each row. By default all rows are written or none. Emits `resource:updated` for each that changed.',
    status: 201,
    body: z.strictObject({
      costs: z
        .array(
          z.strictObject({
            resourceId: z.uuid().describe('Whose cost it is.'),
            cost: Amount.nullable().describe('Of one unit; null: unknown.'),
          }),
        )
        .min(1)
        .max(ROWS_MAX)
        .describe('At most 1,000.'),
      validRowsOnly,
    }),
    rows: 'costs',
    returns: BulkResult,
    refusals: [BulkRefused],
    examples: { body: { costs: [{ resourceId: exampleId, cost: '160.00' }] } },
    handler: (ctx, { body, rows }) => writeCosts(ctx, body.costs, rows),
  }),
];
