import type { Permission } from '#platform/auth/permission.ts';

/** Every area of the product. A permission is `area:read` or `area:write`. */
export const areas = [
  'organization',
  'members',
  'settings',
  'events',
  'webhooks',
  'comments',
  'payments',
  'contacts',
  'accounting',
  'taxes',
  'catalog',
  'inventory',
  'invoicing',
  'fulfilment',
] as const;
export type Area = (typeof areas)[number];

type Level = 'none' | 'read' | 'write';

/** Who may do what. Areas that a role does not name follow its `otherwise`. */
const matrix: Record<string, { otherwise: Level } & Partial<Record<Area, Level>>> = {
  owner: { otherwise: 'write' },
  admin: { otherwise: 'write' },
  accountant: {
    otherwise: 'read',
    comments: 'write',
    webhooks: 'none',
    contacts: 'write',
    accounting: 'write',
    taxes: 'write',
    invoicing: 'write',
  },
  seller: {
    otherwise: 'read',
    comments: 'write',
    webhooks: 'none',
    payments: 'none',
    contacts: 'write',
    invoicing: 'write',
    fulfilment: 'write',
  },
  agent: { otherwise: 'read', comments: 'write', webhooks: 'none', payments: 'none', contacts: 'write' },
  viewer: { otherwise: 'read', webhooks: 'none', payments: 'none' },
};

export const roles = ['owner', 'admin', 'accountant', 'seller', 'agent', 'viewer', 'custom'] as const;
export type Role = (typeof roles)[number];

export const permissions = areas.flatMap((area): `${Area}:${'read' | 'write'}`[] => [`${area}:read`, `${area}:write`]);

const held = new Map(
  Object.keys(matrix).map((role) => [role, new Set(permissions.filter((permission) => grants(role, permission)))]),
);

function grants(role: string, permission: Permission): boolean {
  const [area, verb] = permission.split(':') as [Area, 'read' | 'write'];
  const level = matrix[role]?.[area] ?? matrix[role]?.otherwise ?? 'none';
  return level === 'write' || level === verb;
}

/** The permissions of a member: of the role, or the list that was given to them. */
export const permissionsOf = (role: string, custom: string[]): ReadonlySet<string> =>
  role === 'custom' ? new Set(custom) : (held.get(role) ?? new Set());
