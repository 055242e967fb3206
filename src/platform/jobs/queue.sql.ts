import { CompiledQuery } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Runs the queue's own statements inside a transaction of ours. */
export const insideTransaction = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
    return { rows: rows as Record<string, unknown>[] };
  },
});
