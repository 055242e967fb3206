import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import {
  NewProductList,
  ProductListChange,
  ProductListMember,
  ProductListType,
  ProductListView,
} from './list.schema.ts';
import {
  changeList,
  clearCache,
  createList,
  describeList,
  ListInUse,
  ListInvalid,
  listLists,
  listMembers,
  removeList,
  TooManyRuleLists,
} from './list.ts';

export const listRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/resource-list',
    summary: 'Make a list of resources',
    description:
      'A PACK or a BUNDLE is sold as one and names its parts with their quantities; selling it moves the parts. A COLLECTION groups resources, by hand or by a rule. Emits `resource-list:created`.',
    access: { permission: 'catalog:write' },
    status: 201,
    body: NewProductList,
    returns: ProductListView,
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
  route({
    method: 'GET',
    path: '/v1/resource/resource-list',
    summary: 'List the lists of resources',
    description: 'The newest first. `resourceId` asks for those that a resource belongs to.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({ ...pageQuery, type: ProductListType.optional(), resourceId: z.uuid().optional() }),
    returns: pageOf(ProductListView),
    examples: { query: { type: 'PACK' } },
    handler: (ctx, { query }) => listLists(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/resource-list/:listId',
    summary: 'Read a list of resources',
    description: 'The list itself; its members are at `/resources`.',
    access: { permission: 'catalog:read' },
    params: z.strictObject({ listId: z.uuid() }),
    returns: ProductListView,
    handler: (ctx, { params }) => describeList(ctx, params.listId),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/resource-list/:listId/resources',
    action: 'listMembers',
    summary: 'The members of a list',
    description:
      'The resources of a list, by name, with their quantities. Members by rule are those that were found last: a moment after each change of a resource, and whenever the cache is cleared.',
    access: { permission: 'catalog:read' },
    params: z.strictObject({ listId: z.uuid() }),
    query: z.strictObject({ ...pageQuery, ...cursorQuery, search: z.string().max(100).optional() }),
    returns: pageOf(ProductListMember),
    examples: { query: { search: 'arroz' } },
    handler: (ctx, { params, query }) => listMembers(ctx, params.listId, query),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/resource-list',
    summary: 'Change a list of resources',
    description:
      'Changes what is given and leaves the rest; `members` are replaced as a whole. With `version`, a change made by someone else meanwhile is not overwritten. Emits `resource-list:updated` with what changed.',
    access: { permission: 'catalog:write' },
    body: ProductListChange,
    returns: ProductListView,
    refusals: [ReferenceNotFound, ListInvalid],
    examples: { body: { id: exampleId, version: 1, name: 'Canasta de Reyes' } },
    handler: (ctx, { body }) => changeList(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/resource/resource-list',
    summary: 'Remove a list of resources',
    description: 'The list is gone, its resources stay. Emits `resource-list:deleted`.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({ id: z.uuid() }),
    returns: z.object({ id: z.uuid() }),
    refusals: [ListInUse],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removeList(ctx, body.id),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/resource-list/clear-cache',
    summary: 'Find the members of lists anew',
    description: 'Asks the rule of one list, or of all, which resources belong to it now.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({ id: z.uuid().optional().describe('Without it: all lists by rule.') }),
    returns: z.object({ rebuiltCount: z.number().int() }),
    examples: { body: {} },
    handler: (ctx, { body }) => clearCache(ctx, body.id ?? null),
  }),
];
