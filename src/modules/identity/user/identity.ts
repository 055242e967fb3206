import { permissionsOf } from '#modules/roles.ts';
import { isFresh } from '#platform/auth/authenticate.ts';
import type { WorkContext } from '#platform/context.ts';
import { countPasskeys, findUser, selectOrganizationsOf, type User } from './user.sql.ts';

/** The person, their organizations, and their permissions in the active one. */
export async function identityOf(
  ctx: WorkContext,
  session: { userId: string; organizationId: string | null; authenticatedAt: string | null },
) {
  const [user, organizations, passkeyCount] = await Promise.all([
    findUser(ctx.tx, session.userId),
    selectOrganizationsOf(ctx.tx, session.userId),
    countPasskeys(ctx.tx, session.userId),
  ]);
  const active = organizations.find(({ id }) => id === session.organizationId);
  return {
    kind: 'user' as const,
    user: describeUser(user, passkeyCount),
    apiKeyId: null,
    authenticatedAt: session.authenticatedAt,
    fresh: isFresh(session.authenticatedAt),
    organizations,
    activeOrganizationId: active?.id ?? null,
    permissions: active ? [...permissionsOf(active.role, active.permissions)] : [],
  };
}

const describeUser = (user: User, passkeyCount: number) => ({
  ...user,
  hasPassword: user.passwordHash !== null,
  passkeyCount,
});
