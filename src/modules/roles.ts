import { type Permission, permissions } from '#platform/auth/permission.ts';

type Level = 'none' | 'read' | 'write';

/** Who may do what. A role names only the areas in which it differs from its `otherwise`. */
export const matrix: Record<string, { otherwise: Level } & Record<string, Level>> = {
  owner: { otherwise: 'write' },
  admin: { otherwise: 'write' },
  accountant: {
    otherwise: 'read',
    assistant: 'write',
    comments: 'write',
    webhooks: 'none',
    automations: 'none',
    files: 'write',
    contacts: 'write',
    accounting: 'write',
    tills: 'write',
    reports: 'write',
    taxes: 'write',
    payroll: 'write',
    invoicing: 'write',
    fulfilment: 'write',
    tasks: 'write',
    boards: 'none',
  },
  seller: {
    otherwise: 'read',
    assistant: 'write',
    comments: 'write',
    webhooks: 'none',
    automations: 'none',
    payments: 'none',
    reports: 'none',
    payroll: 'none',
    files: 'write',
    contacts: 'write',
    tills: 'write',
    invoicing: 'write',
    fulfilment: 'write',
    bookings: 'write',
    tasks: 'write',
    boards: 'none',
    forms: 'write',
    chats: 'write',
    'app-data': 'write',
  },
  agent: {
    otherwise: 'read',
    assistant: 'write',
    comments: 'write',
    webhooks: 'none',
    automations: 'none',
    payments: 'none',
    reports: 'none',
    payroll: 'none',
    files: 'write',
    contacts: 'write',
    bookings: 'write',
    bots: 'write',
    tasks: 'write',
    boards: 'none',
    chats: 'write',
    'app-data': 'write',
  },
  viewer: {
    otherwise: 'read',
    assistant: 'write',
    webhooks: 'none',
    automations: 'none',
    payments: 'none',
    reports: 'none',
    payroll: 'none',
    boards: 'none',
  },
};

export const roles = ['owner', 'admin', 'accountant', 'seller', 'agent', 'viewer', 'custom'] as const;
export type Role = (typeof roles)[number];

function grants(role: string, permission: Permission): boolean {
  const [area, verb] = permission.split(':') as [string, 'read' | 'write'];
  const level = matrix[role]?.[area] ?? matrix[role]?.otherwise ?? 'none';
  return level === 'write' || level === verb;
}

const held = new Map<string, ReadonlySet<string>>();

/** Found out once: every request asks. */
function heldBy(role: string): ReadonlySet<string> {
  const known = held.get(role) ?? new Set(permissions().filter((permission) => grants(role, permission)));
  held.set(role, known);
  return known;
}

/** The permissions of a member: of the role, or the list that was given to them. */
export const permissionsOf = (role: string, custom: string[]): ReadonlySet<string> =>
  role === 'custom' ? new Set(custom) : heldBy(role);
