import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { searchConfigs } from '../tables.ts';

export const configList = listOf(searchConfigs, {
  filters: { type: oneOf('type', z.string().max(64), 'Those of one of these data types.') },
  scope: { appId: filter(z.uuid(), (appId) => sql`t.app_id = ${appId}`) },
  sort: { created: 'createdAt' },
  order: '-created',
});
