import { z } from 'zod';
import { listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { outsideCalendars } from '../tables.ts';

export const calendarList = listOf(outsideCalendars, {
  filters: { userId: oneOf('userId', z.uuid()) },
  sort: { created: 'createdAt' },
  order: '-created',
});

export async function selectDueCalendars(tenant: Tenant, now: Temporal.Instant, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(tenant.tx)`
    SELECT id FROM ${outsideCalendars.of(tenant)} c WHERE c.next_read_at <= ${now}::timestamptz
    ORDER BY c.next_read_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
