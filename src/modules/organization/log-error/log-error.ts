import { deleteOldCapabilities, findCapability, insertCapability } from '#platform/auth/capabilities.sql.ts';
import type { PublicContext, TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { hashSecret, newSecret } from '#platform/id.ts';
import { errorReported } from '../events.ts';

const KIND = 'error-key';
const KEYS_MAX = 5;
const NAME_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 2_000;
const STACK_LENGTH_MAX = 8_000;

interface Report {
  component: string;
  error: { name?: string | undefined; message: string; stack?: string | undefined };
  key?: string | undefined;
  url?: string | undefined;
}

export async function reportError(ctx: PublicContext, report: Report): Promise<{ recorded: boolean }> {
  const { component, url } = report;
  const error = shortened(report.error);
  const organizationId = ctx.caller?.organization?.id ?? (await organizationOfKey(ctx, report.key));
  ctx.log.warn({ component, url, organizationId, reported: error }, 'an interface reported an error');
  if (!organizationId) return { recorded: false };
  const tenant = await ctx.enter(organizationId, ctx.caller?.actor);
  tenant.emit(errorReported, { component, error });
  return { recorded: true };
}

async function organizationOfKey(ctx: PublicContext, key: string | undefined): Promise<string | null> {
  if (key === undefined) return null;
  return (await findCapability(ctx.tx, hashSecret(key), KIND, ctx.now))?.organizationId ?? null;
}

/** A new key; beyond the newest few the old ones stop, so that a page that is misused can be cut off. */
export async function makeErrorKey(ctx: TenantContext): Promise<{ key: string; createdAt: string }> {
  const key = newSecret('err', 24);
  const { organizationId } = ctx;
  const opens = { organizationId, kind: KIND, entityId: organizationId };
  await insertCapability(ctx.tx, { ...opens, hash: hashSecret(key), createdAt: ctx.now });
  await deleteOldCapabilities(ctx.tx, opens, KEYS_MAX);
  return { key, createdAt: toTimestamp(ctx.now) };
}

const shortened = ({ name, message, stack }: Report['error']) => ({
  ...(name !== undefined && { name: cut(name, NAME_LENGTH_MAX) }),
  message: cut(message, MESSAGE_LENGTH_MAX),
  ...(stack !== undefined && { stack: cut(stack, STACK_LENGTH_MAX) }),
});

/** Cuts at whole characters: half of a surrogate pair cannot be stored. */
const cut = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
