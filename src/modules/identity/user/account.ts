import { randomBytes } from 'node:crypto';
import type { WorkContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { ensureUser, setPassword, type User } from './user.sql.ts';

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
