import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Caller } from '../auth/actor.ts';
import type { Permission } from '../auth/permission.ts';
import type { CallerContext, Steps, TenantContext, TenantSteps, UserContext, WorkContext } from '../context.ts';
import type { Late } from '../late.ts';
import type { RefusedForm } from '../pages/error-page.ts';
import type { Page, Visit } from '../pages/page.ts';
import type { RefusalKind } from '../refusal.ts';
import type { IncomingUpload } from './bytes/upload.ts';
import type { PublicStreamContext, StreamContext, StreamMessage } from './live/stream.ts';
import type { GivenRows } from './rows.ts';

/**
 * Who may call:
 * - `public`: anyone; what the route opens must be opened by a capability in the request.
 * - `caller`: anyone who is known, person or API key, with or without an organization.
 * - `user`: a person about their own account, never an API key.
 * - a permission, such as `tasks:read`: someone who holds it in the organization of the request.
 */
type Who = 'public' | 'caller' | 'user' | Permission;
export type Access = Exclude<Who, Permission> | { permission: Permission };

type Schema = z.core.$ZodType;
type OutputOf<S> = S extends Schema ? S['_zod']['output'] : undefined;
type InputOf<S> = S extends Schema ? S['_zod']['input'] : undefined;

/** In steps where it reaches a provider or downloads, else in a transaction; in an organization where it needs a permission. */
type ContextOf<A extends Who, R extends boolean, D extends boolean> = true extends R | D
  ? A extends 'public'
    ? Steps
    : TenantSteps
  : A extends 'public'
    ? WorkContext
    : A extends 'caller'
      ? CallerContext
      : A extends 'user'
        ? UserContext
        : TenantContext;

/** The names of a path's parameters: `id` and `taskId` of `/v1/board/:id/task/:taskId`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The declared `params`; without them every parameter of the path is a UUID. */
type ParamsOf<P, Path extends string> = P extends Schema ? OutputOf<P> : Record<NamesIn<Path>, string>;

export interface RequestInput<P, Q, B, Path extends string = ''> {
  params: ParamsOf<P, Path>;
  query: OutputOf<Q>;
  body: OutputOf<B>;
}

