import { sql } from 'kysely';
import { z } from 'zod';
import { byDefault, filter, listOf, oneOf } from '#platform/db/list.ts';
import { mapOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { contextRequests, contextWaiters } from '../tables.ts';

/** Inserts an open request, or counts the one that is open for the same question. */
export const countQuestion = (
  { tx, organizationId }: Tenant,
  given: { id: string; botId: string; question: string; questionKey: Buffer; at: Temporal.Instant },
) =>
  scalarOf<string>(tx)`
    INSERT INTO bot_context_requests
      (organization_id, id, bot_id, question, question_key, state, created_at, updated_at)
    VALUES (${organizationId}, ${given.id}, ${given.botId}, ${given.question}, ${given.questionKey}, 'open', ${given.at}, ${given.at})
    ON CONFLICT (organization_id, bot_id, question_key) WHERE state = 'open'
    DO UPDATE SET asked = bot_context_requests.asked + 1, updated_at = excluded.updated_at,
      version = bot_context_requests.version + 1
    RETURNING id`;

export const contextList = listOf(contextRequests, {
  filters: {
    state: byDefault(oneOf('state', z.enum(['open', 'answered', 'dismissed']), 'Default: open ones.'), 'open'),
  },
  scope: { botId: filter(z.uuid(), (botId) => sql`t.bot_id = ${botId}`) },
  sort: { created: 'createdAt' },
  order: '-created',
});

/** Open requests of each bot that has some. */
export const countOpen = (tenant: Tenant) =>
  rowsOf<{ botId: string; count: number }>(tenant.tx)`
    SELECT r.bot_id, count(*)::int AS count FROM ${contextRequests.of(tenant)} r
    WHERE r.state = 'open' GROUP BY r.bot_id ORDER BY 2 DESC, 1`;

/** How many conversations wait for the answer to each of these requests. */
export const countWaiting = (tenant: Tenant, requestIds: string[]) =>
  mapOf<number>(tenant.tx)`
    SELECT w.request_id, count(*)::int AS count FROM ${contextWaiters.of(tenant)} w
    WHERE w.request_id = ANY (${requestIds}::uuid[]) GROUP BY w.request_id`;
