import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

/** Keeps rows of a file, given as the JSON text of an array. */
export const insertEntries = ({ tx, organizationId }: Tenant, diffusionId: string, rows: string): Promise<unknown> =>
  sql`
    INSERT INTO diffusion_entries (organization_id, diffusion_id, number, phone, name, fields)
    SELECT c.organization_id, ${diffusionId}::uuid, g.number, g.phone, g.name, g.fields
    FROM event_counters c, jsonb_to_recordset(${rows}::jsonb) AS g (number int, phone text, name text, fields jsonb)
    WHERE c.organization_id = ${organizationId}`.execute(tx);
