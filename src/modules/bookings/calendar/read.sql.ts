import { z } from 'zod';
import { listOf, oneOf } from '#platform/db/list.ts';
import { columnOf, type Tenant } from '#platform/db/table.ts';
import { outsideCalendars } from '../tables.ts';

export const calendarList = listOf(outsideCalendars, {
  filters: { userId: oneOf('userId', z.uuid(), 'Calendars of one of these members.') },
  sort: { created: 'createdAt' },
  order: '-created',
});

export const selectDueCalendars = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  columnOf<string>(tenant.tx)`
    SELECT id FROM ${outsideCalendars.of(tenant)} c WHERE c.next_read_at <= ${now}::timestamptz
    ORDER BY c.next_read_at LIMIT ${limit}`;
