import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Takes so many numbers of a prefix and answers the last of them. Whoever asks next gets others. */
export async function takeNumbers(tx: Tx, organizationId: string, prefix: string, count: number): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    INSERT INTO barcode_counters (organization_id, prefix, last) VALUES (${organizationId}, ${prefix}, ${count})
    ON CONFLICT (organization_id, prefix) DO UPDATE SET last = barcode_counters.last + excluded.last
    RETURNING last`.execute(tx);
  return rows[0]!.last;
}
