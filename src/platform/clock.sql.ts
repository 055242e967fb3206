import { type RawBuilder, sql } from 'kysely';
import { type Failure, noFailure } from './backoff.ts';
import { realNow, toTimestamp } from './date.ts';
import { onlyRowOf } from './db/table.ts';
import type { Tx } from './db/transaction.ts';
import { isOpen, type OrganizationFacts } from './tenants.sql.ts';

export interface DueTick {
  organizationId: string;
  tick: string;
  attempts: number;
}

/** Ticks of a closed organization wait behind those of all others: it is reopened or erased long before this. */
const HELD = { hours: 24 * 365 };

/** Takes the ticks of an organization that is closing out of the way, or makes those of a reopened one due again. */
export const holdTicks = (tx: Tx, organizationId: string, closedAt: Temporal.Instant | null): Promise<unknown> =>
  tx
    .updateTable('organizationTicks')
    .set({ retryAt: closedAt?.add(HELD) ?? null })
    .where('organizationId', '=', organizationId)
    .where('deadAt', 'is', null)
    .execute();

/** Keeps the earliest moment at which each tick is due; a later one writes nothing, and still waits for a run of the tick. */
export function ticksToUpsert(
  organization: OrganizationFacts,
  wakes: Map<string, Temporal.Instant>,
): RawBuilder<unknown> {
  const ticks = [...wakes.keys()].sort();
  const dueAt = ticks.map((tick) => wakes.get(tick)!);
  const offset = { milliseconds: Number(organization.clockOffsetMs) };
  const heldUntil = organization.closedAt && toTimestamp(Temporal.Instant.from(organization.closedAt).add(HELD));
  return sql`
    INSERT INTO organization_ticks (organization_id, retry_at, tick, due_at, due_really_at)
    SELECT ${organization.id}::uuid, ${heldUntil}::timestamptz, wished.* FROM unnest(
      ${ticks}::text[], ${dueAt.map(toTimestamp)}::timestamptz[],
      ${dueAt.map((at) => toTimestamp(at.subtract(offset)))}::timestamptz[]) AS wished
    ON CONFLICT (organization_id, tick) DO UPDATE
    SET due_at = least(organization_ticks.due_at, excluded.due_at),
        due_really_at = least(organization_ticks.due_really_at, excluded.due_really_at)
    WHERE organization_ticks.due_at > excluded.due_at
       OR organization_ticks.due_really_at > excluded.due_really_at`;
}

/** Takes the tick that has been due longest and that no other process is running. Those of closed organizations wait. */
export async function lockDueTick(tx: Tx, now: Temporal.Instant, names: string[]): Promise<DueTick | null> {
  const { rows } = await sql<DueTick>`
    SELECT organization_id, tick, attempts FROM organization_ticks
    WHERE dead_at IS NULL AND greatest(due_really_at, retry_at) <= ${now} AND tick = ANY (${names}::text[])
      AND ${isOpen('organization_ticks.organization_id')}
    ORDER BY greatest(due_really_at, retry_at)
    LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0] ?? null;
}

/** Records a tick that was done, and when it is due next; null: never, until someone asks for it. */
export async function settleTick(
  tx: Tx,
  { organizationId, tick }: DueTick,
  dueAt: Temporal.Instant | string | null,
): Promise<void> {
  if (dueAt)
    await sql`
      UPDATE organization_ticks ticks
      SET due_at = ${dueAt}::timestamptz,
          due_really_at = ${dueAt}::timestamptz - o.clock_offset_ms * interval '1 millisecond',
          attempts = 0, failed_at = NULL, retry_at = NULL, error = NULL
      FROM organizations o
      WHERE ticks.organization_id = ${organizationId} AND ticks.tick = ${tick} AND o.id = ${organizationId}`.execute(
      tx,
    );
  else
    await tx
      .deleteFrom('organizationTicks')
      .where('organizationId', '=', organizationId)
      .where('tick', '=', tick)
      .execute();
}

/** Records a failure, unless another process has run the tick meanwhile. */
export const failTick = (tx: Tx, taken: DueTick, failure: Failure): Promise<unknown> =>
  tx
    .updateTable('organizationTicks')
    .set(failure)
    .where('organizationId', '=', taken.organizationId)
    .where('tick', '=', taken.tick)
    .where('attempts', '=', taken.attempts)
    .where(sql<boolean>`due_really_at <= ${realNow()}`)
    .execute();

/** Moves the clock of a sandbox. What is due by the new time becomes due now, a tick that waits for its retry included. */
export async function updateClockOffset(tx: Tx, organizationId: string, offsetMs: bigint): Promise<boolean> {
  const moved = await tx
    .updateTable('organizations')
    .set({ clockOffsetMs: offsetMs })
    .where('id', '=', organizationId)
    .where('sandbox', '=', true)
    .executeTakeFirst();
  await sql`
    UPDATE organization_ticks
    SET due_really_at = due_at - (${offsetMs}::bigint * interval '1 millisecond'), retry_at = NULL
    WHERE organization_id = ${organizationId}`.execute(tx);
  return moved.numUpdatedRows > 0n;
}

/** Makes an organization a sandbox, or takes it back into the real time. Answers whether it exists. */
export async function setSandbox(tx: Tx, organizationId: string, sandbox: boolean): Promise<boolean> {
  if (!sandbox) await updateClockOffset(tx, organizationId, 0n);
  const changed = await tx
    .updateTable('organizations')
    .set({ sandbox })
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export const selectFailedTicks = (tx: Tx, limit: number) =>
  tx
    .selectFrom('organizationTicks')
    .select(['organizationId', 'tick', 'attempts', 'failedAt', 'retryAt', 'error'])
    .where('attempts', '>', 0)
    .orderBy('failedAt', 'desc')
    .limit(limit)
    .execute();

export const countFailedTicks = (tx: Tx) =>
  onlyRowOf<{ retrying: number; dead: number }>(tx)`
    SELECT count(*) FILTER (WHERE dead_at IS NULL)::int AS retrying, count(dead_at)::int AS dead
    FROM organization_ticks WHERE attempts > 0`;

/** Makes dead ticks due again, all or one. Answers how many there were. */
export async function reviveTicks(tx: Tx, only: { organizationId: string; name: string } | null): Promise<number> {
  const revived = await tx
    .updateTable('organizationTicks')
    .set(noFailure)
    .where('deadAt', 'is not', null)
    .$if(only !== null, (query) =>
      query.where('organizationId', '=', only!.organizationId).where('tick', '=', only!.name),
    )
    .executeTakeFirst();
  return Number(revived.numUpdatedRows);
}
