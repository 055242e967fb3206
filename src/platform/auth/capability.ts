import type { TenantContext, WorkContext } from '../context.ts';
import { realNow } from '../date.ts';
import { hashSecret, newSecret } from '../id.ts';
import { orNotFound } from '../refusal.ts';
import {
  type Capability,
  deleteCapability,
  deleteOldCapabilities,
  insertCapability,
  selectCapability,
} from './capability.sql.ts';

const RANDOM_BYTES = 24;

/** Makes an unguessable value that opens one thing. With `newest`, only that many of the same thing go on working. */
export async function grantCapability(
  ctx: WorkContext,
  opens: Capability,
  options: { prefix: string; newest?: number; encoding?: 'base64url' | 'hex'; expiresAt?: Temporal.Instant },
): Promise<string> {
  const secret = newSecret(options.prefix, RANDOM_BYTES, options.encoding);
  const until = options.expiresAt && { expiresAt: options.expiresAt };
  await insertCapability(ctx.tx, { ...opens, hash: hashSecret(secret), createdAt: realNow(), ...until });
  if (options.newest !== undefined) await deleteOldCapabilities(ctx.tx, opens, options.newest);
  return secret;
}

/** The capability of a value, if it has this kind. */
export const resolveCapability = (ctx: WorkContext, secret: string, kind: string): Promise<Capability | undefined> =>
  selectCapability(ctx.tx, hashSecret(secret), kind, realNow());

/** The thing that a value of this kind opens, in its organization. */
export async function openCapability(
  ctx: WorkContext,
  secret: string,
  kind: string,
): Promise<{ ctx: TenantContext; id: string }> {
  const { organizationId, entityId } = orNotFound(await resolveCapability(ctx, secret, kind));
  return { ctx: await ctx.enter(organizationId), id: entityId };
}

/** Uses up a value that opens something once. `restore` makes it valid again if its use fails. */
export async function takeCapability(ctx: WorkContext, secret: string, kind: string) {
  const hash = hashSecret(secret);
  const taken = await deleteCapability(ctx.tx, hash, kind, realNow());
  if (!taken) return undefined;
  const { createdAt, expiresAt, ...opens } = taken;
  const until = expiresAt === null ? {} : { expiresAt: Temporal.Instant.from(expiresAt) };
  const restored = { ...opens, hash, createdAt: Temporal.Instant.from(createdAt), ...until };
  return { ...opens, restore: (later: WorkContext) => insertCapability(later.tx, restored) };
}

/** Whatever opens this opens it no longer. */
export const revokeCapabilities = (ctx: WorkContext, opens: Capability): Promise<unknown> =>
  deleteOldCapabilities(ctx.tx, opens, 0);
