import ipaddr from 'ipaddr.js';
import { realNow } from '../date.ts';
import type { Database } from '../db/database.ts';
import { hashSecret, isUuid } from '../id.ts';
import type { Log } from '../log.ts';
import { refusal } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { Actor, Caller } from './actor.ts';
import {
  type ApiKeyRow,
  insertNonce,
  type SessionRow,
  selectApiKey,
  sessionQuery,
  touchApiKey,
  touchSession,
} from './callers.sql.ts';
import { RecentCallers, type RememberedCaller } from './recent-callers.ts';
import { CLOCK_TOLERANCE_SECONDS, isSignature, isSignedBy, parseSignature } from './signature.ts';

export const Unauthenticated = refusal(
  'unauthenticated',
  'No valid credentials were given: sign in, or send a valid token.',
  401,
);
export const AmbiguousCredentials = refusal(
  'ambiguous_credentials',
  'Send a cookie or an Authorization header, not both.',
  400,
);
export const CrossSiteRequest = refusal(
  'cross_site_request',
  'A page of another site cannot use your session: send the request from the app, or with a token.',
  403,
);
export const FreshAuthenticationRequired = refusal(
  'fresh_authentication_required',
  'Authenticate again: POST /v1/user/login/controller with a credential.',
  403,
);

const TOUCH_AFTER_MS = 5 * 60_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The parts of a request that say who sends it. */
export interface Credentials {
  method: string;
  target: string;
  body: Uint8Array;
  address: string;
  /** Whether it changes something, whatever its method. */
  changes: boolean;
  authorization: string | undefined;
  /** Headers that a signature covers. */
  idempotencyKey: string | undefined;
  dryRun: string | undefined;
  apiKeyId: string | undefined;
  organizationId: string | undefined;
  sessionCookie: string | undefined;
  secFetchSite: string | undefined;
  origin: string | undefined;
  ownOrigins: string[];
  /** Origins of front ends that may use the session, where they belong to the same site. */
  allowedOrigins: readonly string[];
}

/** Turns credentials into the caller. All failures of one kind get the same answer, so that nothing can be probed. */
export class Authenticator {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #permissionsOf: (role: string, custom: string[]) => ReadonlySet<string>;
  readonly #log: Log;
  readonly #recent = new RecentCallers();

  constructor(options: {
    database: Database;
    secrets: Secrets;
    permissionsOf: (role: string, custom: string[]) => ReadonlySet<string>;
    log: Log;
  }) {
    this.#database = options.database;
    this.#secrets = options.secrets;
    this.#permissionsOf = options.permissionsOf;
    this.#log = options.log;
  }

  async authenticate(given: Credentials): Promise<Caller> {
    if (given.authorization && given.sessionCookie) throw AmbiguousCredentials();
    if (given.authorization && isSignature(given.authorization)) return this.#bySignature(given, given.authorization);
    if (given.authorization) return this.#bySecret(given, tokenOf(given.authorization), 'token');
    if (given.sessionCookie) {
      if (given.changes) refuseCrossSite(given);
      return this.#bySecret(given, given.sessionCookie, 'cookie');
    }
    throw Unauthenticated();
  }

  /**
   * The caller of a session as it was found lately, with the statement that must confirm it in the transaction of the
   * request. Null: look it up. What is remembered is never trusted by itself, so a revoked right ends with the next request.
   */
  remember(given: Credentials): RememberedCaller | null {
    const secret = given.authorization ? tokenOf(given.authorization) : given.sessionCookie;
    const isPlain = !isSignature(given.authorization ?? '') && !(given.authorization && given.sessionCookie);
    if (!secret || !isPlain) return null;
    if (!given.authorization && given.changes) refuseCrossSite(given);
    const secretHash = hashSecret(secret);
    const kind = given.authorization ? 'token' : 'cookie';
    return this.#recent.find(secretHash, kind, given.organizationId ?? null, (row) => this.#touchSession(row));
  }

