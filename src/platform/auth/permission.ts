import { refusal } from '../refusal.ts';

/** `area:read` or `area:write`; an area is a module. Writing includes reading. */
export type Permission = `${string}:${'read' | 'write'}`;

export const Forbidden = refusal(403, 'forbidden', 'You may not do this here.');

export function allows(held: ReadonlySet<string>, needed: Permission): boolean {
  return held.has(needed) || (needed.endsWith(':read') && held.has(needed.replace(/:read$/, ':write')));
}
