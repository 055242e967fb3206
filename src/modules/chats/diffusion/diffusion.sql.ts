import { sql } from 'kysely';
import { scalarOf, type Tenant } from '#platform/db/table.ts';
import { channelSends } from '../tables.ts';

/** How many people a number wrote to in diffusions in the last 24 hours: the hour that began before them counts whole. */
export const selectSpent = (tenant: Tenant, channelId: string, now: Temporal.Instant) =>
  scalarOf<number>(tenant.tx)`
    SELECT coalesce(sum(s.count), 0)::int AS spent FROM ${channelSends.of(tenant)} s
    WHERE s.channel_id = ${channelId} AND s.hour >= date_trunc('hour', ${now}::timestamptz) - interval '24 hours'`;

export const addSpent = ({ tx, organizationId }: Tenant, channelId: string, now: Temporal.Instant, count: number) =>
  sql`
    INSERT INTO channel_sends AS s (organization_id, channel_id, hour, count)
    VALUES (${organizationId}, ${channelId}, date_trunc('hour', ${now}::timestamptz), ${count}::int)
    ON CONFLICT (organization_id, channel_id, hour) DO UPDATE SET count = s.count + excluded.count`.execute(tx);

/** Removes the hours that no budget counts any more. */
export const deleteOldSends = ({ tx, organizationId }: Tenant, channelId: string, now: Temporal.Instant) =>
  sql`
    DELETE FROM channel_sends WHERE organization_id = ${organizationId} AND channel_id = ${channelId}
      AND hour < ${now}::timestamptz - interval '26 hours'`.execute(tx);

/** Keeps rows of a file, given as the JSON text of an array of `[number, phone, name, fields]`. */
export const insertEntries = ({ tx, organizationId }: Tenant, diffusionId: string, rows: string): Promise<unknown> =>
  sql`
    INSERT INTO diffusion_entries (organization_id, diffusion_id, number, phone, name, fields)
    SELECT c.organization_id, ${diffusionId}::uuid, (g.row->>0)::int, g.row->>1, g.row->>2, g.row->3
    FROM event_counters c, jsonb_array_elements(${rows}::jsonb) AS g (row)
    WHERE c.organization_id = ${organizationId}`.execute(tx);
