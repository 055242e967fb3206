import { sql } from 'kysely';
import { json, type Row, rowsOf, type Tenant, table } from '../db/table.ts';

const exchanges = table('exchanges', json<{ answer: unknown }>());

type Stored = Row<typeof exchanges>;
export type ExchangeRow<A = unknown> = Omit<Stored, 'answer'> & { answer: A | null };
export type ExchangeState = Stored['state'];

export interface ExchangeKey {
  kind: string;
  id: string;
}

export const selectExchange = async <A>(tenant: Tenant, key: ExchangeKey): Promise<ExchangeRow<A> | undefined> =>
  (await exchanges.find(tenant, { ...key })) as ExchangeRow<A> | undefined;

export const lockExchange = async <A>(tenant: Tenant, key: ExchangeKey): Promise<ExchangeRow<A> | undefined> =>
  (await exchanges.find(tenant, { ...key }, { lock: 'FOR UPDATE' })) as ExchangeRow<A> | undefined;

/** The requests that a provider knows by this name. */
export const selectByReference = (tenant: Tenant, kind: string, reference: string): Promise<ExchangeRow[]> =>
  exchanges.all(tenant, { kind, reference }, { limit: 10 });

/** A new exchange, or one that starts from the beginning: whatever was known of it is forgotten. */
export const restartExchange = (
  tenant: Tenant,
  row: ExchangeKey & { turn: number; dueAt: Temporal.Instant; jobGroup: string | null; createdAt: Temporal.Instant },
): Promise<unknown> =>
  exchanges.upsert(
    tenant,
    {
      ...row,
      state: 'open',
      settledState: 'open',
      settledAt: null,
      attempts: 0,
      failures: 0,
      answer: null,
      reference: null,
      problem: null,
      problemCode: null,
      askedAt: null,
      heldBy: null,
      heldUntil: null,
    },
    ['kind', 'id'],
    // The start time distinguishes attempts of an earlier start from those of this one.
    [],
  );

/** Exchanges that begin together, each for the first time. */
export const insertExchanges = (
  tenant: Tenant,
  kind: string,
  ids: readonly string[],
  shared: { dueAt: Temporal.Instant; jobGroup: string | null; createdAt: Temporal.Instant },
): Promise<void> =>
  exchanges.insertMany(
    tenant,
    ids.map((id) => ({ kind, id, turn: 0, state: 'open' as const, settledState: 'open' as const, ...shared })),
  );

/** Holds exchanges, in one order so that two batches wait for each other only once. */
export const lockExchanges = async <A>(
  tenant: Tenant,
  kind: string,
  ids: readonly string[],
): Promise<ExchangeRow<A>[]> =>
  (await exchanges.all(tenant, { kind, id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE' })) as ExchangeRow<A>[];

/** One attempt takes the lease of exchanges that were never asked. */
export const leaseExchanges = (
  tenant: Tenant,
  kind: string,
  ids: readonly string[],
  lease: { askedAt: Temporal.Instant; heldBy: string; heldUntil: Temporal.Instant },
): Promise<unknown> =>
  ids.length === 0 ? Promise.resolve() : exchanges.updateAll(tenant, { kind, id: ids }, { ...lease, attempts: 1 });

/** Records that exchanges are done and booked, with their answers. */
export const finishExchanges = (
  { tx, organizationId }: Tenant,
  kind: string,
  done: readonly { id: string; answer: unknown; reference: string | null }[],
  now: Temporal.Instant,
): Promise<unknown> =>
  sql`
    UPDATE exchanges e SET state = 'done', settled_state = 'done', settled_at = ${now}::timestamptz, answer = g.answer,
      reference = g.reference, failures = 0, problem = NULL, problem_code = NULL, held_by = NULL, held_until = NULL,
      due_at = NULL, turn = e.turn + 1
    FROM unnest(${done.map(({ id }) => id)}::uuid[], ${done.map(({ answer }) => JSON.stringify(answer))}::jsonb[],
      ${done.map(({ reference }) => reference)}::text[]) AS g (id, answer, reference)
    WHERE e.organization_id = ${organizationId} AND e.kind = ${kind} AND e.id = g.id`.execute(tx);

export type ExchangeChange = Parameters<typeof exchanges.update>[2];

export const updateExchange = async <A>(
  tenant: Tenant,
  key: ExchangeKey,
  change: ExchangeChange,
): Promise<ExchangeRow<A>> => (await exchanges.update(tenant, { ...key }, change)) as ExchangeRow<A>;

export type StuckExchange = Pick<Stored, 'kind' | 'id' | 'state' | 'attempts' | 'problem' | 'createdAt'>;

/** Those without an outcome, or whose outcome is not booked, that no job follows up or whose job is overdue. Oldest first. */
export const selectStuck = (tenant: Tenant, overdueSince: Temporal.Instant, limit: number) =>
  rowsOf<StuckExchange>(tenant.tx)`
    SELECT kind, id, state, attempts, problem, created_at FROM ${exchanges.of(tenant)} e
    WHERE (state = 'open' OR state <> settled_state) AND (due_at IS NULL OR due_at < ${overdueSince})
    ORDER BY created_at, id LIMIT ${limit}`;
