import { sql } from 'kysely';
import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { imports } from '../tables.ts';
import { ImportStatus } from './import.schema.ts';

export const importList = listOf(imports, {
  filters: {
    kind: oneOf('kind', z.string().max(60), 'Imports of one of these kinds of rows.'),
    status: oneOf('status', ImportStatus, 'Imports with one of these statuses.'),
    from: filter(
      Timestamp.optional().describe('Started at this time or later.'),
      (time) => sql`t.started_at >= ${time}::timestamptz`,
    ),
    to: filter(
      Timestamp.optional().describe('Started before this time.'),
      (time) => sql`t.started_at < ${time}::timestamptz`,
    ),
  },
  sort: { started: 'startedAt' },
  order: '-started',
});
