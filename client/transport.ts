import { type ProblemOf, problemOf } from './problem.ts';
import { randomToken } from './random.ts';
import { backoffMs, sleep, waitAfterMs } from './retry.ts';
import { type ApiKey, signedHeaders } from './signing.ts';

/** One of the three ways to say who is calling. */
export type ClientCredentials =
  | { token: string; organizationId?: string }
  | ApiKey
  | { cookie: string; organizationId?: string };

export interface ClientOptions {
  /** Where the service is, such as `https://colmado.example.com`. */
  baseUrl: string;
  /** A function is asked before each attempt: a renewed token is used at once, also by a stream that reconnects. */
  credentials?: ClientCredentials | (() => ClientCredentials | Promise<ClientCredentials>) | undefined;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** How often a call is repeated after 429, 503 or a failure of the network. */
  retries?: number;
  /** How long one attempt may take. */
  timeoutMs?: number;
  fetch?: (url: URL, init: RequestInit) => Promise<Response>;
}

/** Options that every call takes. */
export interface CallOptions extends Pick<ClientOptions, 'headers' | 'retries' | 'timeoutMs'> {
  signal?: AbortSignal;
  /** Choose the key yourself to repeat a write from another process. Without one, each write that may be retried gets its own. */
  idempotencyKey?: string;
}

/** A call whose path and query have been written into the URL. */
export interface Outgoing {
  method: string;
  url: URL;
  body?: unknown;
  /** Whether the operation accepts an idempotency key: a write without one is never sent twice. */
  takesKey: boolean;
}

export type Answered =
  | { data: unknown; error?: undefined; response: Response }
  | { data?: undefined; error: ProblemOf<string>; response: Response };

const RETRIES = 3;
const TIMEOUT_MS = 60_000;

/** Sends requests, and sends them again where that is safe and may help. */
export class Transport {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  url(path: string): URL {
    return new URL(this.#options.baseUrl.replace(/\/$/, '') + path);
  }

  async call(outgoing: Outgoing, options: CallOptions): Promise<Answered> {
    const retries = options.retries ?? this.#options.retries ?? RETRIES;
    const request = prepare(outgoing, this.#options.headers, options, retries > 0);
    const isSafe = outgoing.method === 'GET' || (outgoing.takesKey && request.headers.has('idempotency-key'));
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      let waitMs: number | null = null;
      try {
        const answered = await this.#attempt(request, options);
        if (!isLast) waitMs = waitBeforeRetry(answered, attempt, isSafe);
        if (waitMs === null) return answered;
      } catch (error) {
        if (isLast || !isSafe || options.signal?.aborted) throw error;
        waitMs = backoffMs(attempt);
      }
      await sleep(waitMs, options.signal);
    }
  }

  /** Opens an answer whose body is read as it arrives. */
  async open(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const request = prepare({ method: 'GET', url, takesKey: false }, this.#options.headers, { headers }, false);
    return this.#fetch(request, signal);
  }

  /** The time limit covers the JSON of an answer. Of a download it covers the beginning: its length is unknown. */
  async #attempt(request: Prepared, options: CallOptions): Promise<Answered> {
    const timeout = new AbortController();
    const limitMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const timer = setTimeout(
      () => timeout.abort(new DOMException(`No answer within ${limitMs} ms.`, 'TimeoutError')),
      limitMs,
    );
    try {
      const signal = options.signal ? AbortSignal.any([timeout.signal, options.signal]) : timeout.signal;
      return await read(await this.#fetch(request, signal));
    } finally {
      clearTimeout(timer);
    }
  }

  async #fetch(request: Prepared, signal: AbortSignal): Promise<Response> {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(await this.#credentials(request)))
      if (!headers.has(name)) headers.set(name, value);
    const { method, url, body } = request;
    return (this.#options.fetch ?? globalThis.fetch)(url, { method, headers, signal, ...(body && { body }) });
  }

  async #credentials(request: Prepared): Promise<Record<string, string>> {
    const given = this.#options.credentials;
    const credentials = typeof given === 'function' ? await given() : given;
    if (!credentials) return {};
    if ('secret' in credentials) return signedHeaders(credentials, request);
    const { organizationId } = credentials;
    return {
      ...('token' in credentials ? { authorization: `Bearer ${credentials.token}` } : { cookie: credentials.cookie }),
      ...(organizationId && { 'x-service-organization-id': organizationId }),
    };
  }
}

interface Prepared {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}

/** The key is chosen once for all attempts: the service does the work of one. */
function prepare(
  { method, url, body, takesKey }: Outgoing,
  defaults: Record<string, string> | undefined,
  options: CallOptions,
  mayRetry: boolean,
): Prepared {
  const headers = new Headers(defaults);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const key = options.idempotencyKey ?? (takesKey && mayRetry ? randomToken() : undefined);
  if (key !== undefined && !headers.has('idempotency-key')) headers.set('idempotency-key', key);
  return { method, url, headers, body: body === undefined ? '' : JSON.stringify(body) };
}

/** Null where the answer is final. A 429 was not worked on, so it can be repeated even without a key. */
function waitBeforeRetry({ response, error }: Answered, attempt: number, isSafe: boolean): number | null {
  if (response.status === 429 || (response.status === 503 && isSafe)) return waitAfterMs(response, attempt);
  // The attempt before was cut off on its way back and still runs in the service.
  if (attempt > 0 && error?.code === 'request_still_running') return backoffMs(attempt + 1);
  return null;
}

/** JSON is parsed. Any other answer is a download, and its data is the response itself. */
async function read(response: Response): Promise<Answered> {
  if (!response.ok) return { error: await problemOf(response), response };
  if (response.status === 204) return { data: undefined, response };
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { data: isJson ? await response.json() : response, response };
}
