import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { cursorPageOf, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { describePicked, describeResource, describeResources } from './describe.ts';
import { draftRefusals, ResourceHasStock } from './draft.ts';
import { resourceIds, wholeResources } from './list.sql.ts';
import { nextResources, pageOfResources, ResourceCursorQuery, ResourceQuery } from './list.ts';
import { NewResource, PickedResource, Resource, ResourceChange } from './resource.schema.ts';
import { archiveResources, changeResource, createResource } from './resource.ts';

const BULK_MAX = 1_000;
const IDS_MAX = 10_000;

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
  route('POST', '/v1/resource', 'catalog:write', {
    summary: 'Create a resource (product or service)',
    description:
      'Creates a product or service: goods, a service, a raw material, or a combo of others, with its prices, barcodes and taxes. Codes and barcodes are unique in the organization. Emits `resource:created`.',
    status: 201,
    body: NewResource,
    returns: Resource,
    refusals: draftRefusals,
    examples: { body: example },
    handler: (ctx, { body }) => createResource(ctx, body),
  }),
  route('PATCH', '/v1/resource', 'catalog:write', {
    summary: 'Change a resource',
    description:
      'Changes only the fields that are given; `barcodes`, `taxIds` and `parts` are replaced as a whole. With `version`, a concurrent change is not overwritten. Emits `resource:updated` with the changed fields.',
    body: ResourceChange,
    returns: Resource,
    refusals: [ResourceHasStock, ...draftRefusals],
    examples: { body: { id: exampleId, version: 1, name: 'Arroz selecto 5 libras', category: 'Granos' } },
    handler: (ctx, { body }) => changeResource(ctx, body),
  }),
  route('PATCH', '/v1/resource/bulk/archive', 'catalog:write', {
    action: 'archiveMany',
    summary: 'Archive many resources',
    description:
      'Archives up to 1,000 resources, or restores them with `archived: false`. Lists leave archived resources out; their documents and stock stay. All or none: one unknown id refuses the request. Emits `resource:updated` for each that changed.',
    body: z.strictObject({
      ids: uniqueList(z.uuid(), { min: 1, max: BULK_MAX }).describe('The products and services.'),
      archived: z.boolean().default(true).describe('`false` brings them back.'),
    }),
    returns: z.object({ changedCount: z.number().int().describe('Resources whose state changed.') }),
    refusals: [ReferenceNotFound],
    examples: { body: { ids: [exampleId], archived: true } },
    handler: (ctx, { body }) => archiveResources(ctx, body.ids, body.archived),
  }),
  route('GET', '/v1/resource', 'catalog:read', {
    action: 'listByPage',
    summary: 'List resources (products and services)',
    description:
      'Products and services by name, with prices, barcodes and taxes. `search` finds beginnings of words of a name, of a code or of a barcode; accents and case do not matter. With `cursor`, every page costs the same.',
    query: ResourceQuery,
    returns: pageOf(Resource),
    examples: { query: { search: 'arroz sel', kind: 'goods' } },
    handler: (ctx, { query }) => pageOfResources(ctx, query, (rows) => describeResources(ctx, rows)),
  }),
  route('GET', '/v1/resource/list', 'catalog:read', {
    action: 'listToChoose',
    summary: 'List resources to choose from',
    description: 'The same list with few fields of each resource, for pickers and points of sale.',
    query: ResourceQuery,
    returns: pageOf(PickedResource),
    examples: { query: { search: '746012' } },
    handler: (ctx, { query }) => pageOfResources(ctx, query, (rows) => describePicked(ctx, rows)),
  }),
  route('GET', '/v2/resource', 'catalog:read', {
    summary: 'List resources by cursor',
    description: 'The same resources and filters; every page costs the same.',
    query: ResourceCursorQuery,
    returns: cursorPageOf(Resource),
    examples: { query: { itemsPerPage: '50', category: 'Granos' } },
    handler: (ctx, { query }) => nextResources(ctx, wholeResources, query, (rows) => describeResources(ctx, rows)),
  }),
  route('GET', '/v2/resource/ids', 'catalog:read', {
    summary: 'List the ids of resources',
    description: 'All ids that match the filters, for select-all, up to 10,000 at a time.',
    query: ResourceCursorQuery.omit({ itemsPerPage: true }).extend({
      limit: z.coerce.number().int().min(1).max(IDS_MAX).default(IDS_MAX).describe('How many ids a page has at most.'),
    }),
    returns: cursorPageOf(z.uuid()),
    examples: { query: { category: 'Granos' } },
    handler: (ctx, { query: { limit, ...query } }) =>
      nextResources(ctx, resourceIds, { ...query, itemsPerPage: limit }, (rows) => rows.map(({ id }) => id)),
  }),
  route('GET', '/v1/resource/:resourceId', 'catalog:read', {
    summary: 'Read a resource',
    description: 'One resource with all of its prices.',
    returns: Resource,
    handler: (ctx, { params }) => describeResource(ctx, params.resourceId),
  }),
];
