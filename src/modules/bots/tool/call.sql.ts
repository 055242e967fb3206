import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { toolCalls } from '../tables.ts';

/** How often a tool was called since then. */
export async function countCalls(tenant: Tenant, toolId: string, since: Temporal.Instant): Promise<number> {
  const rows = await rowsOf<{ calls: number }>(tenant.tx)`
    SELECT count(*)::int AS calls FROM ${toolCalls.of(tenant)} c
    WHERE c.tool_id = ${toolId} AND c.created_at > ${since}`;
  return rows[0]!.calls;
}

export const callList = listOf(toolCalls, {
  filters: {},
  scope: { toolId: filter(z.uuid(), (toolId) => sql`t.tool_id = ${toolId}`) },
  sort: { created: 'createdAt' },
  order: '-created',
});
