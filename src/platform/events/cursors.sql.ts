import { sql } from 'kysely';
import { type Failure, noFailure } from '../backoff.ts';
import { columnOf, onlyRowOf, rowsOf } from '../db/table.ts';
import { sendLater, type Tx } from '../db/transaction.ts';

/** The place of one subscriber in the stream of one organization. */
export interface CursorKey {
  organizationId: string;
  subscriber: string;
}

export interface Cursor {
  seq: bigint;
  attempts: number;
}

export const insertCounter = (tx: Tx, organizationId: string): Promise<unknown> =>
  tx.insertInto('eventCounters').values({ organizationId, behind: false }).execute();

export const insertCursorsOf = (tx: Tx, organizationId: string, subscribers: string[]): Promise<unknown> =>
  sql`INSERT INTO event_cursors (organization_id, subscriber, seq)
      SELECT ${organizationId}::uuid, s.name, 0 FROM unnest(${subscribers}::text[]) AS s (name)`.execute(tx);

/** A new subscriber starts at the present end of every stream; one that exists keeps its place. */
export const insertCursors = (tx: Tx, subscribers: string[]): Promise<unknown> =>
  sql`INSERT INTO event_cursors (organization_id, subscriber, seq)
      SELECT counters.organization_id, s.name, counters.seq
      FROM event_counters counters CROSS JOIN unnest(${subscribers}::text[]) AS s (name)
      WHERE NOT EXISTS (
        SELECT FROM event_cursors c WHERE c.organization_id = counters.organization_id AND c.subscriber = s.name)
      ON CONFLICT DO NOTHING`.execute(tx);

/** Marks every organization in which one of these subscribers is behind. Reads all cursors, so only at the start. */
export const markBehind = (tx: Tx, subscribers: string[]): Promise<unknown> =>
  sql`UPDATE event_counters counters SET behind = true
      WHERE NOT behind AND EXISTS (
        SELECT FROM event_cursors c
        WHERE c.organization_id = counters.organization_id AND c.subscriber = ANY (${subscribers}::text[])
          AND c.seq < counters.seq)`.execute(tx);

/** Organizations that are marked as behind, in the order of their ids. */
export const selectBehind = (tx: Tx, after: string, limit: number) =>
  columnOf<string>(tx)`
    SELECT organization_id FROM event_counters
    WHERE behind AND organization_id > ${after}
    ORDER BY organization_id LIMIT ${limit}`;

/**
 * Clears the mark where every subscriber has caught up. One that failed does not count: its retry is found by its own index. The
 * lock keeps the counter still while it is compared; a counter that someone is writing to stays marked.
 */
export const clearBehind = (tx: Tx, organizationIds: string[], subscribers: string[]): Promise<unknown> =>
  sql`UPDATE event_counters SET behind = false WHERE organization_id IN (
        SELECT counters.organization_id FROM event_counters counters
        WHERE counters.organization_id = ANY (${organizationIds}::uuid[]) AND counters.behind AND NOT EXISTS (
          SELECT FROM event_cursors c
          WHERE c.organization_id = counters.organization_id AND c.subscriber = ANY (${subscribers}::text[])
            AND c.seq < counters.seq AND c.attempts = 0)
        FOR UPDATE SKIP LOCKED)`.execute(tx);

/** The subscribers of these organizations that are behind and do not wait for a retry. */
export const selectLaggards = (tx: Tx, organizationIds: string[], subscribers: string[]) =>
  rowsOf<CursorKey>(tx)`
    SELECT cursors.organization_id, cursors.subscriber
    FROM event_cursors cursors JOIN event_counters counters USING (organization_id)
    WHERE cursors.organization_id = ANY (${organizationIds}::uuid[])
      AND cursors.subscriber = ANY (${subscribers}::text[])
      AND cursors.seq < counters.seq AND cursors.attempts = 0`;

/** The subscribers whose retry is due. */
export const selectRetries = (tx: Tx, now: Temporal.Instant, subscribers: string[], limit: number) =>
  rowsOf<CursorKey>(tx)`
    SELECT organization_id, subscriber FROM event_cursors
    WHERE retry_at <= ${now} AND subscriber = ANY (${subscribers}::text[])
    ORDER BY retry_at LIMIT ${limit}`;

