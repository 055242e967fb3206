import { z } from 'zod';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import { Timestamp, toTimestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { PasskeyAssertion } from '../passkey/passkey.schema.ts';
import { PasskeysNotOffered } from '../passkey/passkey.ts';
import { InvalidCredentials, userByPassword } from './login.ts';
import { requestPin, userByPin } from './pin.ts';
import { deleteSession, deleteSessions } from './session.sql.ts';
import { clearSessionCookie, openSession, signIn } from './session.ts';
import { subscribe } from './subscription.ts';
import { Email, Identity, Password, SignedIn, Wants } from './user.schema.ts';
import { closeAccount, confirmIdentity, OwnerCannotLeave } from './user.ts';

const Pin = z.string().regex(/^\d{6}$/, 'has six digits');
const RequestId = z.string().max(100).describe('From `pinRequest`; binds the code to who asked for it.');

const PushKey = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, { error: `is ${bytes} bytes in base64url` });

export const userRoutes = [
  route({
    method: 'POST',
    path: '/v1/user/login',
    summary: 'Sign in with a password',
    description:
      'Opens a session. A wrong password, an unknown address and a locked account get the same answer. After five failures from one place each further one doubles the wait there.',
    access: 'public',
    provesIdentity: true,
    attemptsPerHour: 120,
    body: z.strictObject({ email: Email, password: z.string().max(200), wants: Wants }),
    returns: SignedIn,
    refusals: [InvalidCredentials],
    examples: { body: { email: 'ana@example.com', password: 'café con leche 7', wants: 'token' } },
    handler: async (ctx, { body }) =>
      signIn(ctx, (await userByPassword(ctx, body.email, body.password)).id, body.wants),
  }),
  route({
    method: 'GET',
    path: '/v1/user/login/pinRequest',
    action: 'requestPin',
    summary: 'Ask for a sign-in code by e-mail',
    description:
      'Sends a code of six digits, valid for ten minutes, five tries and one use. The answer is the same whether or not the address has an account: the first code of a new address makes one.',
    access: 'public',
    effect: true,
    provesIdentity: true,
    attemptsPerHour: 60,
    query: z.strictObject({ email: Email }),
    returns: z.object({ requestId: RequestId, expiresAt: Timestamp }),
    examples: { query: { email: 'ana@example.com' } },
    handler: (ctx, { query }) => requestPin(ctx, query.email),
  }),
  route({
    method: 'POST',
    path: '/v1/user/login/verifyPin',
    action: 'verifyPin',
    summary: 'Sign in with a code',
    description:
      'Opens a session with the code that `pinRequest` sent. The first verified code of a new address makes the account.',
    access: 'public',
    provesIdentity: true,
    attemptsPerHour: 120,
    body: z.strictObject({ requestId: RequestId, pin: Pin, name: z.string().max(200).optional(), wants: Wants }),
    returns: SignedIn,
    refusals: [InvalidCredentials],
    examples: { body: { requestId: 'pin_2mXo…', pin: '482913', wants: 'token' } },
    handler: async (ctx, { body }) =>
      signIn(ctx, (await userByPin(ctx, body.requestId, body.pin, body.name)).id, body.wants),
  }),
  route({
    method: 'POST',
    path: '/v1/user/login/controller',
    action: 'authenticateAgain',
    summary: 'Who am I, and prove it again',
    description:
      'The present session: who, which organizations, which permissions. With `password`, `pin` or `passkey` (an answer to `passkey/authenticate/start`) it becomes a fresh authentication, which transfers of ownership and the like ask for. `newPassword` sets or changes the password after a fresh authentication and ends every other session.',
    access: 'caller',
    provesIdentity: true,
    body: z.strictObject({
      password: z.string().max(200).optional(),
      pin: z.strictObject({ requestId: RequestId, code: Pin }).optional(),
      passkey: PasskeyAssertion.optional(),
      newPassword: Password.optional(),
      name: z.string().max(200).optional(),
      locale: z.string().max(35).optional(),
    }),
    returns: Identity,
    refusals: [InvalidCredentials, FreshAuthenticationRequired, UserRequired, PasskeysNotOffered],
    examples: { body: { password: 'café con leche 7' } },
    handler: (ctx, { body }) => confirmIdentity(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/user/logout',
    action: 'logout',
    summary: 'Sign out',
    description: 'Ends this session; with `everywhere` every session and raw token of the person.',
    access: 'user',
    status: 204,
    body: z.strictObject({ everywhere: z.boolean().default(false) }),
    returns: z.void(),
    examples: { body: { everywhere: true } },
    handler: async (ctx, { body }) => {
      const { userId, sessionId } = ctx.actor;
      await (body.everywhere ? deleteSessions(ctx.tx, userId) : deleteSession(ctx.tx, userId, sessionId));
      clearSessionCookie(ctx);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/user/token',
    action: 'createToken',
    summary: 'Issue a raw token',
    description:
      'A token for programs that act as this person: send it as `Authorization: Bearer …`. It lives 30 days, is listed and revoked like a session, and is shown once.',
    access: 'user',
    effect: true,
    query: z.strictObject({
      name: z.string().max(100).optional().describe('To recognise it in the list of sessions.'),
    }),
    returns: z.object({ id: z.uuid(), token: z.string(), organizationId: z.uuid().nullable(), expiresAt: Timestamp }),
    handler: async (ctx, { query }) => {
      const organizationId = ctx.caller.organization?.id ?? null;
      const opened = await openSession(ctx, ctx.actor.userId, {
        kind: 'token',
        name: query.name ?? null,
        organizationId,
        authenticated: false,
      });
      return { ...opened, token: opened.secret, expiresAt: toTimestamp(opened.expiresAt) };
    },
  }),
  route({
    method: 'POST',
    path: '/v1/user/subscribe',
    summary: 'Be notified on this device or address',
    description:
      'Registers a browser (web push, with the `webPushKey` of the notifications) or the e-mail address of the account. Registering again is harmless; beyond twenty the oldest go.',
    access: 'user',
    status: 201,
    body: z.discriminatedUnion('channel', [
      z.strictObject({
        channel: z.literal('web-push'),
        endpoint: z.url().max(2000).describe('https, at a public address.'),
        keys: z.strictObject({ p256dh: PushKey(65), auth: PushKey(16) }),
      }),
      z.strictObject({ channel: z.literal('email') }),
    ]),
    returns: z.object({ id: z.uuid(), channel: z.string(), target: z.string(), createdAt: Timestamp }),
    examples: { body: { channel: 'email' } },
    handler: (ctx, { body }) => subscribe(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/user',
    summary: 'Close my account',
    description:
      'Forgets the person: sessions, passkeys, API keys and memberships end at once. Refused while they own an organization with other members. Needs a fresh authentication.',
    access: 'user',
    status: 204,
    returns: z.void(),
    refusals: [FreshAuthenticationRequired, OwnerCannotLeave],
    handler: async (ctx) => {
      await closeAccount(ctx);
      clearSessionCookie(ctx);
    },
  }),
];
