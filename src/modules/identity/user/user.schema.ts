import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { LanguageTag } from '#platform/language-tag.ts';
import { PasskeyAssertion } from '../passkey/passkey.schema.ts';

/** Addresses are compared without case: providers ignore the case of the part before the @ in practice. */
export const Email = z
  .email()
  .max(254)
  .overwrite((text) => text.trim().toLowerCase())
  .meta({ example: 'ana@example.com' });

export const Password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(200)
  .describe('At least 8 characters, and none of the passwords that are guessed first.');

export const Wants = z
  .enum(['cookie', 'token'])
  .default('cookie')
  .describe('A browser session as a cookie, or a raw token in the answer.');

export const User = z.object({
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

export const Session = z.object({
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

/** The caller and their permissions: the answer to every way of signing in. */
export const Identity = z.object({
  kind: z.enum(['user', 'apiKey']),
  user: User.nullable(),
  apiKeyId: z.string().nullable(),
  authenticatedAt: Timestamp.nullable().describe('The last authentication of this session.'),
  fresh: z.boolean().describe('Recent enough for operations that need a fresh authentication.'),
  organizations: z.array(OrganizationOfUser),
  activeOrganizationId: z.uuid().nullable(),
  permissions: z.array(z.string()).describe('In the active organization.'),
});

export const Pin = z.string().regex(/^\d{6}$/, 'must have six digits');
export const RequestId = z.string().max(100).describe('From `pinRequest`; binds the code to the requester.');

export const PasswordLogin = z.strictObject({ email: Email, password: z.string().max(200), wants: Wants });
export const PinLogin = z.strictObject({
  requestId: RequestId,
  pin: Pin,
  name: z.string().max(200).optional(),
  wants: Wants,
});

export const Confirmation = z.strictObject({
  password: z.string().max(200).optional(),
  pin: z.strictObject({ requestId: RequestId, code: Pin }).optional(),
  passkey: PasskeyAssertion.optional(),
  newPassword: Password.optional(),
  name: z.string().max(200).optional(),
  locale: LanguageTag.optional(),
});

const pushKey = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, {
      error: `must be ${bytes} bytes in base64url`,
    });

export const NewSubscription = z.discriminatedUnion('channel', [
  z.strictObject({
    channel: z.literal('web-push'),
    endpoint: z.url().max(2000).describe('https, at a public address.'),
    keys: z.strictObject({ p256dh: pushKey(65), auth: pushKey(16) }),
  }),
  z.strictObject({ channel: z.literal('email') }),
]);
export const Subscription = z.object({
  id: z.uuid(),
  channel: z.string(),
  target: z.string(),
  createdAt: Timestamp,
});

export const SignedIn = Identity.extend({
  token: z.string().optional().describe('Only if `wants` is `token`; shown once.'),
  expiresAt: Timestamp,
});
