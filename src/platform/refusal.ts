/** One field of the request and what is wrong with it. `path` is the JSON pointer-like place: `body.lines[2].price`. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

interface RefusalOptions {
  errors?: FieldError[];
  headers?: Record<string, string>;
  members?: Record<string, unknown>;
}

/** A refusal is an expected answer: the caller asked for something that cannot be. Everything else thrown is a bug. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly errors: FieldError[];
  readonly headers: Record<string, string>;
  /** Further members of the problem, for an answer whose shape is specified for refusals too. */
  readonly members: Record<string, unknown>;
  /** Whether what was done so far stays done. A wrong PIN must be counted, although it is refused. */
  commits = false;

  constructor(kind: RefusalKind, detail?: string, options: RefusalOptions = {}) {
    super(detail ?? kind.title);
    this.kind = kind;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
  }

  /** Refuses the request and keeps what its transaction recorded. */
  afterCommit(): this {
    this.commits = true;
    return this;
  }
}

/** A declared refusal: called, it makes the error to throw; listed on a route, it becomes part of the reference. */
export interface RefusalKind {
  (detail?: string, options?: RefusalOptions): Refusal;
  /** With the field that it is about; by default the code is its own, and the message its title. */
  at(path: string, code?: string, message?: string): Refusal;
  readonly status: number;
  readonly code: string;
  readonly title: string;
}

const kinds = new Map<string, RefusalKind>();

export function refusal(code: string, title: string, status = 422): RefusalKind {
  const kind: RefusalKind = Object.assign(
    (detail?: string, options?: RefusalOptions) => new Refusal(kind, detail, options),
    {
      status,
      code,
      title,
      at: (path: string, fieldCode = code, message = title) =>
        kind(message, { errors: [{ path, code: fieldCode, message }] }),
    },
  );
  kinds.set(code, kind);
  return kind;
}

/** The declared refusal of a code, for one that comes from another thread. */
export function refusalOf(code: string): RefusalKind {
  const kind = kinds.get(code);
  if (!kind) throw new Error(`No refusal has the code ${code}.`);
  return kind;
}

export const InvalidRequest = refusal(
  'invalid_request',
  'The request is not valid: correct what `errors` or `detail` says.',
  400,
);
/** A field that is not valid, for a reason that continues its path: `query.to is not a date`. */
export const invalidField = (path: string, message: string, code = 'invalid'): Refusal =>
  InvalidRequest(`${path} ${message}.`, { errors: [{ path, code, message }] });
export const MalformedBody = refusal('malformed_body', 'The body is not valid JSON: correct it.', 400);
export const RequestUnreadable = refusal(
  'request_unreadable',
  'This is not an HTTP request: correct its headers.',
  400,
);
export const RequestTooSlow = refusal('request_too_slow', 'The headers did not arrive in time: send it again.', 408);
export const ExpectationFailed = refusal(
  'expectation_failed',
  'The header `Expect` has another value than `100-continue`: leave it out.',
  417,
);
export const HeadersTooLarge = refusal('headers_too_large', 'The headers have more than 16 kB: send fewer.', 431);
/** The refusals of requests that never reach a route. */
export const beforeRoutes = (): RefusalKind[] => [
  RequestUnreadable,
  RequestTooSlow,
  HeadersTooLarge,
  ExpectationFailed,
  RouteNotFound,
  MethodNotAllowed,
  InternalError,
  Unavailable,
];
export const UnsupportedMediaType = refusal(
  'unsupported_media_type',
  'The body must be JSON: send `Content-Type: application/json`.',
  415,
);
export const BodyTooLarge = refusal(
  'body_too_large',
  'The body is larger than this route accepts: send less at once.',
  413,
);
export const RouteNotFound = refusal('route_not_found', 'There is no such path: see the reference at /docs.', 404);
export const MethodNotAllowed = refusal(
  'method_not_allowed',
  'This path does not support the method: see the header `Allow`.',
  405,
);
export const NotFound = refusal('not_found', 'It does not exist, or you have no access to it.', 404);
export const ReferenceNotFound = refusal(
  'reference_not_found',
  'The request refers to something that does not exist: correct the ids in `errors`.',
);
export const VersionConflict = refusal(
  'version_conflict',
  'It was changed in the meantime: read it again and repeat your change.',
  409,
);
export const BulkRefused = refusal(
  'bulk_refused',
  'Some rows are not valid, so none was written: correct those in `errors`.',
);
export const TooManyRequests = refusal('too_many_requests', 'Too many requests: wait for `Retry-After` seconds.', 429);
export const PageTooDeep = refusal('page_too_deep', 'Pages end at 10,000 rows: go on with `cursor`.');
export const PageTooLarge = refusal(
  'page_too_large',
  'The rows of this page have more than 8 MB: ask for fewer with `itemsPerPage`.',
);
export const DryRunUnsupported = refusal('dry_run_unsupported', 'This route does not support `Dry-Run`.');

export const InternalError = refusal('internal_error', 'Something broke on our side. It has been recorded.', 500);
export const Unavailable = refusal(
  'unavailable',
  'The database cannot be reached at the moment: try again after `Retry-After`.',
  503,
);

/** An unknown id inside a body: 422 with its path, the same for a random id and for another organization's. */
export const unknownReference = (path: string, what: string): Refusal =>
  ReferenceNotFound.at(path, 'not_found', `${what} does not exist.`);

/** Refuses the first of these ids in a body that is not known. */
export function requireKnown(
  ids: readonly string[],
  known: { has(id: string): boolean },
  path: string,
  what: string,
): void {
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw unknownReference(`${path}[${unknown}]`, what);
}

/** The row that was looked for, or `NotFound`. */
export function orNotFound<R>(row: R | undefined | null): R {
  if (row === undefined || row === null) throw NotFound();
  return row;
}

/** Waits for everything that was sent together. Of several refusals the first in this order is reported, whichever came first. */
export async function inThisOrder<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const outcomes = await Promise.allSettled(work);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return Promise.all(work);
}
