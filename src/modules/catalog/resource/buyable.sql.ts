import { type RawBuilder, sql } from 'kysely';
import type { RowsQuery } from '#platform/db/nested.ts';
import type { Tenant } from '#platform/db/table.ts';
import { resourceListMembers, resources } from '../tables.ts';

type Organization = Pick<Tenant, 'organizationId'>;

/** The resources in use that have stock, and so can be ordered. */
export const buyableResources = (tenant: Organization): RowsQuery => sql`
  SELECT r.id, r.sort_name, r.category, r.supplier_id FROM ${resources.of(tenant)} r
  WHERE r.archived_at IS NULL AND r.tracks_stock`;

/** The ids of the members of lists. */
export const membersOf = (tenant: Organization, lists: RawBuilder<unknown>): RowsQuery => sql`
  SELECT m.resource_id FROM ${resourceListMembers.of(tenant)} m WHERE m.list_id = ANY (${lists})`;
