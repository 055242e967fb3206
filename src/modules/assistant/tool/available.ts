import { allows } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Operation } from '#platform/http/operation.ts';
import { readSettings, readSettingsOf } from '#platform/settings/settings.ts';
import { assistantSettings, userAssistantSettings } from '../settings.ts';

/** An operation of the API that the assistant may call for a user. */
export interface AvailableOperation {
  operation: Operation;
  /** Waits for an approval. */
  asks: boolean;
}

/** Without the assistant's own operations: it would start conversations with itself. */
const OWN = /^(assistant|models)\./;

/** The operations that the caller may use, without those that the organization or the person turned off. */
export async function availableOperations(ctx: TenantContext): Promise<AvailableOperation[]> {
  const [organization, own] = await Promise.all([
    readSettings(ctx, assistantSettings),
    readSettingsOf(ctx, [ctx.userId!], userAssistantSettings),
  ]);
  const { off, ask } = own.get(ctx.userId!)!;
  const isOff = matcher([...organization.off, ...off]);
  const isAsked = matcher([...organization.ask, ...ask]);
  const held = ctx.caller?.organization?.permissions ?? new Set<string>();
  return ctx.operations.all
    .filter(({ id, permission }) => allows(held, permission) && !OWN.test(id) && !isOff(id))
    .map((operation) => ({ operation, asks: operation.writes || isAsked(operation.id) }));
}

function matcher(patterns: string[]): (id: string) => boolean {
  const named = new Set(patterns);
  return (id) => named.has(id) || named.has(`${id.split('.')[0]}.*`);
}

/** Models accept no dots in the names of tools. */
export const toolNameOf = ({ id }: Operation): string => id.replace('.', '_');
