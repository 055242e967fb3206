import type { WorkContext } from '../context.ts';
import { realNow } from '../date.ts';
import { hashSecret, newSecret } from '../id.ts';
import { type Capability, deleteOldCapabilities, insertCapability, selectCapability } from './capability.sql.ts';

const RANDOM_BYTES = 24;

/** Makes an unguessable value that opens one thing. With `newest`, only that many of the same thing go on working. */
export async function grantCapability(
  ctx: WorkContext,
  opens: Capability,
  options: { prefix: string; newest?: number; encoding?: 'base64url' | 'hex' },
): Promise<string> {
  const secret = newSecret(options.prefix, RANDOM_BYTES, options.encoding);
  await insertCapability(ctx.tx, { ...opens, hash: hashSecret(secret), createdAt: realNow() });
  if (options.newest !== undefined) await deleteOldCapabilities(ctx.tx, opens, options.newest);
  return secret;
}

/** What a value opens, if it opens something of this kind. */
export const resolveCapability = (ctx: WorkContext, secret: string, kind: string): Promise<Capability | undefined> =>
  selectCapability(ctx.tx, hashSecret(secret), kind, realNow());

/** Whatever opens this opens it no longer. */
export const revokeCapabilities = (ctx: WorkContext, opens: Capability): Promise<unknown> =>
  deleteOldCapabilities(ctx.tx, opens, 0);
