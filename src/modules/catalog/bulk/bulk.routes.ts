import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ResourceHasStock } from '../resource/draft.ts';
import { ProductFieldsChange, ProductRow } from '../resource/resource.schema.ts';
import { bulkKinds } from './bulk.sql.ts';
import { BulkAnswer, listBulkChanges } from './bulk.ts';
import { changeFields, writeResources } from './bulk-resources.ts';

const ROWS_MAX = 1_000;
const BODY_BYTES_MAX = 8 * 1024 * 1024;

const BulkChangeView = z.object({
  id: z.uuid(),
  kind: z.enum(bulkKinds).describe('What was changed.'),
  createdCount: z.number().int(),
  updatedCount: z.number().int(),
  unchangedCount: z.number().int(),
  failedCount: z.number().int(),
  errors: z
    .array(z.object({ row: z.number().int(), path: z.string(), message: z.string() }))
    .describe('The first hundred.'),
  userId: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const bulkRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/bulk',
    action: 'writeMany',
    summary: 'Add and change many resources',
    description:
      'Up to 1,000 rows at once, with what became of each: a row with an `id` changes that resource, a row without makes a new one. By default all are written or none: a row that is wrong refuses them all and `errors` names each. With `validRowsOnly` the right rows are written and the wrong ones told. Emits `resource:created` and `resource:updated`.',
    access: { permission: 'catalog:write' },
    status: 201,
    bodyBytesMax: BODY_BYTES_MAX,
    body: z.strictObject({
      resources: z.array(ProductRow).min(1).max(ROWS_MAX),
      validRowsOnly: z.boolean().default(false),
    }),
    returns: BulkAnswer,
    refusals: [BulkRefused, ResourceHasStock],
    examples: {
      body: {
        resources: [
          {
            name: 'Habichuelas rojas 2 lb',
            code: 'HAB-002',
            prices: [{ amount: '98.00' }],
            parts: [],
          },
          { id: exampleId, category: 'Granos' },
        ],
        validRowsOnly: true,
      },
    },
    handler: (ctx, { body }) => writeResources(ctx, body.resources, body.validRowsOnly),
  }),
  route({
    method: 'PATCH',
    path: '/v2/resource/bulk',
    action: 'updateMany',
    summary: 'Change many resources alike',
    description:
      'The same change to up to 1,000 resources, with what became of each. By default all are changed or none; with `validRowsOnly` those that can be. Emits `resource:updated` for each that changed.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({
      ids: uniqueList(z.uuid(), { min: 1, max: ROWS_MAX }),
      change: ProductFieldsChange,
      validRowsOnly: z.boolean().default(false),
    }),
    returns: BulkAnswer,
    refusals: [BulkRefused, ResourceHasStock],
    examples: { body: { ids: [exampleId], change: { category: 'Granos', unit: 'funda' } } },
    handler: (ctx, { body }) => changeFields(ctx, body.ids, body.change, body.validRowsOnly),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/bulk/history',
    action: 'listBulkChanges',
    summary: 'The changes of many at once',
    description: 'What was added and changed in bulk, by whom and with which result, the newest first.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({ ...pageQuery, kind: z.enum(bulkKinds).optional() }),
    returns: pageOf(BulkChangeView),
    examples: { query: { kind: 'prices' } },
    handler: (ctx, { query }) => listBulkChanges(ctx, query),
  }),
];
