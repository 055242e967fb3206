import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';
import type { CycleRule } from './cycles.ts';

export interface Recurrency extends CycleRule {
  id: string;
  version: number;
  pendingRecordId: string;
  status: 'active' | 'paused' | 'ended';
  timeZone: string;
  /** Where the end was given as a number of cycles. */
  cycles: number | null;
  /** Every cycle up to this day is made, has failed, or fell into a pause. */
  handledOn: string | null;
  nextOn: string | null;
  pastDueAt: string | null;
  createdAt: string;
  updatedAt: string;
}

const columns = [
  'id',
  'version',
  'pendingRecordId',
  'status',
  'frequency',
  'interval',
  'weekdays',
  'monthDays',
  'missingDays',
  'timeZone',
  'startsOn',
  'endsOn',
  'cycles',
  'handledOn',
  'nextOn',
  'pastDueAt',
  'createdAt',
  'updatedAt',
] as const;

export type RecurrencyContent = Omit<Recurrency, 'pastDueAt' | 'createdAt' | 'updatedAt'>;

/** When the clock looks at it again. */
interface Due {
  dueAt: Temporal.Instant | null;
}

export async function insertRecurrency(
  { tx, organizationId }: Tenant,
  recurrency: RecurrencyContent & Due & { createdBy: string | null },
  at: Temporal.Instant,
): Promise<Recurrency> {
  const row = await tx
    .insertInto('recurrencies')
    .values({ ...recurrency, organizationId, createdAt: at, updatedAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Recurrency;
}

export async function updateRecurrency(
  { tx, organizationId }: Tenant,
  id: string,
  change: Partial<RecurrencyContent> & Partial<Due> & { pastDueAt?: Temporal.Instant | null },
  at: Temporal.Instant,
): Promise<Recurrency> {
  const row = await tx
    .updateTable('recurrencies')
    .set({ ...change, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Recurrency;
}

const recurrencies = ({ tx, organizationId }: Tenant) =>
  tx.selectFrom('recurrencies').select(columns).where('organizationId', '=', organizationId);

export const selectRecurrency = async ({ tx, organizationId }: Tenant, id: string) =>
  (await recurrencies({ tx, organizationId }).where('id', '=', id).executeTakeFirst()) as Recurrency | undefined;

/** Holds a recurrence: whoever makes one of its cycles does so alone. */
export const lockRecurrency = async ({ tx, organizationId }: Tenant, id: string) =>
  (await recurrencies({ tx, organizationId }).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | Recurrency
    | undefined;

export const selectRecurrencyOf = async ({ tx, organizationId }: Tenant, pendingRecordId: string) =>
  (await recurrencies({ tx, organizationId }).where('pendingRecordId', '=', pendingRecordId).executeTakeFirst()) as
    | Recurrency
    | undefined;

/**
 * Holds the recurrences that are due, those due longest. All of them before anything is made, and in one order: whoever makes
 * something holds rows that everyone needs, and must not wait for a recurrence then. What another has done meanwhile is not
 * due any more.
 */
export async function lockDue(
  { tx, organizationId }: Tenant,
  by: Temporal.Instant,
  limit: number,
): Promise<Recurrency[]> {
  const due = tx
    .selectFrom('recurrencies')
    .where('organizationId', '=', organizationId)
    .where('dueAt', '<=', sql<string>`${by}::timestamptz`);
  const longest = await due.select('id').orderBy('dueAt').orderBy('id').limit(limit).execute();
  if (longest.length === 0) return [];
  const rows = await due
    .select(columns)
    .where('id', '=', sql<string>`ANY (${longest.map(({ id }) => id)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows as Recurrency[];
}

export async function selectNextDue({ tx, organizationId }: Tenant): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('recurrencies')
    .select('dueAt')
    .where('organizationId', '=', organizationId)
    .where('dueAt', 'is not', null)
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst();
  return row?.dueAt ? Temporal.Instant.from(row.dueAt) : null;
}

export interface Cycle {
  cycleOn: string;
  pendingRecordId: string | null;
  attempts: number;
  message: string | null;
  retryAt: string | null;
}

const cycleColumns = ['cycleOn', 'pendingRecordId', 'attempts', 'message', 'retryAt'] as const;

export const selectCycle = (
  { tx, organizationId }: Tenant,
  recurrencyId: string,
  cycleOn: string,
): Promise<(Cycle & { isVoid: boolean }) | undefined> =>
  tx
    .selectFrom('recurrencyCycles as c')
    .leftJoin('pendingRecords as p', (join) =>
      join.onRef('p.organizationId', '=', 'c.organizationId').onRef('p.id', '=', 'c.pendingRecordId'),
    )
    .select(['c.cycleOn', 'c.pendingRecordId', 'c.attempts', 'c.message', 'c.retryAt'])
    .select(sql<boolean>`coalesce(p.status = 'void', false)`.as('isVoid'))
    .where('c.organizationId', '=', organizationId)
    .where('c.recurrencyId', '=', recurrencyId)
    .where('c.cycleOn', '=', cycleOn)
    .executeTakeFirst();

/** The days behind one for which there is a cycle already: made ahead of time, or tried. */
export async function selectCyclesBehind(
  { tx, organizationId }: Tenant,
  recurrencyId: string,
  day: string | null,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('recurrencyCycles')
    .select('cycleOn')
    .where('organizationId', '=', organizationId)
    .where('recurrencyId', '=', recurrencyId)
    .where('cycleOn', '>', day ?? '-infinity')
    .execute();
  return new Set(rows.map(({ cycleOn }) => cycleOn));
}

/** The cycles that could not be made, the oldest first. */
export const selectFailedCycles = ({ tx, organizationId }: Tenant, recurrencyId: string): Promise<Cycle[]> =>
  tx
    .selectFrom('recurrencyCycles')
    .select(cycleColumns)
    .where('organizationId', '=', organizationId)
    .where('recurrencyId', '=', recurrencyId)
    .where('pendingRecordId', 'is', null)
    .orderBy('cycleOn')
    .execute();

/** Says what became of a cycle. Its key is what keeps it from being made twice. */
export const upsertCycle = (
  { tx, organizationId }: Tenant,
  recurrencyId: string,
  cycle: Omit<Cycle, 'retryAt'> & { retryAt: Temporal.Instant | null },
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .insertInto('recurrencyCycles')
    .values({ ...cycle, organizationId, recurrencyId, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'recurrencyId', 'cycleOn']).doUpdateSet((row) => ({
        pendingRecordId: row.ref('excluded.pendingRecordId'),
        attempts: row.ref('excluded.attempts'),
        message: row.ref('excluded.message'),
        retryAt: row.ref('excluded.retryAt'),
        updatedAt: row.ref('excluded.updatedAt'),
      })),
    )
    .execute();

/** From a day on a recurrence is worth so much a month; nothing is written where that is no news. */
export const insertValue = (
  { tx, organizationId }: Tenant,
  recurrencyId: string,
  { fromOn, monthly }: { fromOn: string; monthly: bigint },
): Promise<unknown> =>
  sql`
    INSERT INTO recurrency_values (organization_id, recurrency_id, from_on, monthly)
    SELECT ${organizationId}::uuid, ${recurrencyId}::uuid, ${fromOn}::date, ${monthly}::bigint
    WHERE ${monthly}::bigint IS DISTINCT FROM (
      SELECT monthly FROM recurrency_values
      WHERE organization_id = ${organizationId} AND recurrency_id = ${recurrencyId} AND from_on <= ${fromOn}::date
      ORDER BY from_on DESC LIMIT 1)
    ON CONFLICT (organization_id, recurrency_id, from_on) DO UPDATE SET monthly = excluded.monthly`.execute(tx);

/** What was said of later days holds no more. */
export const deleteValuesBehind = (
  { tx, organizationId }: Tenant,
  recurrencyId: string,
  day: string,
): Promise<unknown> =>
  tx
    .deleteFrom('recurrencyValues')
    .where('organizationId', '=', organizationId)
    .where('recurrencyId', '=', recurrencyId)
    .where('fromOn', '>', day)
    .execute();

export interface RecurrencyFilter {
  status?: 'active' | 'paused' | 'ended' | undefined;
  contactId?: string | undefined;
}

/** A recurrence with what its document says, and what it is worth a month. */
export interface ListedRecurrency extends Recurrency {
  contactId: string | null;
  contactName: string | null;
  direction: 'sale' | 'purchase';
  currency: string;
  total: bigint;
  monthly: bigint;
}

/** A page of the recurrences, the newest first. */
export async function selectRecurrencies(
  { tx, organizationId }: Tenant,
  filter: RecurrencyFilter & { today: string },
  window: PageWindow,
) {
  let matching = tx
    .selectFrom('recurrencies as r')
    .innerJoin('pendingRecords as p', (join) =>
      join.onRef('p.organizationId', '=', 'r.organizationId').onRef('p.id', '=', 'r.pendingRecordId'),
    )
    .where('r.organizationId', '=', organizationId);
  if (filter.status) matching = matching.where('r.status', '=', filter.status);
  if (filter.contactId) matching = matching.where('p.contactId', '=', filter.contactId);
  const [rows, counted] = await Promise.all([
    matching
      .select(columns.map((column) => `r.${column}` as const))
      .select(['p.contactId', 'p.contactName', 'p.direction', 'p.currency', 'p.total'])
      .select(
        sql<bigint>`coalesce((
          SELECT v.monthly FROM recurrency_values v
          WHERE v.organization_id = r.organization_id AND v.recurrency_id = r.id AND v.from_on <= ${filter.today}::date
          ORDER BY v.from_on DESC LIMIT 1), 0)`.as('monthly'),
      )
      .orderBy('r.createdAt', 'desc')
      .orderBy('r.id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    countRows(tx, matching.select('r.id'), window.countLimit),
  ]);
  return { rows: rows as ListedRecurrency[], counted };
}

const FAILED_SHOWN_MAX = 10;

/** How many cycles each of these has made, its last one, and the first of those that failed. */
export async function selectCycleFacts({ tx, organizationId }: Tenant, ids: string[]) {
  const { rows } = await sql<{
    recurrencyId: string;
    made: number;
    lastOn: string | null;
    failed: { cycleOn: string; attempts: number; message: string; retryAt: string | null }[];
  }>`
    SELECT asked.id AS recurrency_id, made.made, made.last_on, failed.failed
    FROM unnest(${ids}::uuid[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS made, max(c.cycle_on) AS last_on FROM recurrency_cycles c
      WHERE c.organization_id = ${organizationId} AND c.recurrency_id = asked.id AND c.pending_record_id IS NOT NULL) made
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('cycleOn', f.cycle_on, 'attempts', f.attempts, 'message', f.message,
        'retryAt', to_char(f.retry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY f.cycle_on), '[]') AS failed
      FROM (SELECT * FROM recurrency_cycles c
            WHERE c.organization_id = ${organizationId} AND c.recurrency_id = asked.id AND c.pending_record_id IS NULL
            ORDER BY c.cycle_on LIMIT ${FAILED_SHOWN_MAX}) f) failed`.execute(tx);
  return new Map(rows.map(({ recurrencyId, ...facts }) => [recurrencyId, facts]));
}
