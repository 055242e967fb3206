import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Invitation, invitations } from '../tables.ts';
import { InvitationStatus } from './invite.schema.ts';

export const invitationList = listOf(invitations, {
  filters: {
    status: oneOf('status', InvitationStatus, 'Invitations with one of these statuses.'),
    search: filter(
      z.string().max(100).optional().describe('Part of the address.'),
      (text) => sql`strpos(t.email, lower(${text})) > 0`,
    ),
  },
  // Ids are in the order of creation.
  sort: { created: 'id', email: 'email' },
  order: '-created',
});

type NewInvitation = Pick<Invitation, 'id' | 'email' | 'role' | 'permissions' | 'invitedBy'> & {
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
};

/** Inserts an invitation, or renews the pending one of the same address. */
export async function upsertInvitation({ tx, organizationId }: Tenant, given: NewInvitation): Promise<Invitation> {
  const { id, email, role, permissions, invitedBy, createdAt, expiresAt } = given;
  const rows = await rowsOf<Invitation>(tx)`
    INSERT INTO invitations (organization_id, id, email, role, permissions, status, invited_by, created_at, expires_at)
    VALUES (${organizationId}, ${id}, ${email}, ${role}, ${permissions}, 'pending', ${invitedBy}, ${createdAt}, ${expiresAt})
    ON CONFLICT (organization_id, email) WHERE status = 'pending' DO UPDATE
    SET role = excluded.role, permissions = excluded.permissions, invited_by = excluded.invited_by,
        expires_at = excluded.expires_at
    RETURNING ${invitations.columns()}`;
  return rows[0]!;
}

/** Locks the pending invitations that someone made or received. */
export const lockInvitationsOf = (tenant: Tenant, { userId, email }: { userId: string; email: string }) =>
  rowsOf<Invitation>(tenant.tx)`
    SELECT ${invitations.columns()} FROM ${invitations.of(tenant)} i
    WHERE status = 'pending' AND (invited_by = ${userId} OR email = ${email})
    ORDER BY id FOR UPDATE OF i`;

/** Marks a batch of overdue invitations as expired. */
export const expireInvitations = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<Invitation>(tenant.tx)`
    UPDATE invitations SET status = 'expired', settled_at = ${now}
    WHERE organization_id = ${tenant.organizationId} AND id IN (
      SELECT id FROM ${invitations.of(tenant)} i WHERE status = 'pending' AND expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE OF i)
    RETURNING ${invitations.columns()}`;
