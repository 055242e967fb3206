import { rowsOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

/** The organizations whose name contains a text, with the address of their owner. */
export const selectOrganizations = (tx: Tx, search: string, limit: number) =>
  rowsOf<{ id: string; name: string; sandbox: boolean; createdAt: string; owner: string | null }>(tx)`
    SELECT o.id, o.name, o.sandbox, o.created_at, u.email AS owner
    FROM organizations o
    LEFT JOIN memberships m ON m.organization_id = o.id AND m.role = 'owner'
    LEFT JOIN users u ON u.id = m.user_id
    WHERE position(lower(${search}) IN lower(o.name)) > 0
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`;

export const selectOrganization = (tx: Tx, id: string) =>
  tx
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'legalName',
      'taxId',
      'country',
      'currency',
      'timeZone',
      'sandbox',
      'clockOffsetMs',
      'createdAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

export const selectMembers = (tx: Tx, organizationId: string) =>
  tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['users.id', 'users.email', 'users.name', 'memberships.role', 'memberships.active'])
    .where('memberships.organizationId', '=', organizationId)
    .orderBy('memberships.joinedAt')
    .limit(1000)
    .execute();
