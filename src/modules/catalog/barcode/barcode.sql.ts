import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

/** Takes the next numbers of a prefix and answers the last of them; no number is taken twice. */
export async function takeNumbers({ tx, organizationId }: Tenant, prefix: string, count: number): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    INSERT INTO barcode_counters (organization_id, prefix, last) VALUES (${organizationId}, ${prefix}, ${count})
    ON CONFLICT (organization_id, prefix) DO UPDATE SET last = barcode_counters.last + excluded.last
    RETURNING last`.execute(tx);
  return rows[0]!.last;
}
