import { sessionCookieName } from '#platform/auth/session-cookie.ts';
import type { WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { rememberDevice } from './device.ts';
import { identityOf } from './identity.ts';
import { insertSession, selectLastOrganization } from './session.sql.ts';

const LIFE = { hours: 30 * 24 };
const LIFE_SECONDS = 30 * 24 * 3600;

/** Opens a session for a person who has just authenticated, or a token from an authenticated session. */
export async function openSession(
  ctx: WorkContext,
  userId: string,
  options: { kind: 'cookie' | 'token'; name?: string | null; organizationId?: string | null; authenticated: boolean },
) {
  const secret = newSecret(options.kind === 'token' ? 'cmt' : 'cms');
  const organizationId = options.organizationId ?? (await selectLastOrganization(ctx.tx, userId));
  const session = {
    id: newId(),
    userId,
    kind: options.kind,
    secretHash: hashSecret(secret),
    organizationId,
    name: options.name ?? null,
    userAgent: ctx.request.userAgent,
    address: ctx.request.address,
    authenticatedAt: options.authenticated ? ctx.now : null,
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
    expiresAt: ctx.now.add(LIFE),
  };
  await insertSession(ctx.tx, session);
  if (options.kind === 'cookie') setSessionCookie(ctx, secret);
  return { id: session.id, secret, expiresAt: session.expiresAt, organizationId };
}

/** Opens a session and describes it: the answer to every way of signing in. */
export async function signIn(ctx: WorkContext, userId: string, kind: 'cookie' | 'token') {
  const session = await openSession(ctx, userId, { kind, authenticated: true });
  const identity = await identityOf(ctx, {
    userId,
    organizationId: session.organizationId,
    authenticatedAt: toTimestamp(ctx.now),
  });
  rememberDevice(ctx, identity.user.email);
  return { ...identity, expiresAt: toTimestamp(session.expiresAt), ...(kind === 'token' && { token: session.secret }) };
}

export function setSessionCookie(ctx: WorkContext, secret: string): void {
  ctx.request.setCookie(sessionCookieName(ctx.publicUrl), secret, { maxAgeSeconds: LIFE_SECONDS });
}

export function clearSessionCookie(ctx: WorkContext): void {
  ctx.request.clearCookie(sessionCookieName(ctx.publicUrl));
}
