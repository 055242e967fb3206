import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Channel } from '../tables.ts';

/**
 * When the next messages of a number may leave, and takes these places (GCRA: the column is the theoretical arrival time). Those of
 * one second may leave at once. It is
 * the last statement of a sending transaction, because every message of the number waits for this row.
 */
export async function takePlaces(
  { tx, organizationId }: Tenant,
  { id, messagesPerSecond }: Pick<Channel, 'id' | 'messagesPerSecond'>,
  now: Temporal.Instant,
  count: number,
): Promise<Temporal.Instant[]> {
  const rows = await rowsOf<{ pacedUntil: string }>(tx)`
    UPDATE channels SET paced_until = greatest(coalesce(paced_until, ${now}::timestamptz), ${now}::timestamptz)
      + ${count}::int * interval '1 second' / ${messagesPerSecond}::int
    WHERE organization_id = ${organizationId} AND id = ${id} RETURNING paced_until`;
  const last = Temporal.Instant.from(rows[0]!.pacedUntil.replace(' ', 'T')).subtract({ seconds: 1 });
  const earlier = (places: number) => ({ milliseconds: Math.round((places * 1000) / messagesPerSecond) });
  return Array.from({ length: count }, (_, place) => last.subtract(earlier(count - 1 - place)));
}

export const updateProblem = ({ tx, organizationId }: Tenant, channelId: string, problem: string | null) =>
  sql`
    UPDATE channels SET problem = ${problem}::text
    WHERE organization_id = ${organizationId} AND id = ${channelId} AND problem IS DISTINCT FROM ${problem}::text`.execute(
    tx,
  );
