import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

export type ExchangeState = 'open' | 'done' | 'refused' | 'lost';

export interface ExchangeRow<A = unknown> {
  id: string;
  state: ExchangeState;
  settledState: ExchangeState;
  answer: A | null;
  reference: string | null;
  problem: string | null;
  problemCode: string | null;
  attempts: number;
  failures: number;
  turn: number;
  dueAt: string | null;
  askedAt: string | null;
  heldBy: string | null;
  heldUntil: string | null;
  jobGroup: string | null;
  createdAt: string;
}

const columns = [
  'id',
  'state',
  'settledState',
  'answer',
  'reference',
  'problem',
  'problemCode',
  'attempts',
  'failures',
  'turn',
  'dueAt',
  'askedAt',
  'heldBy',
  'heldUntil',
  'jobGroup',
  'createdAt',
] as const;

export interface ExchangeKey {
  organizationId: string;
  kind: string;
  id: string;
}

/** A new exchange, or one that starts from the beginning: whatever was known of it is forgotten. Returns its turn. */
export async function restartExchange(
  tx: Tx,
  row: ExchangeKey & { dueAt: Temporal.Instant; jobGroup: string | null; createdAt: Temporal.Instant },
): Promise<number> {
  const anew = { state: 'open', settledState: 'open', attempts: 0, failures: 0, settledAt: null } as const;
  const unknown = { answer: null, reference: null, problem: null, problemCode: null, askedAt: null } as const;
  const { turn } = await tx
    .insertInto('exchanges')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'kind', 'id']).doUpdateSet({
        ...anew,
        ...unknown,
        heldBy: null,
        heldUntil: null,
        turn: sql<number>`exchanges.turn + 1`,
        dueAt: row.dueAt,
        jobGroup: row.jobGroup,
        createdAt: row.createdAt,
      }),
    )
    .returning('turn')
    .executeTakeFirstOrThrow();
  return turn;
}

const exchanges = (tx: Tx, organizationId: string, kind: string) =>
  tx.selectFrom('exchanges').select(columns).where('organizationId', '=', organizationId).where('kind', '=', kind);

export const selectExchange = async <A>(
  tx: Tx,
  { organizationId, kind, id }: ExchangeKey,
): Promise<ExchangeRow<A> | undefined> =>
  (await exchanges(tx, organizationId, kind).where('id', '=', id).executeTakeFirst()) as ExchangeRow<A> | undefined;

export const lockExchange = async <A>(
  tx: Tx,
  { organizationId, kind, id }: ExchangeKey,
): Promise<ExchangeRow<A> | undefined> =>
  (await exchanges(tx, organizationId, kind).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | ExchangeRow<A>
    | undefined;

/** The requests that a provider knows by this name. */
export const selectByReference = async (
  tx: Tx,
  organizationId: string,
  kind: string,
  reference: string,
): Promise<ExchangeRow[]> =>
  (await exchanges(tx, organizationId, kind).where('reference', '=', reference).limit(10).execute()) as ExchangeRow[];

type Times = Record<'askedAt' | 'dueAt' | 'heldUntil', Temporal.Instant | null> & { settledAt: Temporal.Instant };

export type ExchangeChange = Partial<
  Pick<
    ExchangeRow,
    'state' | 'settledState' | 'reference' | 'problem' | 'problemCode' | 'attempts' | 'failures' | 'turn' | 'heldBy'
  > &
    Times & { answer: string | null }
>;

export const updateExchange = async <A>(
  tx: Tx,
  { organizationId, kind, id }: ExchangeKey,
  change: ExchangeChange,
): Promise<ExchangeRow<A>> =>
  (await tx
    .updateTable('exchanges')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()) as ExchangeRow<A>;

export interface StuckExchange {
  kind: string;
  id: string;
  state: ExchangeState;
  isSettled: boolean;
  attempts: number;
  problem: string | null;
  createdAt: string;
}

/** Those without an outcome, or whose outcome is not booked, that no job follows up or whose job is overdue. Oldest first. */
export async function selectStuck(
  tx: Tx,
  organizationId: string,
  overdueSince: Temporal.Instant,
  limit: number,
): Promise<StuckExchange[]> {
  const { rows } = await sql<StuckExchange>`
    SELECT kind, id, state, state = settled_state AS is_settled, attempts, problem, created_at FROM exchanges
    WHERE organization_id = ${organizationId} AND (state = 'open' OR state <> settled_state)
      AND (due_at IS NULL OR due_at < ${overdueSince})
    ORDER BY created_at, id LIMIT ${limit}`.execute(tx);
  return rows;
}
