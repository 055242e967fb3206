import { z } from 'zod';
import { Email, Wants } from '#modules/identity/index.ts';
import { Timestamp } from '#platform/date.ts';
import { grantFields, permissionsMatchRole } from '../member/member.schema.ts';

const token = z.string().max(100).describe('From the e-mail.').meta({ example: 'inv_6Jq1…' });

export const NewInvitation = z
  .strictObject({ email: Email.describe('Where the invitation is sent.'), ...grantFields })
  .check(permissionsMatchRole);

const InvitationChange = z
  .strictObject({
    action: z.literal('change').describe('Gives it other rights, as a member who manages members.'),
    id: z.uuid(),
    role: grantFields.role.optional(),
    permissions: grantFields.permissions,
    renew: z.boolean().optional().describe('True sends a new e-mail, which is valid as long as a new invitation.'),
  })
  .check(permissionsMatchRole);

export const InvitationUpdate = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('accept').describe('Joins the organization, as the invited person.'), token }),
  z.strictObject({ action: z.literal('decline').describe('Refuses it, as the invited person.'), token }),
  InvitationChange,
]);
export type InvitationChange = z.output<typeof InvitationChange>;

export const NewcomerAcceptance = z.strictObject({
  token,
  name: z.string().trim().max(200).optional().describe('What colleagues see of a person who is new here.'),
  wants: Wants,
});

export const InvitationStatus = z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired']);

export const Invitation = z.object({
  id: z.uuid(),
  organization: z.object({ id: z.uuid(), name: z.string().describe('Of the organization.') }).describe('Who invites.'),
  email: z.string().describe('Where the invitation was sent.'),
  role: z.string().describe('What the person may do: a predefined role, or `custom`.'),
  permissions: z.array(z.string()).describe('Only with the role `custom`.'),
  status: InvitationStatus.describe('What became of it.'),
  invitedBy: z
    .object({ userId: z.uuid().describe('The member.'), name: z.string().describe('Of the member.') })
    .describe('The member who invited the person.'),
  createdAt: Timestamp,
  expiresAt: Timestamp.describe('By the clock of the organization.'),
  settledAt: Timestamp.nullable().describe('When it was answered, revoked or expired.'),
});
