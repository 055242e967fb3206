import { CompiledQuery, sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Runs the queue's own statements inside a transaction of ours. */
export const insideTransaction = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
    return { rows: rows as Record<string, unknown>[] };
  },
});

/** Gives jobs of one transaction, which share its time, times in their order: jobs of one group are then taken in it. */
export async function orderJobs(tx: Tx, queue: string, ids: string[]): Promise<void> {
  await sql`UPDATE pgboss.job SET created_on = created_on + place * interval '1 microsecond'
            FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS enqueued (id, place)
            WHERE job.name = ${queue} AND job.id = enqueued.id`.execute(tx);
}
