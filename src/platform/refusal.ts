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

export function refusal(status: number, code: string, title: string): RefusalKind {
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
  400,
  'invalid_request',
  'The request is not valid: correct what `errors` or `detail` says.',
);
export const MalformedBody = refusal(400, 'malformed_body', 'The body is not valid JSON: correct it.');
export const RequestUnreadable = refusal(
  400,
  'request_unreadable',
  'This is not an HTTP request: correct its headers.',
);
export const RequestTooSlow = refusal(408, 'request_too_slow', 'The headers did not arrive in time: send it again.');
export const HeadersTooLarge = refusal(431, 'headers_too_large', 'The headers have more than 16 kB: send fewer.');
/** The refusals of requests that never reach a route. */
export const beforeRoutes = (): RefusalKind[] => [
  RequestUnreadable,
  RequestTooSlow,
  HeadersTooLarge,
  RouteNotFound,
  MethodNotAllowed,
  InternalError,
  Unavailable,
];
export const UnsupportedMediaType = refusal(
  415,
  'unsupported_media_type',
  'The body must be JSON: send `Content-Type: application/json`.',
);
export const BodyTooLarge = refusal(
  413,
  'body_too_large',
  'The body is larger than this route accepts: send less at once.',
);
export const RouteNotFound = refusal(404, 'route_not_found', 'There is no such path: see the reference at /docs.');
export const MethodNotAllowed = refusal(
  405,
  'method_not_allowed',
  'This path does not support the method: see the header `Allow`.',
);
export const NotFound = refusal(404, 'not_found', 'It does not exist, or you have no access to it.');
export const ReferenceNotFound = refusal(
  422,
  'reference_not_found',
  'The request refers to something that does not exist: correct the ids in `errors`.',
);
export const VersionConflict = refusal(
  409,
  'version_conflict',
  'It was changed in the meantime: read it again and repeat your change.',
);
export const BulkRefused = refusal(
  422,
  'bulk_refused',
  'Some rows are not valid, so none was written: correct those in `errors`.',
);
export const TooManyRequests = refusal(429, 'too_many_requests', 'Too many requests: wait for `Retry-After` seconds.');
export const PageTooDeep = refusal(422, 'page_too_deep', 'Pages end at 10,000 rows: go on with `cursor`.');
export const PageTooLarge = refusal(
  422,
  'page_too_large',
  'The rows of this page have more than 8 MB: ask for fewer with `itemsPerPage`.',
);
export const DryRunUnsupported = refusal(422, 'dry_run_unsupported', 'This route does not support `Dry-Run`.');

export const InternalError = refusal(500, 'internal_error', 'Something broke on our side. It has been recorded.');
export const Unavailable = refusal(
  503,
  'unavailable',
  'The database cannot be reached at the moment: try again after `Retry-After`.',
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
