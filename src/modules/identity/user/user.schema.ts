import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

/** Addresses are compared without case: the part before the @ may differ in theory and never does in practice. */
export const Email = z
  .email()
  .max(254)
  .overwrite((text) => text.trim().toLowerCase())
  .meta({ example: 'ana@example.com' });

export const Password = z
  .string()
  .min(8, 'has at least 8 characters')
  .max(200)
  .describe('At least 8 characters; no other rule.');

export const Wants = z
  .enum(['cookie', 'token'])
  .default('cookie')
  .describe('A browser session as a cookie, or a raw token in the answer.');

export const UserView = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  locale: z.string(),
  hasPassword: z.boolean(),
  passkeyCount: z.number().int(),
  createdAt: Timestamp,
});

export const OrganizationOfUser = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.string(),
  sandbox: z.boolean(),
});

export const SessionView = z.object({
  id: z.uuid(),
  kind: z.enum(['cookie', 'token']),
  name: z.string().nullable(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  current: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});

/** Who is calling and what they may do: the answer to every way of signing in. */
export const Identity = z.object({
  kind: z.enum(['user', 'apiKey']),
  user: UserView.nullable(),
  apiKeyId: z.string().nullable(),
  authenticatedAt: Timestamp.nullable().describe('When this session last proved who it is.'),
  fresh: z.boolean().describe('Recent enough for what needs a fresh authentication.'),
  organizations: z.array(OrganizationOfUser),
  activeOrganizationId: z.uuid().nullable(),
  permissions: z.array(z.string()).describe('In the active organization.'),
});

export const SignedIn = Identity.extend({
  token: z.string().optional().describe('Only where `wants` is `token`; shown once.'),
  expiresAt: Timestamp,
});
