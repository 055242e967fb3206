import { hashPassword, isPassword } from '#platform/auth/password.ts';
import type { WorkContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { clearFailures, isLocked, recordFailure } from './login.sql.ts';
import { findUserByEmail, setPassword, type User } from './user.sql.ts';

/** One answer for an unknown address, a wrong password and a locked account. */
export const InvalidCredentials = refusal(
  401,
  'invalid_credentials',
  'These credentials do not open an account, or there were too many attempts: wait a while.',
);

/** The person whose password this is. Every way to fail does the same work and gives the same answer. */
export async function userByPassword(ctx: WorkContext, email: string, password: string): Promise<User> {
  const place = ctx.secrets.pepper(`${email}\0${ctx.request.address}`, 'login place');
  const [user, locked] = await Promise.all([findUserByEmail(ctx.tx, email), isLocked(ctx.tx, place, ctx.now)]);
  const right = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !right || locked) {
    await recordFailure(ctx.tx, place, ctx.now);
    throw InvalidCredentials().afterCommit();
  }
  await clearFailures(ctx.tx, place);
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
