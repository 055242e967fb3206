import { sql } from 'kysely';
import { z } from 'zod';
import { filter, isOneOf, listOf, oneOf, several } from '#platform/db/list.ts';
import { messageTemplates } from '../tables.ts';
import { DELETED } from './facts.ts';

export const templateList = listOf(messageTemplates, {
  filters: {
    status: filter(
      several(z.string().max(60).toUpperCase()).optional().describe('Without it, all but deleted ones.'),
      (status) => isOneOf(sql`t.status`, status),
    ),
    category: oneOf(
      'category',
      z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']),
      'Templates of one of these categories.',
    ),
    language: oneOf('language', z.string().min(2).max(20), 'Templates in one of these languages.'),
    name: oneOf('name', z.string().min(1).max(512), 'Templates with one of these names.'),
  },
  scope: { channelId: oneOf('channelId', z.uuid()), current: filter(z.boolean(), () => sql`t.status <> ${DELETED}`) },
  sort: { name: 'name', created: 'createdAt' },
  order: 'name',
});
