import type { UserActor } from '#platform/auth/actor.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { requirePerson } from './rights.ts';

export const OwnerRequired = refusal(403, 'owner_required', 'Only the owner of the organization can do this.');

/** The caller, who must be the owner in person. */
export function requireOwner(ctx: TenantContext): UserActor {
  const person = requirePerson(ctx);
  if (ctx.caller?.organization?.role !== 'owner') throw OwnerRequired();
  return person;
}
