import { randomBytes } from 'node:crypto';
import { hashPassword } from '#platform/auth/password.ts';
import type { WorkContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refuseGuessable } from './login.ts';
import { ensureUser, setPassword, type User } from './user.sql.ts';

/** Creates an account whose address an operator has verified. An existing account stays as it is. */
export async function createAccount(
  ctx: WorkContext,
  account: { email: string; name: string; password?: string | undefined },
): Promise<User> {
  const id = newId();
  const { email, name, password } = account;
  if (password !== undefined) await refuseGuessable(password, email);
  const user = await ensureUser(ctx.tx, { id, email, name, passkeyHandle: randomBytes(64), createdAt: ctx.now });
  if (user.id === id && password !== undefined) await setPassword(ctx.tx, id, await hashPassword(password));
  return user;
}
