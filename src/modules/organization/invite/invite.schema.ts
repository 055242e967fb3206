import { z } from 'zod';
import { Email, Wants } from '#modules/identity/index.ts';
import { Timestamp } from '#platform/date.ts';
import { grantFields, permissionsMatchRole } from '../member/member.schema.ts';

const token = z.string().max(100).describe('From the letter.').meta({ example: 'inv_6Jq1…' });

export const NewInvitation = z.strictObject({ email: Email, ...grantFields }).check(permissionsMatchRole);

const InvitationChange = z
  .strictObject({
    action: z.literal('change'),
    id: z.uuid(),
    role: grantFields.role.optional(),
    permissions: grantFields.permissions,
    renew: z.boolean().optional(),
  })
  .check(permissionsMatchRole);

export const InvitationUpdate = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('accept'), token }),
  z.strictObject({ action: z.literal('decline'), token }),
  InvitationChange,
]);
export type InvitationChange = z.output<typeof InvitationChange>;

export const NewcomerAcceptance = z.strictObject({
  token,
  name: z.string().trim().max(200).optional(),
  wants: Wants,
});

export const InvitationStatus = z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired']);

export const Invitation = z.object({
  id: z.uuid(),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  email: z.string(),
  role: z.string(),
  permissions: z.array(z.string()).describe('Only with the role `custom`.'),
  status: InvitationStatus,
  invitedBy: z.object({ userId: z.uuid(), name: z.string() }),
  createdAt: Timestamp,
  expiresAt: Timestamp.describe('By the clock of the organization.'),
  settledAt: Timestamp.nullable().describe('When it was answered, revoked or expired.'),
});
