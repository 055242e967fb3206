import { refusal } from '../refusal.ts';
import type { Caller } from './actor.ts';

/** `area:read` or `area:write`; an area is a module. Writing includes reading. */
export type Permission = `${string}:${'read' | 'write'}`;

let areas: readonly string[] = [];

/** Sets the areas of the product, once, by the list of modules: what follows is read only after all of it is loaded. */
export function declareAreas(all: readonly string[]): void {
  areas = all;
}

export const permissions = (): Permission[] => areas.flatMap((area): Permission[] => [`${area}:read`, `${area}:write`]);

export const Forbidden = refusal(
  'forbidden',
  'You do not have the permission for this: ask an administrator of the organization.',
  403,
);

/** Asked of someone who is known but works in no organization. */
export const OrganizationRequired = refusal(
  'organization_required',
  'Choose an organization you belong to: POST /v1/organization/active, or the header X-Service-Organization-Id.',
  403,
);
/** Asked of a program where only a person may. */
export const UserRequired = refusal('user_required', 'Only a person can do this, not an API key: sign in.', 403);

/** A closed organization can be read by its members; nothing else happens in it. */
export const OrganizationClosed = refusal(
  'organization_closed',
  'This organization is closed: its owner can reopen it, until it is erased.',
  423,
);

export function allows(held: ReadonlySet<string>, needed: Permission): boolean {
  return held.has(needed) || (needed.endsWith(':read') && held.has(needed.replace(/:read$/, ':write')));
}

/** Whether the caller holds a further permission, for a part of an answer. The service itself may do everything. */
export const mayAlso = ({ caller }: { caller: Caller | null }, permission: Permission): boolean =>
  caller === null || allows(caller.organization?.permissions ?? new Set(), permission);

export function requireAlso(ctx: { caller: Caller | null }, permission: Permission): void {
  if (!mayAlso(ctx, permission)) throw Forbidden(`This needs the permission ${permission}.`);
}
