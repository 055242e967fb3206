import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { ResourceQuery } from '../resource/list.ts';
import { NewProductList, ProductList, ProductListChange, ProductListMember } from './list.schema.ts';
import { listsOfResources } from './list.sql.ts';
import {
  changeList,
  clearCache,
  createList,
  describeLists,
  ListInUse,
  ListInvalid,
  listMembers,
  readList,
  removeList,
  TooManyRuleLists,
} from './list.ts';

const MemberQuery = ResourceQuery.pick({
  search: true,
  sort: true,
  page: true,
  itemsPerPage: true,
  count: true,
  cursor: true,
});

export const listRoutes = [
  route('POST', '/v1/resource/resource-list', 'catalog:write', {
    summary: 'Create a list of resources',
    description:
      'A PACK or a BUNDLE is sold as one product and lists its parts with their quantities; selling it moves the parts. A COLLECTION groups products and services, by hand or by a rule. Emits `resource-list:created`.',
    status: 201,
    body: NewProductList,
    returns: ProductList,
    refusals: [ReferenceNotFound, ListInvalid, TooManyRuleLists],
    examples: {
      body: {
        name: 'Canasta navideña',
        type: 'PACK',
        price: '950.00',
        members: [{ resourceId: exampleId, quantity: '2' }],
      },
    },
    handler: (ctx, { body }) => createList(ctx, body),
  }),
  route('GET', '/v1/resource/resource-list', 'catalog:read', {
    summary: 'List lists of resources',
    description: 'Newest first. `resourceId` finds the lists that a resource belongs to.',
    query: listsOfResources.query,
    returns: pageOf(ProductList),
    examples: { query: { type: 'PACK' } },
    handler: (ctx, { query }) => listsOfResources.page(ctx, query, (rows) => describeLists(ctx, rows)),
  }),
  route('GET', '/v1/resource/resource-list/:listId', 'catalog:read', {
    summary: 'Read a list of resources',
    description: 'The list itself; its members are at `/resources`.',
    returns: ProductList,
    handler: (ctx, { params }) => readList(ctx, params.listId),
  }),
  route('GET', '/v1/resource/resource-list/:listId/resources', 'catalog:read', {
    action: 'listMembers',
    summary: 'List the members of a list',
    description:
      'The resources of a list, by name, with their quantities. Members by rule are found again shortly after a resource changes, and when the cache is cleared.',
    query: MemberQuery,
    returns: pageOf(ProductListMember),
    examples: { query: { search: 'arroz' } },
    handler: (ctx, { params, query }) => listMembers(ctx, params.listId, query),
  }),
  route('PATCH', '/v1/resource/resource-list', 'catalog:write', {
    summary: 'Change a list of resources',
    description:
      'Changes only the fields that are given; `members` are replaced as a whole. With `version`, a concurrent change is not overwritten. Emits `resource-list:updated` with the changed fields.',
    body: ProductListChange,
    returns: ProductList,
    refusals: [ReferenceNotFound, ListInvalid],
    examples: { body: { id: exampleId, version: 1, name: 'Canasta de Reyes' } },
    handler: (ctx, { body }) => changeList(ctx, body),
  }),
  route('DELETE', '/v1/resource/resource-list', 'catalog:write', {
    summary: 'Delete a list of resources',
    description: 'Deletes the list; its resources stay. Emits `resource-list:deleted`.',
    body: z.strictObject({ id: z.uuid().describe('The list to delete.') }),
    refusals: [ListInUse],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removeList(ctx, body.id),
  }),
  route('POST', '/v1/resource/resource-list/clear-cache', 'catalog:write', {
    summary: 'Rebuild lists by rule',
    description: 'Finds the members of one list by rule again, or of all.',
    body: z.strictObject({ id: z.uuid().optional().describe('Without it: all lists by rule.') }),
    returns: z.object({ rebuiltCount: z.number().int().describe('How many lists were found again.') }),
    examples: { body: {} },
    handler: (ctx, { body }) => clearCache(ctx, body.id),
  }),
];
