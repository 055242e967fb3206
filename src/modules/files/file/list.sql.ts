import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf, search } from '#platform/db/list.ts';
import { fileContents, fileLinks, files } from '../tables.ts';
import { labelled } from './labelled.sql.ts';
import { isFileSeen } from './seen.sql.ts';

export const fileList = listOf(files, {
  filters: {
    folderId: filter(
      z
        .union([z.uuid(), z.literal('root')])
        .optional()
        .describe('Only what is in this folder; `root` is the top.'),
      (value) => (value === 'root' ? sql`t.folder_id IS NULL` : sql`t.folder_id = ${value}`),
    ),
    kind: oneOf('kind', z.enum(['file', 'folder'])),
    label: labelled('file'),
    contentType: filter(
      z.string().max(100).optional().describe('The type, or its beginning: `image/`.'),
      (value, ctx) =>
        sql`EXISTS (SELECT FROM ${fileContents.of(ctx)} c WHERE c.sha256 = t.sha256 AND starts_with(c.content_type, ${value}))`,
    ),
    search: search('file', 'Beginnings of words of the name, description or labels.'),
  },
  where: (ctx) => isFileSeen(ctx) ?? sql`true`,
  scope: {
    entityId: filter(
      z.uuid().optional(),
      (value, ctx) => sql`t.id IN (SELECT file_id FROM ${fileLinks.of(ctx)} l WHERE l.entity_id = ${value})`,
    ),
  },
  sort: { name: 'nameKey', created: 'createdAt', updated: 'updatedAt' },
  order: '-created',
});
