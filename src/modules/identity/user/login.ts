import { hashPassword, isPassword } from '#platform/auth/password.ts';
import type { WorkContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { clearFailures, isKnownPlace, isLocked, recordFailure } from './login.sql.ts';
import { findUserByEmail, setPassword, type User } from './user.sql.ts';

/** One answer for an unknown address, a wrong password and a locked account. */
export const InvalidCredentials = refusal(
  401,
  'invalid_credentials',
  'The credentials are not valid, or there were too many attempts: wait a while.',
);

/** Failures without a wait, from one client address and for the whole account; each further one doubles the wait. */
const FREE_FAILURES = { here: 5, anywhere: 100 };

/**
 * The person with this password. Every failure takes the same effort and gives the same answer. Guesses from many client
 * addresses lock the account for unknown addresses only: an address that the person has used before keeps its own count.
 */
export async function userByPassword(ctx: WorkContext, email: string, password: string): Promise<User> {
  const here = ctx.secrets.pepper(`${email}\0${ctx.request.network}`, 'login place');
  const anywhere = ctx.secrets.pepper(email, 'login account');
  const [user, lockedHere, lockedAnywhere, known] = await Promise.all([
    findUserByEmail(ctx.tx, email),
    isLocked(ctx.tx, here, ctx.now),
    isLocked(ctx.tx, anywhere, ctx.now),
    isKnownPlace(ctx.tx, email, ctx.request.address),
  ]);
  const right = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !right || lockedHere || (lockedAnywhere && !known)) {
    await recordFailure(ctx.tx, here, FREE_FAILURES.here, ctx.now);
    await recordFailure(ctx.tx, anywhere, FREE_FAILURES.anywhere, ctx.now);
    throw InvalidCredentials().afterCommit();
  }
  await clearFailures(ctx.tx, [here, anywhere]);
  return user;
}

export async function changePassword(
  ctx: WorkContext,
  user: { id: string; email: string },
  password: string,
): Promise<void> {
  await setPassword(ctx.tx, user.id, await hashPassword(password));
  ctx.mail({
    to: user.email,
    subject: 'Tu contraseña de Colmado cambió',
    text: 'La contraseña de tu cuenta acaba de cambiar. Si no fuiste tú, entra con un código por correo y cámbiala de nuevo.',
  });
}