/** Bytes instead of JSON: an image, a file, a redirect. */
export class RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer | Readable | null;

  constructor(body: Buffer | Readable | null, headers: Record<string, string>, status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** Bytes that are drawn, or read from the storage, once the transaction has ended. */
export type LaterAnswer = (steps: Steps) => Promise<RawAnswer>;

/** An answer that is not JSON: one media type, or one of several. */
interface Bytes {
  contentType: string | string[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Declaration<
  Path extends `/${string}`,
  A extends Who,
  R extends boolean,
  D extends boolean,
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  O extends Schema | Bytes,
  X,
> {
  /** The second half of its operation id, where the rule in `operation-id.ts` makes one that reads badly. */
  action?: string;
  summary: string;
  description: string;
  /** Left out where every parameter of the path is a UUID. */
  params?: P;
  query?: Q;
  /** A DELETE takes these fields from the query or from the body. */
  body?: B;
  /** The list of a bulk request with `validRowsOnly`: malformed rows are left out of it, and `input.rows` has them. */
  rows?: NoInfer<keyof OutputOf<B> & string>;
  /** The status of success; by default 200, or 204 for a route that returns nothing. */
  status?: number;
  returns?: O;
  /** Refusals of this route, in addition to those of every route. */
  refusals?: RefusalKind[];
  /** A GET that changes something: it gets a writable transaction and the cross-site check. */
  effect?: boolean;
  /** A GET with an effect to which a provider's page leads the browser back; the request proves itself by a state that works once. */
  fromOtherSite?: boolean;
  /** Calls a provider: runs outside a transaction, and cannot be tried with `Dry-Run`. */
  reachesProvider?: R;
  /** A GET that sends as much as there is: it reads in steps, and no transaction stays open while the reader is slow. */
  downloads?: D;
  /** Checks a credential: a dry run would be a way to guess without being counted, so there is none. */
  provesIdentity?: boolean;
  /** Only for a session that proved who it is within the last minutes, and for signed keys. Replays and dry runs too. */
  needsFreshAuthentication?: boolean;
  /** A write that members may still do in a closed organization. */
  whileClosed?: boolean;
  /** Answers with a secret that is shown once: a session that is not fresh gets no replay. */
  showsSecret?: boolean;
  /** Tries per caller's address and hour, counted for all processes together: for what can be guessed or flooded. */
  attemptsPerHour?: number;
  /** Signed by a provider that calls from few addresses and much: an address is counted only for calls that are refused. */
  fromProvider?: boolean;
  /** Repairs texts that cannot be stored instead of refusing them: a provider would send the same again, and then nothing any more. */
  repairsTexts?: boolean;
  /** Default: a megabyte; for a public route what is read before a caller is known. */
  bodyBytesMax?: number;
  /** For a public route that takes a large body: checks the capability in the path or query before the body is read. */
  opens?: (ctx: WorkContext, params: ParamsOf<P, Path>, query: Record<string, unknown>) => Promise<unknown>;
  /** Takes files, read as they arrive by `prepare` (see `receiveUpload`): `body` describes the fields sent with them. */
  takesFiles?: boolean;
  /** Takes its body as `multipart/form-data` as well, for protocols that others have written: every part is a field. */
  takesForms?: boolean;
  /** The same for URL-encoded forms. */
  takesUrlForms?: boolean;
  /** Takes `text/plain` as well: the body is the text. */
  takesText?: boolean;
  /** Is found however its path is written, small or capital, for protocols that others have written. */
  anyCase?: boolean;
  examples?: { body?: NoInfer<InputOf<B>>; query?: Record<string, string> };
  /**
   * Work that needs time and no transaction, done before the handler's begins: decoding, storing bytes. Its result is
   * `input.prepared`.
   */
  prepare?: (
    ctx: A extends 'caller' | 'user' ? Steps : ContextOf<A, true, D>,
    input: RequestInput<P, Q, B, Path> & { upload: IncomingUpload | null; caller: Caller | null },
  ) => Promise<X>;
  handler: (
    ctx: ContextOf<A, R, D>,
    input: RequestInput<P, Q, B, Path> & { prepared: X; rows: GivenRows },
  ) => Promise<O extends Schema ? O['_zod']['input'] | Late<O['_zod']['input']> | RawAnswer : RawAnswer | LaterAnswer>;
  /** Handles requests of one organization that came while others ran, in one transaction: `SharedUnits` says when and why. */
  together?: (
    requests: { ctx: ContextOf<A, R, D>; input: RequestInput<P, Q, B, Path> }[],
  ) => Promise<Late<O extends Schema ? O['_zod']['input'] : never>[]>;
  /** The same answer as a page, for browsers that open the address (`Accept: text/html`). */
  page?: (answer: NoInfer<OutputOf<O>>, visit: Visit) => Page;
  /** For the form of a page: what its visitor reads when it is refused. */
  form?: RefusedForm;
  /** The same resource as a live stream, for callers that accept `text/event-stream`. */
  stream?: (
    ctx: A extends 'public' ? PublicStreamContext : StreamContext,
    input: RequestInput<P, Q, B, Path> & { lastEventId: string | undefined },
  ) => AsyncIterable<StreamMessage> | Promise<AsyncIterable<StreamMessage>>;
}

/** A declared endpoint: its path, validation, rights, reference and behaviour in one place. */
export interface Route {
  method: string;
  path: string;
  action?: string | undefined;
  summary: string;
  description: string;
  access: Access;
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
  rows?: string | undefined;
  status: number;
  returns: Schema | Bytes;
  refusals: RefusalKind[];
  effect: boolean;
  fromOtherSite: boolean;
  reachesProvider: boolean;
  downloads: boolean;
  provesIdentity: boolean;
  needsFreshAuthentication: boolean;
  whileClosed: boolean;
  showsSecret: boolean;
  attemptsPerHour?: number | undefined;
  fromProvider: boolean;
  repairsTexts: boolean;
  bodyBytesMax?: number | undefined;
  opens?: ((ctx: never, params: never, query: never) => Promise<unknown>) | undefined;
  takesFiles: boolean;
  takesForms: boolean;
  takesUrlForms: boolean;
  takesText: boolean;
  anyCase: boolean;
  examples: { body?: unknown; query?: Record<string, string> };
  prepare?: ((ctx: never, input: RequestInput<undefined, undefined, undefined>) => Promise<unknown>) | undefined;
  handler: (ctx: never, input: RequestInput<undefined, undefined, undefined>) => Promise<unknown>;
  together?: ((requests: never) => Promise<Late<unknown>[]>) | undefined;
  page?: ((answer: never, visit: Visit) => Page) | undefined;
  form?: RefusedForm | undefined;
  stream?:
    | ((ctx: never, input: never) => AsyncIterable<StreamMessage> | Promise<AsyncIterable<StreamMessage>>)
    | undefined;
}

export function route<
  const Path extends `/${string}`,
  const A extends Who,
  const R extends boolean = false,
  const D extends boolean = false,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  O extends Schema | Bytes = z.ZodVoid,
  X = undefined,
>(method: Method, path: Path, who: A, declaration: Declaration<Path, A, R, D, P, Q, B, O, X>): Route {
  return {
    method,
    path,
    access: isPermission(who) ? { permission: who } : who,
    status: declaration.returns ? 200 : 204,
    returns: z.void(),
    refusals: [],
    effect: false,
    fromOtherSite: false,
    reachesProvider: false,
    downloads: false,
    provesIdentity: false,
    needsFreshAuthentication: false,
    whileClosed: false,
    showsSecret: false,
    fromProvider: false,
    repairsTexts: false,
    takesFiles: false,
    takesForms: false,
    takesUrlForms: false,
    takesText: false,
    anyCase: false,
    examples: {},
    params: uuidsIn(path),
    ...declaration,
  } as unknown as Route;
}

const isPermission = (who: Who): who is Permission => who.includes(':');

function uuidsIn(path: string): Schema | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return names.length > 0 ? z.strictObject(Object.fromEntries(names.map((name) => [name, z.uuid()]))) : undefined;
}

/** Whether a write can be tried without effect. */
export const canDryRun = (route: Route): boolean =>
  isWrite(route) && !route.reachesProvider && !route.provesIdentity && !route.takesFiles;

/** Whether a browser may call it only from our own pages. */
export const mustBeOurs = (route: Route): boolean => isWrite(route) && !route.fromOtherSite;

/** Whether the route changes something. */
export const isWrite = (route: Route): boolean => route.method !== 'GET' || route.effect;

/** Whether people open it in a browser, where they read a refusal as a page: pages, forms, and files for anyone. */
export const refusesByPage = ({ page, form, access, returns }: Route): boolean =>
  (page ?? form) !== undefined || (access === 'public' && returns !== undefined && 'contentType' in returns);
