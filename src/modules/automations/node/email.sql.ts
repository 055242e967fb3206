import { scalarOf, type Tenant } from '#platform/db/table.ts';

/** The address of an active member, as it is stored; null if it belongs to nobody here. */
export const selectMemberAddress = ({ tx, organizationId }: Tenant, email: string) =>
  scalarOf<string | null>(tx)`
    SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.active AND lower(u.email) = lower(${email})`;
