import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

/** Keeps rows of a file, given as the JSON text of an array of `[number, phone, name, fields]`. */
export const insertEntries = ({ tx, organizationId }: Tenant, diffusionId: string, rows: string): Promise<unknown> =>
  sql`
    INSERT INTO diffusion_entries (organization_id, diffusion_id, number, phone, name, fields)
    SELECT c.organization_id, ${diffusionId}::uuid, (g.row->>0)::int, g.row->>1, g.row->>2, g.row->3
    FROM event_counters c, jsonb_array_elements(${rows}::jsonb) AS g (row)
    WHERE c.organization_id = ${organizationId}`.execute(tx);
