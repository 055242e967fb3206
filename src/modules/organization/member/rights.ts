import { permissionsOf } from '#modules/roles.ts';
import type { UserActor } from '#platform/auth/actor.ts';
import { allows, Forbidden, type Permission, UserRequired } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { type Grant, lockKeyRights, lockMemberRights } from './member.sql.ts';

export const GrantExceedsRights = refusal(
  'grant_exceeds_rights',
  'You cannot give, change or take away rights that you do not have yourself.',
  403,
);

/** The rights of a member or key in the organization. */
export interface Rights {
  role: string;
  permissions: ReadonlySet<string>;
}

export const noRights: Rights = { role: 'none', permissions: new Set() };

export const rightsOfGrant = ({ role, permissions }: Grant): Rights => ({
  role,
  permissions: permissionsOf(role, permissions),
});

/** The caller's rights, read again and locked, so that a right that is lost at the same time is not passed on. */
export async function rightsOf(ctx: TenantContext, needed: Permission): Promise<Rights> {
  const rights = await lockRights(ctx);
  if (!allows(rights.permissions, needed)) throw Forbidden(`This needs the permission ${needed}.`);
  return rights;
}

async function lockRights(ctx: TenantContext): Promise<Rights> {
  const { actor } = ctx;
  if (actor.kind === 'user') {
    const grant = await lockMemberRights(ctx, actor.userId);
    return grant ? rightsOfGrant(grant) : noRights;
  }
  const permissions = actor.kind === 'apiKey' ? await lockKeyRights(ctx, actor.keyId) : [];
  return { role: 'apiKey', permissions: new Set(permissions) };
}

/** A grant needs the same rights; only owners and admins make admins; ownership is transferred, never granted. */
export function mayGrant(rights: Rights, grant: Grant): boolean {
  if (grant.role === 'owner') return false;
  if (grant.role === 'admin') return rights.role === 'owner' || rights.role === 'admin';
  return holdsAll(rights, permissionsOf(grant.role, grant.permissions));
}

export const holdsAll = (rights: Rights, permissions: Iterable<string>): boolean =>
  [...permissions].every((permission) => allows(rights.permissions, permission as Permission));

/** The person who calls: an API key cannot own, leave or create keys. */
export function requirePerson(ctx: TenantContext): UserActor {
  if (ctx.actor.kind !== 'user') throw UserRequired();
  return ctx.actor;
}

export const OwnerRequired = refusal('owner_required', 'Only the owner of the organization can do this.', 403);

/** The caller, who must be the owner in person. */
export function requireOwner(ctx: TenantContext): UserActor {
  const person = requirePerson(ctx);
  if (ctx.caller?.organization?.role !== 'owner') throw OwnerRequired();
  return person;
}
