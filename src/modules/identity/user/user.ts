import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Caller } from '#platform/auth/actor.ts';
import { requireFreshAuthentication } from '#platform/auth/authenticate.ts';
import { hashPassword } from '#platform/auth/password.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import type { CallerContext, Steps, UserContext, WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { beforeUserClosed } from '../hooks.ts';
import { userByPasskey } from '../passkey/passkey.ts';
import { identityOf } from './identity.ts';
import { mailAccount } from './letter.ts';
import { type ComparedPassword, changePassword, comparePassword, InvalidCredentials, userByPassword } from './login.ts';
import { userByPin } from './pin.ts';
import { deleteOtherSessions, markAuthenticated, renewSession } from './session.sql.ts';
import { setSessionCookie } from './session.ts';
import type { Confirmation } from './user.schema.ts';
import {
  closeUser,
  ensureUser,
  findUser,
  lockOwned,
  selectOrganizationsOf,
  setPassword,
  type User,
  updateUser,
} from './user.sql.ts';

export const OwnerCannotLeave = refusal(
  'owner_of_shared_organization',
  'You own an organization that has other members: transfer it first.',
);

type GivenConfirmation = z.output<typeof Confirmation>;

interface PreparedConfirmation {
  compared: ComparedPassword | null;
  newHash: string | null;
}

/** Compares and hashes the passwords before the transaction. */
export async function prepareConfirmation(
  steps: Steps,
  { actor }: Caller,
  { password, newPassword }: GivenConfirmation,
): Promise<PreparedConfirmation> {
  if (actor.kind === 'apiKey') return { compared: null, newHash: null };
  const { userId } = actor;
  return {
    compared: password === undefined ? null : await comparePassword(steps, (tx) => findUser(tx, userId), password),
    newHash: newPassword === undefined ? null : await hashPassword(steps, newPassword),
  };
}

/** Describes the caller. A credential makes the session freshly authenticated; then the password can be set. */
export async function confirmIdentity(ctx: CallerContext, given: GivenConfirmation, prepared: PreparedConfirmation) {
  const { actor } = ctx;
  if (actor.kind === 'apiKey') {
    if (Object.values(given).some((value) => value !== undefined)) throw UserRequired();
    return identityOfKey(ctx, actor.keyId);
  }
  const user = await findUser(ctx.tx, actor.userId);
  let authenticatedAt = actor.authenticatedAt;
  if (given.password !== undefined || given.pin || given.passkey) {
    await authenticateAgain(ctx, user, given, prepared.compared);
    authenticatedAt = toTimestamp(ctx.now);
    await renew(ctx, actor);
  }
  if (given.newPassword !== undefined) {
    requireFreshAuthentication({ ...actor, authenticatedAt });
    await changePassword(ctx, user, { password: given.newPassword, hash: prepared.newHash! });
    await deleteOtherSessions(ctx.tx, user.id, actor.sessionId);
  }
  const { name, locale } = given;
  if (name !== undefined || locale !== undefined) {
    await updateUser(ctx.tx, user.id, { name, locale });
  }
  return identityOf(ctx, { userId: user.id, organizationId: ctx.caller.organization?.id ?? null, authenticatedAt });
}

async function authenticateAgain(
  ctx: CallerContext,
  user: { id: string; email: string },
  given: GivenConfirmation,
  compared: ComparedPassword | null,
): Promise<void> {
  if ((await userBy(ctx, user, given, compared)).id !== user.id) throw InvalidCredentials().afterCommit();
}

function userBy(
  ctx: CallerContext,
  user: { email: string },
  given: GivenConfirmation,
  compared: ComparedPassword | null,
): Promise<{ id: string }> {
  if (given.passkey) return userByPasskey(ctx, given.passkey);
  if (given.pin) return userByPin(ctx, given.pin.requestId, given.pin.code);
  return userByPassword(ctx, user.email, compared!);
}

/** A cookie gets a new secret; a raw token stays, because its program stores it. */
async function renew(ctx: CallerContext, actor: { sessionId: string; sessionKind: string }): Promise<void> {
  if (actor.sessionKind === 'token') return void (await markAuthenticated(ctx.tx, actor.sessionId, ctx.now));
  const secret = newSecret('cms');
  await renewSession(ctx.tx, actor.sessionId, hashSecret(secret), ctx.now);
  setSessionCookie(ctx, secret);
}

async function identityOfKey(ctx: CallerContext, keyId: string) {
  const organization = ctx.caller.organization!;
  const organizations = await selectOrganizationsOf(ctx.tx, ctx.actor.userId);
  return {
    kind: 'apiKey' as const,
    user: null,
    apiKeyId: keyId,
    authenticatedAt: null,
    fresh: false,
    organizations: organizations.filter(({ id }) => id === organization.id).map((own) => ({ ...own, role: 'apiKey' })),
    activeOrganizationId: organization.id,
    permissions: [...organization.permissions],
  };
}

/** Closes the account. The person's work in organizations stays; their personal data are deleted. */
export async function closeAccount(ctx: UserContext): Promise<void> {
  requireFreshAuthentication(ctx.actor);
  const shared = (await lockOwned(ctx.tx, ctx.actor.userId)).find(({ others }) => others > 0);
  if (shared) throw OwnerCannotLeave(`You own ${shared.name}, which has other members: transfer it first.`);
  await beforeUserClosed(ctx, ctx.actor.userId);
  await closeUser(ctx.tx, ctx.actor.userId, ctx.now);
  mailAccount(ctx, ctx.actor.email, {
    es: {
      subject: 'Tu cuenta de Colmado está cerrada',
      text: 'Cerramos tu cuenta como pediste. Si vuelves a entrar con este correo, empezarás una cuenta nueva.',
    },
    en: {
      subject: 'Your Colmado account is closed',
      text: 'We closed your account as you asked. If you sign in with this address again, you will start a new account.',
    },
  });
}

/** Creates an account whose address an operator has verified. An existing account stays as it is. */
export async function createAccount(
  ctx: WorkContext,
  account: { email: string; name: string; passwordHash?: string | undefined },
): Promise<User> {
  const id = newId();
  const { email, name, passwordHash } = account;
  const user = await ensureUser(ctx.tx, { id, email, name, passkeyHandle: randomBytes(64), createdAt: ctx.now });
  if (user.id === id && passwordHash !== undefined) await setPassword(ctx.tx, id, passwordHash);
  return user;
}
