import { sql } from 'kysely';
import { z } from 'zod';
import { filter, isOneOf, listOf, oneOf, several } from '#platform/db/list.ts';
import { resourceListMembers, resourceLists } from '../tables.ts';
import { ProductListType } from './list.schema.ts';

export const listsOfResources = listOf(resourceLists, {
  filters: {
    type: oneOf('type', ProductListType),
    resourceId: filter(
      several(z.uuid()).optional().describe('Lists that this resource belongs to.'),
      (resourceId, ctx) => sql`t.id IN (SELECT m.list_id FROM ${resourceListMembers.of(ctx)} m
        WHERE ${isOneOf(sql`m.resource_id`, resourceId)})`,
    ),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});
