import { z } from 'zod';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import { Timestamp, toTimestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { PasskeysNotOffered } from '../passkey/passkey.ts';
import { comparePassword, InvalidCredentials, userByPassword } from './login.ts';
import { requestPin, userByPin } from './pin.ts';
import { deleteSession, deleteSessions } from './session.sql.ts';
import { clearSessionCookie, openSession, signIn } from './session.ts';
import { subscribe } from './subscription.ts';
import {
  Confirmation,
  Email,
  Identity,
  NewSubscription,
  PasswordLogin,
  PinLogin,
  RequestId,
  SignedIn,
  Subscription,
} from './user.schema.ts';
import { findUserByEmail } from './user.sql.ts';
import { closeAccount, confirmIdentity, OwnerCannotLeave, prepareConfirmation } from './user.ts';

export const userRoutes = [
  route('POST', '/v1/user/login', 'public', {
    summary: 'Sign in with a password',
    description:
      'Opens a session. A wrong password, an unknown address and a locked account get the same answer. After five failures from one client address, each further one doubles the wait there.',
    provesIdentity: true,
    attemptsPerHour: 120,
    body: PasswordLogin,
    returns: SignedIn,
    refusals: [InvalidCredentials],
    examples: { body: { email: 'ana@example.com', password: 'café con leche 7', wants: 'token' } },
    prepare: (steps, { body }) => comparePassword(steps, (tx) => findUserByEmail(tx, body.email), body.password),
    handler: async (ctx, { body, prepared }) =>
      signIn(ctx, (await userByPassword(ctx, body.email, prepared)).id, body.wants),
  }),
  route('GET', '/v1/user/login/pinRequest', 'public', {
    action: 'requestPin',
    summary: 'Request a sign-in code by e-mail',
    description:
      'Sends a code of six digits, valid for ten minutes, five tries and one use, in Spanish or English by `Accept-Language`. The answer is the same whether or not the address has an account: the first code of a new address creates one.',
    effect: true,
    provesIdentity: true,
    attemptsPerHour: 60,
    query: z.strictObject({ email: Email.describe('Where the code is sent.') }),
    returns: z.object({ requestId: RequestId, expiresAt: Timestamp.describe('Until when the code works.') }),
    examples: { query: { email: 'ana@example.com' } },
    handler: (ctx, { query }) => requestPin(ctx, query.email),
  }),
  route('POST', '/v1/user/login/verifyPin', 'public', {
    action: 'verifyPin',
    summary: 'Sign in with a code',
    description:
      'Opens a session with the code that `pinRequest` sent. The first verified code of a new address creates the account.',
    provesIdentity: true,
    attemptsPerHour: 120,
    body: PinLogin,
    returns: SignedIn,
    refusals: [InvalidCredentials],
    examples: { body: { requestId: 'pin_2mXo…', pin: '482913', wants: 'token' } },
    handler: async (ctx, { body }) =>
      signIn(ctx, (await userByPin(ctx, body.requestId, body.pin, body.name)).id, body.wants),
  }),
  route('POST', '/v1/user/login/controller', 'caller', {
    action: 'authenticateAgain',
    summary: 'Read my identity, or authenticate again',
    description:
      'The person, organizations and permissions of the session. With `password`, `pin` or `passkey` (an answer to `passkey/authenticate/start`) the session becomes freshly authenticated, which sensitive operations require, for example a transfer of ownership. `newPassword` sets or changes the password after a fresh authentication and ends every other session.',
    provesIdentity: true,
    body: Confirmation,
    returns: Identity,
    refusals: [InvalidCredentials, FreshAuthenticationRequired, UserRequired, PasskeysNotOffered],
    examples: { body: { password: 'café con leche 7' } },
    prepare: (steps, { body, caller }) => prepareConfirmation(steps, caller!, body),
    handler: (ctx, { body, prepared }) => confirmIdentity(ctx, body, prepared),
  }),
  route('DELETE', '/v1/user/logout', 'user', {
    action: 'logout',
    summary: 'Sign out',
    description: 'Ends this session, or with `everywhere` all sessions and raw tokens of the person.',
    body: z.strictObject({
      everywhere: z.boolean().default(false).describe('Ends all sessions and raw tokens of the person.'),
    }),
    examples: { body: { everywhere: true } },
    handler: async (ctx, { body }) => {
      const { userId, sessionId } = ctx.actor;
      await (body.everywhere ? deleteSessions(ctx.tx, userId) : deleteSession(ctx.tx, userId, sessionId));
      clearSessionCookie(ctx);
    },
  }),
  route('GET', '/v1/user/token', 'user', {
    action: 'createToken',
    summary: 'Issue a raw token',
    description:
      'A token for programs that act as this person: send it as `Authorization: Bearer …`. It is valid for 30 days, is listed and revoked like a session, and is shown once.',
    showsSecret: true,
    effect: true,
    query: z.strictObject({
      name: z.string().max(100).optional().describe('Its name in the list of sessions.'),
    }),
    returns: z.object({
      id: z.uuid(),
      token: z.string().describe('Send it as `Authorization: Bearer …`. Shown once.'),
      organizationId: z.uuid().nullable().describe('The one that it works in; null: none.'),
      expiresAt: Timestamp.describe('Until when it works.'),
    }),
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
  route('POST', '/v1/user/subscribe', 'user', {
    summary: 'Subscribe to notifications',
    description:
      'Registers a browser (web push, with the `webPushKey` of the notifications) or the e-mail address of the account. Registering again changes nothing. A person has at most twenty; the oldest are removed.',
    status: 201,
    body: NewSubscription,
    returns: Subscription,
    examples: { body: { channel: 'email' } },
    handler: (ctx, { body }) => subscribe(ctx, body),
  }),
  route('DELETE', '/v1/user', 'user', {
    summary: 'Close my account',
    description:
      'Deletes the personal data: sessions, passkeys, API keys and memberships end at once. Refused while the person owns an organization with other members. Needs a fresh authentication.',
    refusals: [FreshAuthenticationRequired, OwnerCannotLeave],
    handler: async (ctx) => {
      await closeAccount(ctx);
      clearSessionCookie(ctx);
    },
  }),
];