  async #bySecret(given: Credentials, secret: string, kind: 'cookie' | 'token'): Promise<Caller> {
    const wanted = given.organizationId ?? null;
    if (wanted !== null && !isUuid(wanted)) throw Unauthenticated('X-Service-Organization-Id is not an id.');
    const secretHash = hashSecret(secret);
    const { rows } = await this.#database.lookUp((tx) => tx.executeQuery<SessionRow>(sessionQuery(secretHash, wanted)));
    const [row] = rows;
    if (!row || row.kind !== kind) throw Unauthenticated();
    this.#touchSession(row);
    const caller = this.#callerOfSession(row);
    this.#recent.add(secretHash, wanted, row, caller);
    return caller;
  }

  #callerOfSession(row: SessionRow): Caller {
    return {
      actor: {
        kind: 'user',
        userId: row.userId,
        email: row.email,
        name: row.name,
        sessionId: row.sessionId,
        sessionKind: row.kind,
        authenticatedAt: row.authenticatedAt,
      },
      organization: row.organizationId
        ? {
            id: row.organizationId,
            role: row.role,
            permissions: this.#permissionsOf(row.role, row.permissions),
            timeZone: row.timeZone,
            currency: row.currency,
            country: row.country,
            clockOffsetMs: row.clockOffsetMs,
            closedAt: row.closedAt,
          }
        : null,
    };
  }

  #touchSession(row: SessionRow): void {
    this.#touch(row.lastUsedAt, (tx) => touchSession(tx, row.sessionId, realNow()));
  }

  /** Who the caller seems to be, before the body is there: a signature covers it, so only the key is checked. */
  async expect(given: Credentials): Promise<Caller> {
    const { authorization, apiKeyId, organizationId, address, sessionCookie } = given;
    if (!isSignature(authorization ?? '') || sessionCookie) return this.authenticate(given);
    const row = apiKeyId ? await this.#database.lookUp((tx) => selectApiKey(tx, apiKeyId)) : undefined;
    if (row?.organizationId !== organizationId || !row || !isAllowedAddress(address, row.addresses))
      throw Unauthenticated();
    return callerOfKey(row);
  }

  async #bySignature(given: Credentials, header: string): Promise<Caller> {
    const parsed = parseSignature(header);
    const { apiKeyId, organizationId } = given;
    if (!parsed || !apiKeyId || !organizationId) throw Unauthenticated();
    const now = realNow();
    const skewSeconds = Math.abs(now.epochMilliseconds / 1000 - Number(parsed.timestamp));
    const row = await this.#database.lookUp((tx) => selectApiKey(tx, apiKeyId));
    const parts = {
      ...parsed,
      keyId: apiKeyId,
      organizationId,
      method: given.method,
      target: given.target,
      body: given.body,
      idempotencyKey: given.idempotencyKey,
      dryRun: given.dryRun,
    };
    const valid =
      row &&
      skewSeconds <= CLOCK_TOLERANCE_SECONDS &&
      row.organizationId === organizationId &&
      isAllowedAddress(given.address, row.addresses) &&
      this.#liveSecrets(row).some((secret) => isSignedBy(secret, parts, parsed));
    if (!valid) throw Unauthenticated();
    const unsafe = given.changes || !SAFE_METHODS.has(given.method);
    if (unsafe && !(await this.#database.lookUp((tx) => insertNonce(tx, apiKeyId, parsed.nonce, now))))
      throw Unauthenticated();
    this.#touch(row.lastUsedAt, (tx) => touchApiKey(tx, apiKeyId, now));
    return callerOfKey(row);
  }

  /** The same caller a while later, in a stream that outlives the age a signature may have: is the credential still good? */
  async recheck(caller: Caller, given: Credentials): Promise<Caller> {
    const { actor } = caller;
    if (actor.kind === 'user') return this.authenticate(given);
    if (actor.kind === 'delegate') throw Unauthenticated();
    const row = await this.#database.lookUp((tx) => selectApiKey(tx, actor.keyId));
    if (!row) throw Unauthenticated();
    return callerOfKey(row);
  }

  #liveSecrets(row: ApiKeyRow): string[] {
    const sealed = row.previousIsLive && row.previousSecret ? [row.secret, row.previousSecret] : [row.secret];
    return sealed.map((secret) => this.#secrets.decrypt(secret, apiKeyPurpose(row.keyId)).toString());
  }

  /** Remembers that a credential is in use, at most every few minutes and never in the caller's way. */
  #touch(lastUsedAt: string | null, update: Parameters<Database['lookUp']>[0]): void {
    if (lastUsedAt && realNow().epochMilliseconds - Date.parse(lastUsedAt) < TOUCH_AFTER_MS) return;
    this.#database.lookUp(update).catch((error: unknown) => this.#log.debug({ err: error }, 'last use not recorded'));
  }
}

const tokenOf = (authorization: string): string => authorization.replace(/^Bearer +/i, '');

const callerOfKey = (row: ApiKeyRow): Caller => ({
  actor: { kind: 'apiKey', userId: row.createdBy, keyId: row.keyId },
  organization: {
    id: row.organizationId,
    role: 'apiKey',
    permissions: new Set(row.permissions),
    timeZone: row.timeZone,
    currency: row.currency,
    country: row.country,
    clockOffsetMs: row.clockOffsetMs,
    closedAt: row.closedAt,
  },
});

export const apiKeyPurpose = (keyId: string): string => `api key ${keyId}`;

/** Browsers send where a request comes from, and a page of another site cannot forge that. */
function refuseCrossSite({ secFetchSite, origin, ownOrigins, allowedOrigins }: Credentials): void {
  const isAllowed = origin !== undefined && allowedOrigins.includes(origin);
  const isForeign = secFetchSite
    ? secFetchSite !== 'same-origin' && secFetchSite !== 'none' && !(secFetchSite === 'same-site' && isAllowed)
    : origin !== undefined && !ownOrigins.includes(origin) && !isAllowed;
  if (isForeign) throw CrossSiteRequest();
}

/** Exact addresses or CIDR ranges; an empty list allows every address. */
function isAllowedAddress(address: string, allowed: string[]): boolean {
  if (allowed.length === 0) return true;
  const parsed = ipaddr.process(address);
  return allowed.some((entry) => {
    const [network, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined];
    if (network.kind() !== parsed.kind()) return false;
    return parsed.match(network as ipaddr.IPv4, bits ?? (parsed.kind() === 'ipv4' ? 32 : 128));
  });
}

const FRESH_MINUTES = 10;

/** Whether a proof of identity is recent enough for what matters most. */
export const isFresh = (authenticatedAt: string | null): boolean =>
  authenticatedAt !== null && realNow().epochMilliseconds - Date.parse(authenticatedAt) < FRESH_MINUTES * 60_000;

/** Refuses a session without a recent proof. A signed key proves itself with every request. */
export function requireFreshSession(actor: Actor): void {
  if (actor.kind === 'user') requireFreshAuthentication(actor);
}

/** Refuses what needs a proof of identity within the last minutes, by a person. */
export function requireFreshAuthentication(actor: Caller['actor']): void {
  if (actor.kind !== 'user' || !isFresh(actor.authenticatedAt)) throw FreshAuthenticationRequired();
}
