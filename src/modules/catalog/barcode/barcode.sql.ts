import { scalarOf, type Tenant } from '#platform/db/table.ts';

/** Takes the next numbers of a prefix and answers the last of them; no number is taken twice. */
export const takeNumbers = ({ tx, organizationId }: Tenant, prefix: string, count: number) =>
  scalarOf<bigint>(tx)`
    INSERT INTO barcode_counters (organization_id, prefix, last) VALUES (${organizationId}, ${prefix}, ${count})
    ON CONFLICT (organization_id, prefix) DO UPDATE SET last = barcode_counters.last + excluded.last
    RETURNING last`;
