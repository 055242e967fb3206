import { rowsOf, type Tenant } from '#platform/db/table.ts';

/** The address of an active member, as it is stored; null if it belongs to nobody here. */
export async function selectMemberAddress({ tx, organizationId }: Tenant, email: string): Promise<string | null> {
  const rows = await rowsOf<{ email: string }>(tx)`
    SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.active AND lower(u.email) = lower(${email})`;
  return rows[0]?.email ?? null;
}
