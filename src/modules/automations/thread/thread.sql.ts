import { sql } from 'kysely';
import { z } from 'zod';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow, Timestamp } from '#platform/date.ts';
import { filter, listOf, oneOf, oneOfFew } from '#platform/db/list.ts';
import { affectedBy, columnOf, onlyRowOf, type Row, rowsOf, type Tenant } from '#platform/db/table.ts';
import { sendLater } from '#platform/db/transaction.ts';
import { causes, happenings, type Step, steps, type Thread, threads } from '../tables.ts';
import { ThreadSource, ThreadState } from './thread.schema.ts';

const filters = {
  state: oneOfFew('state', ThreadState),
  eventId: oneOf('eventId', z.uuid(), 'Threads that one of these events started.'),
  from: filter(
    Timestamp.optional().describe('Created at this time or later.'),
    (time) => sql`t.created_at >= ${time}::timestamptz`,
  ),
  to: filter(
    Timestamp.optional().describe('Created before this time.'),
    (time) => sql`t.created_at < ${time}::timestamptz`,
  ),
};

/** The threads of one automation. */
export const threadList = listOf(threads, {
  filters,
  scope: { automationId: filter(z.uuid(), (automationId) => sql`t.automation_id = ${automationId}`) },
  sort: { created: 'createdAt' },
  order: '-created',
});

/** The threads of all automations. */
export const allThreadsList = listOf(threads, {
  filters: {
    ...filters,
    automationId: oneOf('automationId', z.uuid(), 'Threads of one of these automations.'),
    scheduleId: oneOf('scheduleId', z.uuid(), 'Threads that one of these plans started.'),
    source: oneOf('source', ThreadSource, 'Threads that were started in one of these ways.'),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

/** Sent later. A tick that ends several waits may mark the same event again: its first cause stays. */
export function insertCauses(tenant: Tenant, rows: Parameters<typeof causes.insertion>[1]): void {
  if (rows.length === 0) return;
  sendLater(tenant.tx, sql`${causes.insertion(tenant, rows)} ON CONFLICT DO NOTHING`.compile(tenant.tx));
}

/** Threads of an automation since then, without those that were refused, and unfinished ones of the organization as far as a limit. */
export const countThreads = (tenant: Tenant, automationId: string, since: Temporal.Instant, limit: number) =>
  onlyRowOf<{ lately: number; unfinished: number }>(tenant.tx)`
    SELECT
      (SELECT count(*)::int FROM ${threads.of(tenant)} t
       WHERE t.automation_id = ${automationId} AND t.created_at > ${since}
         AND (t.state <> 'failed' OR t.started_at IS NOT NULL)) AS lately,
      (SELECT count(*)::int FROM (
         SELECT FROM ${threads.of(tenant)} t WHERE t.finished_at IS NULL LIMIT ${limit}) AS open) AS unfinished`;

/** Cancels the threads of an automation that have not ended; answers their ids. */
export async function cancelThreadsOf(tenant: Tenant, automationId: string, userId: string | null): Promise<string[]> {
  const now = realNow();
  const rows = await rowsOf<{ threadId: string }>(tenant.tx)`
    WITH canceled AS (
      UPDATE automation_threads SET state = 'canceled', finished_at = ${now}, updated_at = ${now}, held_by = NULL,
        held_until = NULL, due_at = NULL, happenings = happenings + 1, version = version + 1
      WHERE organization_id = ${tenant.organizationId} AND automation_id = ${automationId} AND finished_at IS NULL
      RETURNING organization_id, id, happenings, node_id)
    INSERT INTO automation_happenings (organization_id, thread_id, seq, type, node_id, details, created_at)
    SELECT organization_id, id, happenings, 'canceled', node_id, ${JSON.stringify({ userId })}::jsonb, ${now} FROM canceled
    RETURNING thread_id`;
  return rows.map(({ threadId }) => threadId);
}

/** Whether another thread of the same automation failed since then. */
export async function hasFailedSince(
  tenant: Tenant,
  { id, automationId }: Pick<Thread, 'id' | 'automationId'>,
  since: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${threads.of(tenant)} t
    WHERE t.automation_id = ${automationId} AND t.updated_at > ${since} AND t.state = 'failed' AND t.id <> ${id}
    LIMIT 1`.execute(tenant.tx);
  return rows.length > 0;
}

/** The newest output of each node of a thread. */
export async function selectOutputs(tenant: Tenant, threadId: string): Promise<Record<string, unknown>> {
  const rows = await rowsOf<Pick<Step, 'nodeId' | 'output'>>(tenant.tx)`
    SELECT DISTINCT ON (s.node_id) s.node_id, s.output FROM ${steps.of(tenant)} s
    WHERE s.thread_id = ${threadId} AND s.state IN ('done', 'failed')
    ORDER BY s.node_id, s.number DESC`;
  return Object.fromEntries(rows.map(({ nodeId, output }) => [nodeId, output]));
}

const STEPS_SHOWN_MAX = 100;
const SHOWN_BYTES_MAX = 8_000;
const shown = (column: 'input' | 'output') => sql`
  CASE WHEN pg_column_size(s.${sql.ref(column)}) > ${SHOWN_BYTES_MAX}
       THEN jsonb_build_object('leftOut', true, 'characters', length(s.${sql.ref(column)}::text))
       ELSE s.${sql.ref(column)} END AS ${sql.ref(column)}`;

/** The steps of some threads, without large inputs and outputs. */
export const selectStepsOf = (tenant: Tenant, threadIds: string[]) =>
  rowsOf<Step>(tenant.tx)`
    SELECT s.thread_id, s.number, s.node_id, s.kind, s.state, s.attempts, ${shown('input')}, ${shown('output')},
           s.error_code, s.error, s.started_at, s.finished_at
    FROM ${steps.of(tenant)} s
    WHERE s.thread_id = ANY (${threadIds}::uuid[]) AND s.number <= ${STEPS_SHOWN_MAX}
    ORDER BY s.thread_id, s.number`;

export const selectHappeningsAfter = (tenant: Tenant, threadId: string, seq: number, limit: number) =>
  rowsOf<Pick<Row<typeof happenings>, 'seq' | 'type' | 'nodeId' | 'details' | 'createdAt'>>(tenant.tx)`
    SELECT h.seq, h.type, h.node_id, h.details, h.created_at FROM ${happenings.of(tenant)} h
    WHERE h.thread_id = ${threadId} AND h.seq > ${seq} ORDER BY h.seq LIMIT ${limit}`;

/** Waiting threads that are due, and when the next one is. */
export const selectDueThreads = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  columnOf<string>(tenant.tx)`
    SELECT t.id FROM ${threads.of(tenant)} t WHERE t.due_at <= ${now} ORDER BY t.due_at, t.id LIMIT ${limit}`;

/** Deletes threads that ended before a time, with their steps; answers how many. */
export const deleteThreadsBefore = (tenant: Tenant, before: Temporal.Instant, limit: number) =>
  affectedBy(tenant.tx)`
    DELETE FROM automation_threads WHERE organization_id = ${tenant.organizationId} AND id = ANY (ARRAY(
      SELECT t.id FROM ${threads.of(tenant)} t WHERE t.finished_at < ${before}
      ORDER BY t.finished_at LIMIT ${limit}))`;

/** Counts the runs that ended in a span. */
export async function countRuns(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${threads.of(ctx)} t
    WHERE t.finished_at >= ${from}::timestamptz AND t.finished_at < ${to}::timestamptz`;
  counts.push(...(await countByDay(ctx, 'automationRuns', { from: rows, at: sql`t.finished_at` })));
}
