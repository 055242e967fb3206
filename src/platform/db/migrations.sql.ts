import { sql } from 'kysely';
import type { Tx } from './database.ts';

export async function countMigrations(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM migrations`.execute(tx);
  return rows[0]!.count;
}
