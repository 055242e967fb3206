import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf } from '#platform/db/list.ts';
import { scalarOf, type Tenant } from '#platform/db/table.ts';
import { toolCalls } from '../tables.ts';

/** How often a tool was called since then. */
export const countCalls = (tenant: Tenant, toolId: string, since: Temporal.Instant) =>
  scalarOf<number>(tenant.tx)`
    SELECT count(*)::int AS calls FROM ${toolCalls.of(tenant)} c
    WHERE c.tool_id = ${toolId} AND c.created_at > ${since}`;

export const callList = listOf(toolCalls, {
  filters: {},
  scope: { toolId: filter(z.uuid(), (toolId) => sql`t.tool_id = ${toolId}`) },
  sort: { created: 'createdAt' },
  order: '-created',
});
