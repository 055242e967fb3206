import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '#platform/context.ts';
import type { ApiKey } from './api-key/api-key.sql.ts';
import { organizationSettingsUpdated, userSettingsUpdated } from './events.ts';
import type { Member } from './member/member.sql.ts';

/** The events of an organization tell who gave which rights to whom: they are kept, and their hash chain shows changes. */

type Values = Record<string, unknown>;
type Rights = Pick<Member, 'role' | 'permissions' | 'active'>;

/** Announces that a member has other rights. Who joins had none, and who leaves has none. */
export function announceMember(
  ctx: TenantContext,
  targetUserId: string,
  { before, after }: { before?: Rights; after?: Rights },
  by = ctx.userId,
): void {
  const changed = changedFields(before, after, ['role', 'permissions', 'active']);
  if (!changed) return;
  ctx.emit(userSettingsUpdated, { targetUserId, section: 'membership', ...changed, ...(by && { userId: by }) });
}

/** Announces that an API key was created, changed or revoked. */
export function announceKey(ctx: TenantContext, { before, after }: { before?: ApiKey; after: ApiKey }): void {
  const changed = changedFields(before, after, ['name', 'permissions', 'addresses', 'expiresAt', 'revokedAt']);
  const { id } = after;
  if (changed) emitKey(ctx, { id, ...changed.old }, { id, ...changed.new });
}

/** Announces that an API key has a new secret. */
export const announceRotation = (ctx: TenantContext, { id, previousExpiresAt }: ApiKey): void =>
  emitKey(ctx, { id }, { id, rotated: true, previousExpiresAt });

const emitKey = ({ emit, userId }: TenantContext, old: Values, now: Values): void =>
  emit(organizationSettingsUpdated, { section: 'apiKeys', old, new: now, ...(userId && { userId }) });

function changedFields<T extends object>(
  before: T | undefined,
  after: T | undefined,
  fields: readonly (keyof T & string)[],
): { old: Values; new: Values } | null {
  const changed = fields.filter((field) => !isDeepStrictEqual(before?.[field] ?? null, after?.[field] ?? null));
  if (changed.length === 0) return null;
  const pick = (from: T | undefined) => (from ? Object.fromEntries(changed.map((field) => [field, from[field]])) : {});
  return { old: pick(before), new: pick(after) };
}
