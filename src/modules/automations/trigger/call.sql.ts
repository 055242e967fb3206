import { sql } from 'kysely';
import { flag, listOf } from '#platform/db/list.ts';
import { automations } from '../tables.ts';

export const callableList = listOf(automations, {
  filters: { enabled: flag('enabled', 'Enabled ones only, or the others.') },
  where: () => sql`t.trigger_kind = 'api' AND t.deleted_at IS NULL`,
  sort: { created: 'createdAt' },
  order: '-created',
});
