import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Lot, lotPositions, lots } from '../tables.ts';

export type ExpiringLot = Pick<Lot, 'id' | 'resourceId' | 'lot'> & { expiresOn: string; quantity: string };

/** The lots in stock that expire first of those whose expiry nobody was warned of, up to a day. */
export const selectUnwarned = (tenant: Tenant, until: string, limit: number) =>
  rowsOf<ExpiringLot>(tenant.tx)`
    SELECT l.id, l.resource_id, l.lot, l.expires_on, trim_scale(held.quantity) AS quantity
    FROM ${lots.of(tenant)} l
    CROSS JOIN LATERAL (
      SELECT sum(p.quantity) AS quantity FROM ${lotPositions.of(tenant)} p WHERE p.lot_id = l.id) AS held
    WHERE coalesce(l.expires_on, '9999-12-31'::date) <= ${until}::date AND l.warned_of IS DISTINCT FROM l.expires_on
      AND held.quantity > 0
    ORDER BY coalesce(l.expires_on, '9999-12-31'::date), l.id LIMIT ${limit}`;

/** Remembers of which expiry of these lots the members were warned. */
export const updateWarned = ({ tx, organizationId }: Tenant, ids: string[]): Promise<unknown> =>
  sql`UPDATE lots SET warned_of = expires_on
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);
