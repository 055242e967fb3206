import { rowsOf, type Tenant } from '#platform/db/table.ts';

/** Takes the next numbers of a prefix and answers the last of them; no number is taken twice. */
export async function takeNumbers({ tx, organizationId }: Tenant, prefix: string, count: number): Promise<bigint> {
  const rows = await rowsOf<{ last: bigint }>(tx)`
    INSERT INTO barcode_counters (organization_id, prefix, last) VALUES (${organizationId}, ${prefix}, ${count})
    ON CONFLICT (organization_id, prefix) DO UPDATE SET last = barcode_counters.last + excluded.last
    RETURNING last`;
  return rows[0]!.last;
}
