import type { z } from 'zod';
import {
  AmbiguousCredentials,
  CrossSiteRequest,
  FreshAuthenticationRequired,
  Unauthenticated,
} from '../auth/authenticate.ts';
import { Forbidden, OrganizationRequired, UserRequired } from '../auth/permission.ts';
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
  type RefusalKind,
  TooManyRequests,
  UnsupportedMediaType,
  VersionConflict,
} from '../refusal.ts';
import { IdempotencyKeyReused, RequestStillRunning } from './idempotency.ts';
import { canDryRun, isWrite, type Route } from './route.ts';

/** The refusals that any route may answer. */
export const anyRefusals = [InvalidRequest, TooManyRequests, OutOfRange, Busy];
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
  DryRunUnsupported,
];

/** Everything a route may refuse: its own refusals and those that follow from its declaration. */
export function refusalsOf(route: Route): RefusalKind[] {
  const kinds = new Set<RefusalKind>([...anyRefusals, ...fieldRefusals(route), ...route.refusals]);
  if (route.method !== 'GET') for (const kind of bodyRefusals) kinds.add(kind);
  if (route.access !== 'public') for (const kind of callerRefusals) kinds.add(kind);
  if (route.access === 'user') kinds.add(UserRequired);
  if (typeof route.access === 'object') for (const kind of memberRefusals) kinds.add(kind);
  if (route.needsFreshAuthentication || route.showsSecret) kinds.add(FreshAuthenticationRequired);
  if (isWrite(route) && !route.provesIdentity) for (const kind of keyRefusals) kinds.add(kind);
  if (isWrite(route) && !canDryRun(route)) kinds.add(DryRunUnsupported);
  // A provider that calls is not asked anything.
  if (route.reachesProvider && !route.fromProvider)
    for (const kind of [ProviderUnavailable, ProviderTimeout]) kinds.add(kind);
  return [...kinds].sort((a, b) => a.status - b.status);
}

/** A request that names its target may miss it, one that asks for a page may ask too deep, one with a version may be late. */
function fieldRefusals(route: Route): RefusalKind[] {
  const takes = (field: string): boolean => hasField(route.body, field) || hasField(route.query, field);
  return [
    ...(route.params || takes('id') ? [NotFound] : []),
    ...(takes('page') ? [PageTooDeep] : []),
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
