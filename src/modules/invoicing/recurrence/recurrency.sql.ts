import { sql } from 'kysely';
import { ofContacts } from '#modules/contacts/index.ts';
import { list, oneOf, updated, updatedSince } from '#platform/db/list.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import {
  type Cycle,
  type PendingRecord,
  pendingRecords,
  type Recurrency,
  recurrencies,
  recurrencyCycles,
  recurrencyValues,
} from '../tables.ts';
import { RecurrencyStatus } from './recurrency.schema.ts';

/** The recurrence of a document. */
export const recurrencyOf = (tenant: Tenant, pendingRecordId: string): RowsQuery => sql`
  SELECT ${recurrencies.columns('r')} FROM ${recurrencies.of(tenant)} r WHERE r.pending_record_id = ${pendingRecordId}`;

/**
 * Locks the recurrences that have been due longest. It locks all of them before any document is written, in one order:
 * writing documents locks rows that everyone needs, and must not wait for a recurrence then. Those that another
 * transaction has finished meanwhile are not due any more.
 */
export async function lockDue(tenant: Tenant, by: Temporal.Instant, limit: number): Promise<Recurrency[]> {
  const longest = await sql<{ id: string }>`
    SELECT r.id FROM ${recurrencies.of(tenant)} r WHERE r.due_at <= ${by}::timestamptz
    ORDER BY r.due_at, r.id LIMIT ${limit}`.execute(tenant.tx);
  if (longest.rows.length === 0) return [];
  return rowsOf<Recurrency>(tenant.tx)`
    SELECT ${recurrencies.columns('r')} FROM ${recurrencies.of(tenant)} r
    WHERE r.due_at <= ${by}::timestamptz AND r.id = ANY (${longest.rows.map(({ id }) => id)}::uuid[])
    ORDER BY r.id FOR UPDATE OF r`;
}

/** Locks active recurrences with cycles that could not be created, in the order of `lockDue`. */
export const lockFailed = (tenant: Tenant, limit: number) =>
  rowsOf<Recurrency>(tenant.tx)`
    SELECT ${recurrencies.columns('r')} FROM ${recurrencies.of(tenant)} r
    WHERE r.status = 'active' AND r.id IN (
      SELECT c.recurrency_id FROM ${recurrencyCycles.of(tenant)} c WHERE c.pending_record_id IS NULL)
    ORDER BY r.id LIMIT ${limit} FOR UPDATE OF r`;

export async function selectNextDue(tenant: Tenant): Promise<Temporal.Instant | null> {
  const rows = await rowsOf<{ dueAt: string }>(tenant.tx)`
    SELECT r.due_at FROM ${recurrencies.of(tenant)} r WHERE r.due_at IS NOT NULL
    ORDER BY r.due_at LIMIT 1`;
  return rows[0] ? Temporal.Instant.from(rows[0].dueAt) : null;
}

export const selectCycle = (tenant: Tenant, recurrencyId: string, cycleOn: string) =>
  rowOf<Cycle & { isVoid: boolean }>(tenant.tx)`
    SELECT c.cycle_on, c.pending_record_id, c.attempts, c.message, c.retry_at,
           coalesce(d.status = 'void', false) AS is_void
    FROM ${recurrencyCycles.of(tenant)} c LEFT JOIN ${pendingRecords.of(tenant)} d ON d.id = c.pending_record_id
    WHERE c.recurrency_id = ${recurrencyId} AND c.cycle_on = ${cycleOn}::date`;

/** The days after a day that have a cycle already: created ahead of time, or tried. */
export async function selectCyclesAfter(
  tenant: Tenant,
  recurrencyId: string,
  day: string | null,
): Promise<Set<string>> {
  const rows = await rowsOf<{ cycleOn: string }>(tenant.tx)`
    SELECT c.cycle_on FROM ${recurrencyCycles.of(tenant)} c
    WHERE c.recurrency_id = ${recurrencyId} AND c.cycle_on > ${day ?? '-infinity'}::date`;
  return new Set(rows.map(({ cycleOn }) => cycleOn));
}

/** The cycles whose document could not be created, oldest first. */
export const selectFailedCycles = (tenant: Tenant, recurrencyId: string): Promise<Cycle[]> =>
  recurrencyCycles.all(tenant, { recurrencyId, pendingRecordId: null }, { orderBy: ['cycleOn'] });

