import type { z } from 'zod';
import {
  AmbiguousCredentials,
  CrossSiteRequest,
  FreshAuthenticationRequired,
  Unauthenticated,
} from '../auth/authenticate.ts';
import { Forbidden, OrganizationClosed, OrganizationRequired, UserRequired } from '../auth/permission.ts';
import { Busy } from '../compute/computation.ts';
import { OutOfRange } from '../db/out-of-range.ts';
import { ProviderTimeout, ProviderUnavailable } from '../ports/port.ts';
import {
  BodyTooLarge,
  DryRunUnsupported,
  InvalidRequest,
  MalformedBody,
  NotFound,
  PageTooDeep,
  PageTooLarge,
  type RefusalKind,
  TooManyRequests,
  UnsupportedMediaType,
  VersionConflict,
} from '../refusal.ts';
import { IdempotencyKeyReused, RequestStillRunning } from './idempotency.ts';
import { canDryRun, isWrite, type Route } from './route.ts';

/** The refusals that any route may answer. */
export const anyRefusals = [InvalidRequest, TooManyRequests, OutOfRange, OrganizationClosed, Busy];
const bodyRefusals = [MalformedBody, UnsupportedMediaType, BodyTooLarge];
const callerRefusals = [Unauthenticated, AmbiguousCredentials, CrossSiteRequest];
const memberRefusals = [Forbidden, OrganizationRequired];
const keyRefusals = [IdempotencyKeyReused, RequestStillRunning];

/** Refusals that follow from the kind of a request and not from its purpose. */
export const generalRefusals: readonly RefusalKind[] = [
  InvalidRequest,
  ...bodyRefusals,
  ...callerRefusals,
  ...memberRefusals,
  UserRequired,
  ...keyRefusals,
  OutOfRange,
  PageTooDeep,
  PageTooLarge,
  DryRunUnsupported,
  OrganizationClosed,
];

/** The refusals that follow from what a route declares. */
const implied: [follows: (route: Route) => boolean, kinds: readonly RefusalKind[]][] = [
  [({ method }) => method !== 'GET', bodyRefusals],
  [({ access }) => access !== 'public', callerRefusals],
  [({ access }) => access === 'user', [UserRequired]],
  [({ access }) => typeof access === 'object', memberRefusals],
  [(route) => Boolean(route.needsFreshAuthentication || route.showsSecret), [FreshAuthenticationRequired]],
  [(route) => isWrite(route) && !route.provesIdentity, keyRefusals],
  [(route) => isWrite(route) && !canDryRun(route), [DryRunUnsupported]],
  // A provider that calls is not asked anything.
  [(route) => Boolean(route.reachesProvider && !route.fromProvider), [ProviderUnavailable, ProviderTimeout]],
];

/** Everything a route may refuse: its own refusals and those that follow from its declaration. */
export function refusalsOf(route: Route): RefusalKind[] {
  const following = implied.flatMap(([follows, kinds]) => (follows(route) ? kinds : []));
  const kinds = new Set([...anyRefusals, ...fieldRefusals(route), ...route.refusals, ...following]);
  return [...kinds].sort((a, b) => a.status - b.status);
}

/** A request that names its target may miss it, one that asks for a page may ask too deep, one with a version may be late. */
function fieldRefusals(route: Route): RefusalKind[] {
  const takes = (field: string): boolean => hasField(route.body, field) || hasField(route.query, field);
  return [
    ...(route.params || takes('id') ? [NotFound] : []),
    ...(takes('page') ? [PageTooDeep] : []),
    ...(takes('itemsPerPage') ? [PageTooLarge] : []),
    ...(takes('version') ? [VersionConflict] : []),
  ];
}

/** Whether an object schema, or one of the alternatives of a union, has this field at its top level. */
export function hasField(schema: z.core.$ZodType | undefined, field: string): boolean {
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {};
  if (def?.type === 'object') return field in def.shape;
  if (def?.type === 'union') return def.options.some((option) => hasField(option, field));
  if (def?.type === 'pipe') return hasField(def.in, field);
  return false;
}
