import { permissionsOf } from '#modules/roles.ts';
import type { UserActor } from '#platform/auth/actor.ts';
import { allows, Forbidden, type Permission, UserRequired } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { type Grant, lockKeyRights, lockMemberRights } from './rights.sql.ts';

export const GrantExceedsRights = refusal(
  403,
  'grant_exceeds_rights',
  'Nobody can give, change or take away rights that they do not hold themselves.',
);

/** What someone holds in the organization. */
export interface Rights {
  role: string;
  permissions: ReadonlySet<string>;
}

export const noRights: Rights = { role: 'none', permissions: new Set() };

export const rightsOfGrant = ({ role, permissions }: Grant): Rights => ({
  role,
  permissions: permissionsOf(role, permissions),
});

/** What the caller holds, read again and locked: whoever loses a right meanwhile cannot hand it on in the same moment. */
export async function rightsOf(ctx: TenantContext, needed: Permission): Promise<Rights> {
  const rights = await lockRights(ctx);
  if (!allows(rights.permissions, needed)) throw Forbidden(`This needs the permission ${needed}.`);
  return rights;
}

async function lockRights({ tx, organizationId, actor }: TenantContext): Promise<Rights> {
  if (actor.kind === 'user') {
    const grant = await lockMemberRights(tx, organizationId, actor.userId);
    return grant ? rightsOfGrant(grant) : noRights;
  }
  const permissions = actor.kind === 'apiKey' ? await lockKeyRights(tx, organizationId, actor.keyId) : [];
  return { role: 'apiKey', permissions: new Set(permissions) };
}

/** Nobody grants more than they hold; only owners and admins make admins; ownership is transferred, never granted. */
export function mayGrant(rights: Rights, grant: Grant): boolean {
  if (grant.role === 'owner') return false;
  if (grant.role === 'admin') return rights.role === 'owner' || rights.role === 'admin';
  return holdsAll(rights, permissionsOf(grant.role, grant.permissions));
}

export const holdsAll = (rights: Rights, permissions: Iterable<string>): boolean =>
  [...permissions].every((permission) => allows(rights.permissions, permission as Permission));

/** The person who calls: a program cannot own, leave or make keys. */
export function requirePerson(ctx: TenantContext): UserActor {
  if (ctx.actor.kind !== 'user') throw UserRequired();
  return ctx.actor;
}
