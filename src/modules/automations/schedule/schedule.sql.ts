import { z } from 'zod';
import { listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Schedule, schedules } from '../tables.ts';

export const scheduleList = listOf(schedules, {
  filters: {
    automationId: oneOf('automationId', z.uuid(), 'Plans of one of these automations.'),
    state: oneOf('state', z.enum(['planned', 'done', 'canceled']), 'Plans in one of these states.'),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

/** Due plans, locked against concurrent changes and cancellations. */
export const lockDueSchedules = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<Schedule>(tenant.tx)`
    SELECT t.* FROM automation_schedules t
    WHERE t.organization_id = ${tenant.organizationId} AND t.next_at <= ${now}
    ORDER BY t.next_at, t.id LIMIT ${limit} FOR UPDATE`;

/** Plans whose payload has these values, locked. */
export const lockByPayload = (
  tenant: Tenant,
  { automationId, payload }: { automationId?: string | undefined; payload: Record<string, unknown> },
  limit: number,
) =>
  rowsOf<Schedule>(tenant.tx)`
    SELECT t.* FROM automation_schedules t
    WHERE t.organization_id = ${tenant.organizationId} AND t.next_at IS NOT NULL
      AND t.payload @> ${JSON.stringify(payload)}::jsonb
      AND (${automationId ?? null}::uuid IS NULL OR t.automation_id = ${automationId ?? null}::uuid)
    ORDER BY t.next_at, t.id LIMIT ${limit} FOR UPDATE`;
