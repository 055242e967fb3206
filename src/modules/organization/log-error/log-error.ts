import { grantCapability, resolveCapability } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { shortened } from '#platform/text.ts';
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

export async function reportError(ctx: WorkContext, report: Report): Promise<{ recorded: boolean }> {
  const { component, url } = report;
  const error = withinLimits(report.error);
  const organizationId = ctx.caller?.organization?.id ?? (await organizationOfKey(ctx, report.key));
  ctx.log.warn({ component, url, organizationId, reported: error }, 'an interface reported an error');
  if (!organizationId) return { recorded: false };
  const tenant = await ctx.enter(organizationId, ctx.caller?.actor);
  tenant.emit(errorReported, { component, error });
  return { recorded: true };
}

async function organizationOfKey(ctx: WorkContext, key: string | undefined): Promise<string | null> {
  if (key === undefined) return null;
  return (await resolveCapability(ctx, key, KIND))?.organizationId ?? null;
}

/** A new key. Only the newest few work, so that a misused key can be replaced. */
export async function makeErrorKey(ctx: TenantContext): Promise<{ key: string; createdAt: string }> {
  const opens = { organizationId: ctx.organizationId, kind: KIND, entityId: ctx.organizationId };
  const key = await grantCapability(ctx, opens, { prefix: 'err', newest: KEYS_MAX });
  return { key, createdAt: toTimestamp(ctx.now) };
}

const withinLimits = ({ name, message, stack }: Report['error']) => ({
  ...(name !== undefined && { name: shortened(name, NAME_LENGTH_MAX) }),
  message: shortened(message, MESSAGE_LENGTH_MAX),
  ...(stack !== undefined && { stack: shortened(stack, STACK_LENGTH_MAX) }),
});
