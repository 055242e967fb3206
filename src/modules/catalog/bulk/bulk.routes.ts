import { z } from 'zod';
import { guardRefusals } from '#modules/accounting/index.ts';
import { listOf, oneOf } from '#platform/db/list.ts';
import { validRowsOnly } from '#platform/http/bulk.schema.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ResourceHasStock } from '../resource/draft.ts';
import { ProductFieldsChange, ProductRow } from '../resource/resource.schema.ts';
import { resourceBulkChanges } from '../tables.ts';
import { BulkChange, BulkKind, BulkResult } from './bulk.schema.ts';
import { changeFields, writeResources } from './bulk-resources.ts';

const ROWS_MAX = 1_000;
const PRICES_MAX = 5_000;
const BODY_BYTES_MAX = 4 * 1024 * 1024;

const bulkChanges = listOf(resourceBulkChanges, {
  filters: { kind: oneOf('kind', BulkKind) },
  sort: { created: 'createdAt' },
  order: '-created',
});

export const bulkRoutes = [
  route('POST', '/v1/resource/bulk', 'catalog:write', {
    action: 'writeMany',
    summary: 'Create and change many resources',
    description:
      'Writes up to 1,000 rows with up to 5,000 prices and answers the outcome of each: a row with an `id` changes that resource, a row without creates one. By default all rows are written or none: a wrong row refuses them all, and `errors` lists each. With `validRowsOnly` the valid rows are written. `openingStock` is taken only by resources that have not moved in the division; the same one again changes nothing. Emits `resource:created`, `resource:updated` and `resource:record-created`.',
    status: 201,
    bodyBytesMax: BODY_BYTES_MAX,
    body: z.strictObject({
      resources: z
        .array(ProductRow)
        .min(1)
        .max(ROWS_MAX)
        .refine((rows) => rows.reduce((sum, { prices = [] }) => sum + prices.length, 0) <= PRICES_MAX, {
          error: `have at most ${PRICES_MAX} prices in all`,
          params: { code: 'too_big' },
        })
        .describe('A row with an `id` changes that resource, one without creates one.'),
      validRowsOnly,
    }),
    rows: 'resources',
    returns: BulkResult,
    refusals: [BulkRefused, ResourceHasStock, ...guardRefusals],
    examples: {
      body: {
        resources: [
          {
            name: 'Habichuelas rojas 2 lb',
            code: 'HAB-002',
            prices: [{ amount: '98.00' }],
            parts: [],
            openingStock: { quantity: '40', unitCost: '70.00' },
          },
          { id: exampleId, category: 'Granos' },
        ],
        validRowsOnly: true,
      },
    },
    handler: (ctx, { body, rows }) => writeResources(ctx, body.resources, rows),
  }),
  route('PATCH', '/v2/resource/bulk', 'catalog:write', {
    action: 'updateMany',
    summary: 'Make the same change to many resources',
    description:
      'Makes the same change to up to 1,000 resources and answers the outcome of each. By default all are changed or none; with `validRowsOnly` those that can be. Emits `resource:updated` for each that changed.',
    body: z.strictObject({
      ids: uniqueList(z.uuid(), { min: 1, max: ROWS_MAX }).describe('The products and services to change.'),
      change: ProductFieldsChange.describe('The same for all of them.'),
      validRowsOnly,
    }),
    rows: 'ids',
    returns: BulkResult,
    refusals: [BulkRefused, ResourceHasStock],
    examples: { body: { ids: [exampleId], change: { category: 'Granos', unit: 'funda' } } },
    handler: (ctx, { body, rows }) => changeFields(ctx, body.ids, body.change, rows),
  }),
  route('GET', '/v1/resource/bulk/history', 'catalog:read', {
    action: 'listBulkChanges',
    summary: 'List bulk changes',
    description: 'Bulk changes with their author and their result, newest first.',
    query: bulkChanges.query,
    returns: pageOf(BulkChange),
    examples: { query: { kind: 'prices' } },
    handler: (ctx, { query }) => bulkChanges.page(ctx, query),
  }),
];
