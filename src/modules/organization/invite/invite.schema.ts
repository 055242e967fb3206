import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const statuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const;

export const Token = z.string().max(100).describe('From the letter.').meta({ example: 'inv_6Jq1…' });

export const InvitationView = z.object({
  id: z.uuid(),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  email: z.string(),
  role: z.string(),
  permissions: z.array(z.string()).describe('Only with the role `custom`.'),
  status: z.enum(statuses),
  invitedBy: z.object({ userId: z.uuid(), name: z.string() }),
  createdAt: Timestamp,
  expiresAt: Timestamp.describe('In the clock of the organization.'),
  settledAt: Timestamp.nullable().describe('When it was answered, revoked or expired.'),
});
