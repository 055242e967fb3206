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
  email: z.string().describe('With which the person signs in.'),
  name: z.string().describe('What colleagues see; may be empty.'),
  locale: z.string().describe('A language tag, such as `es-DO`.'),
  hasPassword: z.boolean().describe('Whether the person can sign in with a password.'),
  passkeyCount: z.number().int().describe('How many passkeys the person has.'),
  createdAt: Timestamp,
});

export const OrganizationOfUser = z.object({
  id: z.uuid(),
  name: z.string().describe('What members see.'),
  role: z.string().describe('Of the person: a predefined role, or `custom`.'),
  sandbox: z.boolean().describe('Whether it is for tests, with a clock of its own.'),
});

export const Session = z.object({
  id: z.uuid(),
  kind: z.enum(['cookie', 'token']).describe('A browser session, or a raw token.'),
  name: z.string().nullable().describe('Of a token, as it was issued; null: none.'),
  userAgent: z.string().nullable().describe('The browser or program; null: it did not say.'),
  address: z.string().nullable().describe('The IP address from which it signed in; null: not known.'),
  current: z.boolean().describe('Whether this request uses it.'),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.describe('The last use, within minutes.'),
  expiresAt: Timestamp.describe('Until when it works.'),
});

/** The caller and their permissions: the answer to every way of signing in. */
export const Identity = z.object({
  kind: z.enum(['user', 'apiKey']).describe('A person, or an API key.'),
  user: User.nullable().describe('The person; null: an API key.'),
  apiKeyId: z.string().nullable().describe('The id of the key; null: a person.'),
  authenticatedAt: Timestamp.nullable().describe('The last authentication of this session.'),
  fresh: z.boolean().describe('Recent enough for operations that need a fresh authentication.'),
  organizations: z.array(OrganizationOfUser).describe('Those that the caller can work in.'),
  activeOrganizationId: z.uuid().nullable().describe('The one that the session works in; null: none.'),
  permissions: z.array(z.string()).describe('In the active organization.'),
});

export const Pin = z
  .string()
  .regex(/^\d{6}$/, 'must have six digits')
  .describe('The six digits from the e-mail.');
export const RequestId = z.string().max(100).describe('From `pinRequest`; binds the code to the requester.');

export const PasswordLogin = z.strictObject({
  email: Email.describe('With which the person signs in.'),
  password: z.string().max(200).describe('The password of the person.'),
  wants: Wants,
});
export const PinLogin = z.strictObject({
  requestId: RequestId,
  pin: Pin,
  name: z.string().max(200).optional().describe('Of a person who is new; others keep theirs.'),
  wants: Wants,
});

export const Confirmation = z.strictObject({
  password: z.string().max(200).optional().describe('The present password.'),
  pin: z
    .strictObject({ requestId: RequestId, code: Pin.describe('The six digits from the e-mail.') })
    .optional()
    .describe('A code from `pinRequest`.'),
  passkey: PasskeyAssertion.optional().describe('An answer to `passkey/authenticate/start`.'),
  newPassword: Password.optional(),
  name: z.string().max(200).optional().describe('What colleagues see.'),
  locale: LanguageTag.optional().describe('A language tag, such as `es-DO`.'),
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
    channel: z.literal('web-push').describe('A browser, by push messages.'),
    endpoint: z.url().max(2000).describe('https, at a public address.'),
    keys: z
      .strictObject({
        p256dh: pushKey(65).describe('Of the browser’s `PushSubscription`.'),
        auth: pushKey(16).describe('Of the browser’s `PushSubscription`.'),
      })
      .describe('With which messages are encrypted for the browser.'),
  }),
  z.strictObject({ channel: z.literal('email').describe('The address of the person.') }),
]);
export const Subscription = z.object({
  id: z.uuid(),
  channel: z.string().describe('`web-push` or `email`.'),
  target: z.string().describe('The address of the browser, or the e-mail address.'),
  createdAt: Timestamp,
});

export const SignedIn = Identity.extend({
  token: z.string().optional().describe('Only if `wants` is `token`; shown once.'),
  expiresAt: Timestamp.describe('Until when the session or token works.'),
});