/** Writes the outcome of a cycle. Its key prevents a second document for the same day. */
export const upsertCycle = (
  tenant: Tenant,
  recurrencyId: string,
  cycle: Omit<Cycle, 'retryAt'> & { retryAt: Temporal.Instant | null },
  at: Temporal.Instant,
): Promise<unknown> =>
  recurrencyCycles.upsert(tenant, { ...cycle, recurrencyId, createdAt: at, updatedAt: at }, [
    'recurrencyId',
    'cycleOn',
  ]);

/** Writes the monthly value of a recurrence from a day on, unless it is unchanged. */
export const insertValue = (
  tenant: Tenant,
  recurrencyId: string,
  { fromOn, monthly }: { fromOn: string; monthly: bigint },
): Promise<unknown> =>
  sql`
    INSERT INTO recurrency_values (organization_id, recurrency_id, from_on, monthly)
    SELECT c.organization_id, ${recurrencyId}::uuid, ${fromOn}::date, ${monthly}::bigint
    FROM event_counters c
    WHERE c.organization_id = ${tenant.organizationId} AND ${monthly}::bigint IS DISTINCT FROM (
      SELECT v.monthly FROM ${recurrencyValues.of(tenant)} v
      WHERE v.recurrency_id = ${recurrencyId} AND v.from_on <= ${fromOn}::date
      ORDER BY v.from_on DESC LIMIT 1)
    ON CONFLICT (organization_id, recurrency_id, from_on) DO UPDATE SET monthly = excluded.monthly`.execute(tenant.tx);

export const deleteValuesAfter = ({ tx, organizationId }: Tenant, recurrencyId: string, day: string) =>
  sql`
    DELETE FROM recurrency_values
    WHERE organization_id = ${organizationId} AND recurrency_id = ${recurrencyId}
      AND from_on > ${day}::date`.execute(tx);

/** A recurrence with its document. */
type ListedRecurrency = Recurrency &
  Pick<PendingRecord, 'contactId' | 'contactName' | 'direction' | 'currency' | 'total'>;

export const recurrencyList = list<ListedRecurrency>()({
  from: (tenant) => sql`${recurrencies.of(tenant)} t JOIN ${pendingRecords.of(tenant)} d ON d.id = t.pending_record_id`,
  select: sql`${recurrencies.columns('t')}, d.contact_id, d.contact_name, d.direction, d.currency, d.total`,
  filters: {
    status: oneOf('status', RecurrencyStatus),
    contactId: ofContacts(sql`d.contact_id`),
    updatedSince,
  },
  sort: { created: { by: sql`t.created_at`, type: 'timestamp with time zone' }, updated },
  order: '-created',
});

const FAILED_SHOWN_MAX = 10;

/** For each recurrence its monthly value, the number of its documents, its last cycle and the first failed ones. */
export async function selectCycleFacts(tenant: Tenant, ids: string[], today: string) {
  const rows = await rowsOf<{
    recurrencyId: string;
    monthly: bigint;
    made: number;
    lastOn: string | null;
    failed: { cycleOn: string; attempts: number; message: string; retryAt: string | null }[];
  }>(tenant.tx)`
    SELECT given.id AS recurrency_id, made.made, made.last_on, failed.failed,
           coalesce((
             SELECT v.monthly FROM ${recurrencyValues.of(tenant)} v
             WHERE v.recurrency_id = given.id AND v.from_on <= ${today}::date
             ORDER BY v.from_on DESC LIMIT 1), 0) AS monthly
    FROM unnest(${ids}::uuid[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS made, max(c.cycle_on) AS last_on FROM ${recurrencyCycles.of(tenant)} c
      WHERE c.recurrency_id = given.id AND c.pending_record_id IS NOT NULL) made
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('cycleOn', f.cycle_on, 'attempts', f.attempts, 'message', f.message,
        'retryAt', to_char(f.retry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY f.cycle_on), '[]') AS failed
      FROM (SELECT * FROM ${recurrencyCycles.of(tenant)} c
            WHERE c.recurrency_id = given.id AND c.pending_record_id IS NULL
            ORDER BY c.cycle_on LIMIT ${FAILED_SHOWN_MAX}) f) failed`;
  return new Map(rows.map(({ recurrencyId, ...facts }) => [recurrencyId, facts]));
}
