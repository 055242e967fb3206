import { countFailedTicks, reviveTicks, selectFailedTicks } from './clock.sql.ts';
import { realNow } from './date.ts';
import type { Engine } from './engine.ts';
import {
  countFailedCursors,
  insertSkip,
  passFailedEvent,
  reviveCursors,
  selectFailedCursors,
} from './events/cursors.sql.ts';

const LISTED_MAX = 1_000;

/** A tick or a subscriber of one organization that fails: it waits for its next attempt, or is dead. */
export interface StalledWork {
  kind: 'tick' | 'subscriber';
  name: string;
  organizationId: string;
  /** The event at which a subscriber fails. */
  seq: bigint | null;
  attempts: number;
  failedAt: string;
  /** Null: it is a dead letter. */
  retryAt: string | null;
  error: string;
}

export type StalledKey = Pick<StalledWork, 'kind' | 'name' | 'organizationId'>;

/** All that fails at present, newest first. */
export async function listStalledWork(engine: Engine): Promise<StalledWork[]> {
  const { result } = await engine.run({ readOnly: true }, async ({ tx }) => {
    const [ticks, cursors] = await Promise.all([
      selectFailedTicks(tx, LISTED_MAX),
      selectFailedCursors(tx, LISTED_MAX),
    ]);
    return [
      ...ticks.map(({ tick, ...row }) => ({ ...row, kind: 'tick' as const, name: tick, seq: null })),
      ...cursors.map(({ subscriber, failedSeq, ...row }) => ({
        ...row,
        kind: 'subscriber' as const,
        name: subscriber,
        seq: failedSeq,
      })),
    ].map((row) => ({ ...row, failedAt: row.failedAt!, error: row.error! }));
  });
  return result.sort((a, b) => b.failedAt.localeCompare(a.failedAt));
}

/** How much fails at present, for monitoring: read from indexes that hold failures only. */
export async function countStalledWork(engine: Engine): Promise<{ retrying: number; dead: number }> {
  const { result } = await engine.run({ readOnly: true }, async ({ tx }) => {
    const [ticks, cursors] = await Promise.all([countFailedTicks(tx), countFailedCursors(tx)]);
    return { retrying: ticks.retrying + cursors.retrying, dead: ticks.dead + cursors.dead };
  });
  return result;
}

/** Gives dead ticks and subscribers back to the workers, all or one. Answers how many there were. */
export async function reviveStalledWork(engine: Engine, only: StalledKey | null): Promise<number> {
  const { result } = await engine.run({}, async ({ tx }) => {
    const ticks = only?.kind === 'subscriber' ? 0 : await reviveTicks(tx, only);
    const cursors = only?.kind === 'tick' ? 0 : await reviveCursors(tx, realNow(), only);
    return ticks + cursors;
  });
  return result;
}

/**
 * Takes a subscriber past the event at which it fails, and records who decided it and why. The event never takes effect for that
 * subscriber. Answers false where it does not fail at that event.
 */
export function skipEvent(
  engine: Engine,
  { organizationId, name }: StalledKey,
  seq: bigint,
  decision: { skippedBy: string; reason: string },
): Promise<boolean> {
  const cursor = { organizationId, subscriber: name };
  return engine.within(organizationId, async ({ tx }) => {
    const skippedAt = realNow();
    const error = await passFailedEvent(tx, cursor, seq, skippedAt);
    if (error !== undefined) await insertSkip(tx, { ...cursor, seq, error, ...decision, skippedAt });
    return error !== undefined;
  });
}
