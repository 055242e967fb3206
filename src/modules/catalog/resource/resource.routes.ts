import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Barcode } from '../catalog.schema.ts';
import { describeResource } from './describe.ts';
import { draftRefusals, ResourceHasStock } from './draft.ts';
import { listByCursor, listIds, listResources, pickResources } from './list.ts';
import { NewResource, PickedResource, ResourceChange, ResourceKind, ResourceView } from './resource.schema.ts';
import { marketplaceStatuses } from './resource.sql.ts';
import { archiveResources, changeResource, createResource } from './resource.ts';

const BULK_MAX = 1_000;
const IDS_MAX = 10_000;

export const resourceFilters = {
  search: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Beginnings of words of the name, of the code, or of a barcode. Up to 2,000 results come by name. A text that means more finds what has exactly this code or barcode; else what has such words (or such codes, or barcodes, where the words are few), in their alphabetical order.',
    ),
  kind: ResourceKind.optional(),
  category: z.string().trim().max(100).optional(),
  code: z.string().trim().max(60).optional().describe('Exactly this code; case does not matter.'),
  barcode: Barcode.optional().describe('Exactly this barcode.'),
  tracksStock: z.boolean().optional(),
  archived: z
    .enum(['true', 'false', 'all'])
    .default('false')
    .transform((text) => (text === 'all' ? undefined : text === 'true')),
  marketplaceStatus: z.enum(marketplaceStatuses).optional(),
  taxId: z.uuid().optional().describe('Those that carry this tax.'),
  listId: z.uuid().optional().describe('The members of this list of resources.'),
  updatedSince: Timestamp.optional(),
};

const example: z.input<typeof NewResource> = {
  name: 'Arroz selecto 5 lb',
  kind: 'goods',
  code: 'ARR-005',
  barcodes: ['7460123456789'],
  unit: 'funda',
  category: 'Granos',
  attributes: { marca: 'La Garza' },
  cost: '155.00',
  minStockAlert: '12',
  prices: [{ amount: '195.00' }, { label: 'mayorista', amount: '178.50', minimumQuantity: '12' }],
};

export const resourceRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource',
    summary: 'Add a resource',
    description:
      'Adds something that is sold, bought or used: goods, a service, a raw material, or a combo of others, with its prices, barcodes and taxes. Codes and barcodes are unique in the organization. Emits `resource:created`.',
    access: { permission: 'catalog:write' },
    status: 201,
    body: NewResource,
    returns: ResourceView,
    refusals: draftRefusals,
    examples: { body: example },
    handler: (ctx, { body }) => createResource(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource',
    summary: 'Change a resource',
    description:
      'Changes what is given and leaves the rest; `barcodes`, `taxIds` and `parts` are replaced as a whole. With `version`, a change made by someone else meanwhile is not overwritten. Emits `resource:updated` with what changed.',
    access: { permission: 'catalog:write' },
    body: ResourceChange,
    returns: ResourceView,
    refusals: [ResourceHasStock, ...draftRefusals],
    examples: { body: { id: exampleId, version: 1, name: 'Arroz selecto 5 libras', category: 'Granos' } },
    handler: (ctx, { body }) => changeResource(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/bulk/archive',
    action: 'archiveMany',
    summary: 'Archive many resources',
    description:
      'Puts up to 1,000 resources away, or takes them back with `archived: false`. Lists leave them out, their documents and their stock stay. All or none: one unknown id refuses it. Emits `resource:updated` for each that changed.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({ ids: uniqueList(z.uuid(), { min: 1, max: BULK_MAX }), archived: z.boolean().default(true) }),
    returns: z.object({ changedCount: z.number().int().describe('Those that were not so already.') }),
    refusals: [ReferenceNotFound],
    examples: { body: { ids: [exampleId], archived: true } },
    handler: (ctx, { body }) => archiveResources(ctx, body.ids, body.archived),
  }),
  route({
    method: 'GET',
    path: '/v1/resource',
    action: 'listByPage',
    summary: 'List the resources',
    description:
      'By name, with prices, barcodes and taxes. `search` finds beginnings of words of a name, of a code or of a barcode; accents and case do not matter. `nextCursor` goes on where a page ends, at the same cost on every page.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({ ...pageQuery, ...cursorQuery, ...resourceFilters }),
    returns: pageOf(ResourceView),
    examples: { query: { search: 'arroz sel', kind: 'goods' } },
    handler: (ctx, { query }) => listResources(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/list',
    action: 'listToChoose',
    summary: 'List resources to choose from',
    description: 'The same list with little of each resource, for pickers and points of sale.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({ ...pageQuery, ...cursorQuery, ...resourceFilters }),
    returns: pageOf(PickedResource),
    examples: { query: { search: '746012' } },
    handler: (ctx, { query }) => pickResources(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v2/resource',
    summary: 'List the resources by cursor',
    description: 'The same resources and filters, page by page with `cursor`: every page costs the same.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({
      ...cursorQuery,
      itemsPerPage: z.coerce.number().int().min(1).max(200).default(25),
      ...resourceFilters,
    }),
    returns: z.object({ data: z.array(ResourceView), nextCursor: z.string().nullable() }),
    examples: { query: { itemsPerPage: '50', category: 'Granos' } },
    handler: (ctx, { query }) => listByCursor(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v2/resource/ids',
    action: 'listIds',
    summary: 'The ids of a filter',
    description: 'Every id that the filters leave, for select-all: up to 10,000 at a time, and `nextCursor` goes on.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({
      ...cursorQuery,
      limit: z.coerce.number().int().min(1).max(IDS_MAX).default(IDS_MAX),
      ...resourceFilters,
    }),
    returns: z.object({ ids: z.array(z.uuid()), nextCursor: z.string().nullable() }),
    examples: { query: { category: 'Granos' } },
    handler: (ctx, { query }) => listIds(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/:resourceId',
    summary: 'Read a resource',
    description: 'Everything about one resource, with all of its prices.',
    access: { permission: 'catalog:read' },
    params: z.strictObject({ resourceId: z.uuid() }),
    returns: ResourceView,
    handler: (ctx, { params }) => describeResource(ctx, params.resourceId),
  }),
];
