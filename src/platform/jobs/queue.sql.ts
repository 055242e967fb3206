import { CompiledQuery, sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

/** Runs the queue's own statements inside a transaction of ours. */
export const insideTransaction = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
    return { rows: rows as Record<string, unknown>[] };
  },
});

/**
 * Gives grouped jobs the order in which they were enqueued. The queue takes a group by time and then by id; jobs of one transaction
 * share its time, and the clocks of several processes differ. So both come from the time of the database: the id is a UUIDv7 whose
 * fraction of a millisecond follows it (RFC 9562, 6.2, method 3).
 */
export async function orderJobs(tx: Tx, queue: string, ids: string[]): Promise<void> {
  await sql`UPDATE pgboss.job SET created_on = enqueued.at, id = (
              lpad(to_hex(floor(extract(epoch FROM enqueued.at) * 1000)::bigint), 12, '0') ||
              '7' || lpad(to_hex(extract(microseconds FROM enqueued.at)::bigint % 1000), 3, '0') ||
              substr(replace(job.id::text, '-', ''), 17))::uuid
            FROM (SELECT id, now() + place * interval '1 microsecond' AS at
                  FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, place)) AS enqueued
            WHERE job.name = ${queue} AND job.id = enqueued.id`.execute(tx);
}
