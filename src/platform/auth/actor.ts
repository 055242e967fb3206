/** A person, by a cookie session or a raw token. */
export interface UserActor {
  kind: 'user';
  userId: string;
  email: string;
  name: string;
  sessionId: string;
  sessionKind: 'cookie' | 'token';
  /** When this session last proved who it is, for what needs a fresh authentication. */
  authenticatedAt: string | null;
}

/** A program, by a signed API key. It acts in the name of the person who made the key. */
export interface ApiKeyActor {
  kind: 'apiKey';
  userId: string;
  keyId: string;
}

/** A part of the service that acts for a person with some of their permissions: never more than the person has now. */
interface DelegateActor {
  kind: 'delegate';
  userId: string;
  /** The thing that acts. */
  delegateId: string;
}

/** The service itself: jobs, the clock, and public routes after a capability opened the organization. */
interface SystemActor {
  kind: 'system';
  userId: null;
}

export type Actor = UserActor | ApiKeyActor | DelegateActor | SystemActor;

export const system: SystemActor = { kind: 'system', userId: null };

/** The result of authentication, before the route checks its requirements. */
export interface Caller {
  actor: UserActor | ApiKeyActor | DelegateActor;
  /** The organization this request acts on: of the session, of the key, or chosen by header. Null where there is none. */
  organization: CallerOrganization | null;
}

export interface CallerOrganization {
  id: string;
  role: string;
  permissions: ReadonlySet<string>;
  timeZone: string;
  currency: string;
  country: string;
  clockOffsetMs: bigint;
  closedAt: string | null;
}
