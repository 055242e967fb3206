import type { Caller } from '../auth/actor.ts';
import { selectMember } from '../auth/callers.sql.ts';
import type { Permission } from '../auth/permission.ts';
import type { Operations, PerformOptions } from '../context.ts';
import type { Group } from '../module.ts';
import type { Answer } from './idempotency.ts';
import { operationId } from './openapi/operation-id.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { isWrite, type Route } from './route.ts';

type Perform = (route: Route, caller: Caller, request: OperationRequest, options: PerformOptions) => Promise<Answer>;

/**
 * Validated, permitted and answered like a request. Only operations that are one transaction and answer JSON are available,
 * because their effect can commit together with the record of having run them. Those that need a fresh proof of identity or
 * show a secret are left out.
 */
export function operationsOf(
  groups: Group[],
  permissionsOf: (role: string, custom: string[]) => ReadonlySet<string>,
  perform: Perform,
): Operations {
  const available = groups.flatMap((group) =>
    group.routes.filter(isAvailable).map((route) => [describe(operationId(group, route), route), route] as const),
  );
  const routes = new Map(available);
  const byId = new Map(available.map(([operation]) => [operation.id, operation]));
  return {
    all: [...routes.keys()],
    find: (id) => byId.get(id),
    perform: (operation, caller, request, options = {}) => perform(routes.get(operation)!, caller, request, options),
    delegateOf: async ({ tx, organizationId }, { userId, delegateId, permissions }) => {
      const member = await selectMember(tx, organizationId, userId);
      if (!member) return null;
      const { permissions: custom, ...facts } = member;
      const held = permissionsOf(member.role, custom);
      const left = new Set(permissions.filter((permission) => held.has(permission)));
      const organization = { ...facts, id: organizationId, permissions: left };
      return { actor: { kind: 'delegate', userId, delegateId }, organization };
    },
  };
}

const describe = (id: string, route: Route): Operation => ({
  id,
  summary: route.summary,
  permission: (route.access as { permission: Permission }).permission,
  writes: isWrite(route),
  params: route.params,
  query: route.query,
  body: route.body,
});

const isAvailable = (route: Route): boolean =>
  typeof route.access === 'object' &&
  !('contentType' in route.returns) &&
  !route.reachesProvider &&
  !route.downloads &&
  !route.prepare &&
  !route.takesFiles &&
  !route.provesIdentity &&
  !route.needsFreshAuthentication &&
  !route.showsSecret;
