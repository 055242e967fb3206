import { sql } from 'kysely';
import { z } from 'zod';
import { filter, isOneOf, list, oneOf, search, several, updated, updatedSince } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Training, type TrainingVersion, training, trainingVersions } from '../tables.ts';

type ListedTraining = Training & Pick<TrainingVersion, 'state' | 'error'>;

export const trainingList = list<ListedTraining>()({
  from: (tenant) => sql`${training.of(tenant)} t
    JOIN ${trainingVersions.of(tenant)} v ON v.training_id = t.id AND v.number = t.newest_version`,
  select: sql`${training.columns('t')}, v.state, v.error`,
  filters: {
    search: search('bot-training', 'Beginnings of words of the title.'),
    kind: oneOf('kind', z.enum(['question', 'text', 'document', 'page', 'live']), 'Entries of one of these kinds.'),
    approved: filter(z.boolean().optional().describe('Whether answers use it.'), (approved) =>
      approved ? sql`t.approved_version IS NOT NULL` : sql`t.approved_version IS NULL`,
    ),
    state: filter(
      several(z.enum(['pending', 'ready', 'failed']))
        .optional()
        .describe('Entries whose newest version is in one of these states.'),
      (state) => isOneOf(sql`v.state`, state),
    ),
    updatedSince,
  },
  scope: { botId: filter(z.uuid(), (botId) => sql`t.bot_id = ${botId}`) },
  sort: { created: { by: sql`t.created_at`, type: 'timestamp with time zone' }, updated },
  order: '-created',
});

export const selectVersions = (tenant: Tenant, trainingId: string, limit: number) =>
  rowsOf<Pick<TrainingVersion, 'number' | 'title' | 'state' | 'createdAt' | 'createdBy'> & { length: number }>(
    tenant.tx,
  )`
    SELECT v.number, v.title, v.state, length(v.content) AS length, v.created_at, v.created_by
    FROM ${trainingVersions.of(tenant)} v WHERE v.training_id = ${trainingId}
    ORDER BY v.number DESC LIMIT ${limit}`;