/** Takes the cursors of one organization that are behind and do not wait for a retry, unless another worker holds them; the last in the stream first. */
export const lockLaggards = (tx: Tx, organizationId: string, subscribers: string[]) =>
  rowsOf<{ subscriber: string; seq: bigint }>(tx)`
    SELECT c.subscriber, c.seq FROM event_cursors c JOIN event_counters counter USING (organization_id)
    WHERE c.organization_id = ${organizationId} AND c.subscriber = ANY (${subscribers}::text[])
      AND c.attempts = 0 AND c.seq < counter.seq
    ORDER BY c.seq FOR UPDATE OF c SKIP LOCKED`;

/** Moves subscribers that did not fail forward, with COMMIT. */
export const moveCursors = (tx: Tx, organizationId: string, subscribers: string[], seq: bigint): void =>
  sendLater(
    tx,
    sql`UPDATE event_cursors SET seq = ${seq}
        WHERE organization_id = ${organizationId} AND subscriber = ANY (${subscribers}::text[])`.compile(tx),
  );

/** Takes a cursor, unless another worker holds it. */
export const lockCursor = (tx: Tx, { organizationId, subscriber }: CursorKey): Promise<Cursor | undefined> =>
  tx
    .selectFrom('eventCursors')
    .select(['seq', 'attempts'])
    .where('organizationId', '=', organizationId)
    .where('subscriber', '=', subscriber)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Moves a subscriber forward; a success ends its failures. */
export const moveCursor = (
  tx: Tx,
  { organizationId, subscriber }: CursorKey,
  before: Cursor,
  seq: bigint,
): Promise<unknown> =>
  tx
    .updateTable('eventCursors')
    .set(before.attempts > 0 ? { seq, failedSeq: null, ...noFailure } : { seq })
    .where('organizationId', '=', organizationId)
    .where('subscriber', '=', subscriber)
    .execute();

/** Records that a subscriber fails at an event, unless another worker has moved it meanwhile. */
export const failCursor = (
  tx: Tx,
  { organizationId, subscriber }: CursorKey,
  before: Cursor,
  failure: Failure & { failedSeq: bigint | null },
): Promise<unknown> =>
  tx
    .updateTable('eventCursors')
    .set(failure)
    .where('organizationId', '=', organizationId)
    .where('subscriber', '=', subscriber)
    .where('seq', '=', before.seq)
    .where('attempts', '=', before.attempts)
    .execute();

export const selectFailedCursors = (tx: Tx, limit: number) =>
  tx
    .selectFrom('eventCursors')
    .select(['organizationId', 'subscriber', 'failedSeq', 'attempts', 'failedAt', 'retryAt', 'error'])
    .where('attempts', '>', 0)
    .orderBy('failedAt', 'desc')
    .limit(limit)
    .execute();

export const countFailedCursors = (tx: Tx) =>
  onlyRowOf<{ retrying: number; dead: number }>(tx)`
    SELECT count(retry_at)::int AS retrying, count(dead_at)::int AS dead
    FROM event_cursors WHERE attempts > 0`;

/** Lets dead subscribers try again now, all or one. Answers how many there were. */
export async function reviveCursors(
  tx: Tx,
  now: Temporal.Instant,
  only: { organizationId: string; name: string } | null,
): Promise<number> {
  const revived = await tx
    .updateTable('eventCursors')
    .set({ attempts: 1, deadAt: null, retryAt: now })
    .where('deadAt', 'is not', null)
    .$if(only !== null, (query) =>
      query.where('organizationId', '=', only!.organizationId).where('subscriber', '=', only!.name),
    )
    .executeTakeFirst();
  return Number(revived.numUpdatedRows);
}

/** Takes a subscriber past the event at which it fails. Answers the error there; undefined: it does not fail at that event. */
export async function passFailedEvent(
  tx: Tx,
  { organizationId, subscriber }: CursorKey,
  seq: bigint,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const failed = await tx
    .selectFrom('eventCursors')
    .select('error')
    .where('organizationId', '=', organizationId)
    .where('subscriber', '=', subscriber)
    .where('failedSeq', '=', seq)
    .forUpdate()
    .executeTakeFirst();
  if (!failed) return undefined;
  // Due at once, and not cleared: the organization may no longer be marked as behind.
  await tx
    .updateTable('eventCursors')
    .set({ seq, failedSeq: null, attempts: 1, deadAt: null, retryAt: now })
    .where('organizationId', '=', organizationId)
    .where('subscriber', '=', subscriber)
    .execute();
  return failed.error!;
}

export const insertSkip = (
  tx: Tx,
  skip: CursorKey & { seq: bigint; error: string; reason: string; skippedBy: string; skippedAt: Temporal.Instant },
): Promise<unknown> => tx.insertInto('eventSkips').values(skip).execute();
