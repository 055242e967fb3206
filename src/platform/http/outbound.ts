import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher, request, fetch as undiciFetch } from 'undici';
import type { Config } from '../config.ts';
import type { RefusalKind } from '../refusal.ts';

/**
 * Calls to addresses that users give. Such an address must not reach what only this machine can: its own
 * network, its metadata service, its neighbours. So every address is checked where it is used, by the connection itself,
 * and a name that resolves to something else a moment later gains nothing.
 */

interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything together: the name, the connection, the answer and its body. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** The bytes of the answer that are read; the rest is discarded. */
  answerBytesMax: number;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Whether the body went on after what was read. */
  truncated: boolean;
}

/** Answers are read as they are: send `accept-encoding: identity` and refuse an answer that is compressed all the same. */
export const isCompressed = ({ 'content-encoding': encoding = 'identity' }: OutboundAnswer['headers']): boolean =>
  String(encoding).toLowerCase() !== 'identity';

type RefusedFor = 'invalid_url' | 'scheme' | 'credentials' | 'private_address';

/** We do not call this address. Nothing was sent. */
export class OutboundRefused extends Error {
  readonly reason: RefusedFor;

  constructor(reason: RefusedFor, message: string) {
    super(message);
    this.reason = reason;
  }
}

type FailedBy = 'timeout' | 'name' | 'certificate' | 'connection';

/** We called, and no answer came. */
export class OutboundFailed extends Error {
  readonly by: FailedBy;

  constructor(by: FailedBy, message: string, options?: ErrorOptions) {
    super(message, options);
    this.by = by;
  }
}

type Resolve = (hostname: string) => Promise<LookupAddress[]>;

interface OutboundRules {
  /** For trials on one machine: private addresses and plain http as well. */
  allowPrivate: boolean;
  resolve?: Resolve;
  /** How a connection is made once its address is known to be fine. */
  connector?: (options: buildConnector.BuildOptions) => buildConnector.connector;
}

export type OutboundFetch = (url: string, request: OutboundRequest) => Promise<OutboundAnswer>;

/** Calls one address and reads its answer. Redirects are answers like any other: they are never followed. */
export function outboundFetch(
  url: string,
  { allowPrivate, ...outbound }: OutboundRequest & { allowPrivate: boolean },
): Promise<OutboundAnswer> {
  return (allowPrivate ? unguarded() : guarded())(url, outbound);
}

/** An answer whose body is read as it arrives. Reading it to its end, or leaving the loop, closes the connection. */
export interface OutboundStream extends Pick<OutboundAnswer, 'status' | 'headers'> {
  body: AsyncIterable<Buffer>;
}

/** The same, for bodies that are too large to be held. The time limit covers the body. */
export function outboundStream(
  url: string,
  { allowPrivate, ...outbound }: Omit<OutboundRequest, 'answerBytesMax'> & { allowPrivate: boolean },
): Promise<OutboundStream> {
  return (allowPrivate ? unguarded() : guarded()).stream(url, outbound);
}

/** The answer at the end of redirects. Each address is checked like the first, so none can lead inside. Null: there are too many. */
export async function followRedirects(
  address: string,
  call: (url: string) => Promise<OutboundAnswer>,
  redirectsMax: number,
): Promise<OutboundAnswer | null> {
  for (let redirects = 0, url = address; redirects <= redirectsMax; redirects++) {
    const answer = await call(url);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || typeof location !== 'string') return answer;
    url = URL.parse(location, url)?.href ?? '';
  }
  return null;
}

const guarded = once(() => outboundClient({ allowPrivate: false }));
const unguarded = once(() => outboundClient({ allowPrivate: true }));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

interface OutboundClient extends OutboundFetch {
  stream(url: string, request: Omit<OutboundRequest, 'answerBytesMax'>): Promise<OutboundStream>;
}

export function outboundClient(rules: OutboundRules): OutboundClient {
  const dispatcher = new Agent({
    connect: checkedConnector(rules),
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  });
  const calling = async <T>(
    url: string,
    { timeoutMs, signal, ...rest }: Omit<OutboundRequest, 'answerBytesMax'>,
    read: (answer: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> => {
    checkOutboundUrl(url, rules.allowPrivate);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await read(
        await request(url, {
          ...rest,
          dispatcher,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
      );
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (timeout.aborted) throw new OutboundFailed('timeout', `No answer within ${timeoutMs} ms.`);
      throw error instanceof OutboundRefused || error instanceof OutboundFailed ? error : failureOf(error);
    }
  };
  const fetchAll: OutboundFetch = (url, { answerBytesMax, ...rest }) =>
    calling(url, rest, async ({ statusCode: status, headers, body: source }) => ({
      status,
      headers,
      ...(await readUpTo(source, answerBytesMax)),
    }));
  const stream: OutboundClient['stream'] = (url, rest) =>
    calling(url, rest, async ({ statusCode: status, headers, body }) => ({ status, headers, body }));
  return Object.assign(fetchAll, { stream });
}

/**
 * The guard as a `fetch`, for libraries that make their own requests and read the answer as a stream. Redirects fail. More than
 * `answerBytesMax` ends the stream with an error.
 */
export function outboundWebFetch(rules: OutboundRules & { answerBytesMax: number }): typeof globalThis.fetch {
  const dispatcher = new Agent({ connect: checkedConnector(rules), keepAliveTimeout: 4_000 });
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    checkOutboundUrl(url, rules.allowPrivate);
    const options = { ...init, dispatcher, redirect: 'error' } as Parameters<typeof undiciFetch>[1];
    const answer = await undiciFetch(url, options);
    let bytes = 0;
    const limited = (answer.body as ReadableStream<Uint8Array> | null)?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          bytes += chunk.byteLength;
          if (bytes > rules.answerBytesMax) controller.error(new Error('The answer is too long.'));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText } = answer;
    return new Response(limited as BodyInit | undefined, { status, statusText, headers: [...answer.headers] });
  };
}

async function readUpTo(body: AsyncIterable<Buffer>, bytesMax: number): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection: who sends without end is not listened to.
    if (bytes > bytesMax) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), truncated: bytes > bytesMax };
}

/** Checks an address before anything is looked up. Throws `OutboundRefused`. */
export function checkOutboundUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text);
  if (!url) throw new OutboundRefused('invalid_url', 'This is not a URL.');
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new OutboundRefused('scheme', 'Only https addresses are called.');
  if (url.username || url.password)
    throw new OutboundRefused('credentials', 'An address must not carry a user name or password.');
  if (!allowPrivate) checkHost(url.hostname.replace(/^\[|\]$/g, ''));
  return url;
}

/** An address in a request that the service will call; refused in its field. */
export function requireOutboundUrl(
  { config }: { config: Pick<Config, 'WEBHOOK_ALLOW_PRIVATE'> },
  url: string,
  kind: RefusalKind,
  path: string,
): URL {
  try {
    return checkOutboundUrl(url, config.WEBHOOK_ALLOW_PRIVATE);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw kind.at(path, error.reason, error.message);
  }
}

/** The URL parser has already turned `0x7f.1`, `2130706433` and the like into `127.0.0.1`. */
function checkHost(host: string): void {
  const name = host.replace(/\.$/, '');
  const own = name === 'localhost' || name.endsWith('.localhost');
  if (own || (isIP(name) !== 0 && !isPublicAddress(name))) throw privateAddress(host);
}

const privateAddress = (host: string): OutboundRefused =>
  new OutboundRefused('private_address', `${host} is not a public address.`);

/** The same for a name that does not exist or leads inside: who gave the address must not learn what it resolves to. */
const UNREACHABLE = 'The address could not be reached.';
const leadsInside = (): OutboundFailed => new OutboundFailed('name', UNREACHABLE);

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');
/** A public number that inside Azure is the metadata and DNS service of the machine. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Whether an address belongs to the open internet. Everything with another purpose is out, and so is every IPv6 form that
 * carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo): it may lead to what the inner address could not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv6' ? address.match(GLOBAL_UNICAST_V6) : address.toString() !== AZURE_PLATFORM;
}

function checkedConnector(rules: OutboundRules): buildConnector.connector {
  const make = rules.connector ?? buildConnector;
  const connectorOptions = { allowH2: false, timeout: 10_000 } as const;
  if (rules.allowPrivate) {
    const { resolve } = rules;
    return make(resolve ? { ...connectorOptions, lookup: asLookup(resolve) } : connectorOptions);
  }
  const connect = make({ ...connectorOptions, lookup: asLookup(onlyPublic(rules.resolve ?? resolveByDns)) });
  return (options, callback) => {
    // An address instead of a name is never looked up, so it is checked here.
    if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {
      callback(privateAddress(options.hostname), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      // Whatever was looked up: this is where the connection really leads.
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(leadsInside(), null);
    });
  };
}

/** One private address among many is enough to refuse: the connection might choose it. */
function onlyPublic(resolve: Resolve): Resolve {
  return async (hostname) => {
    const addresses = await resolve(hostname);
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw leadsInside();
    return addresses;
  };
}

/**
 * The system's own look-up occupies one of four threads for as long as a name server makes it wait, and with it everyone
 * else. This asks the name servers directly; neither the hosts file nor the machine's search domains take part.
 */
async function resolveByDns(hostname: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  return [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
}

const asLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(Object.assign(new Error(`${hostname} has no address.`), { code: 'ENODATA' }), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

const NAME_ERRORS = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EBADNAME']);

function failureOf(error: unknown): OutboundFailed {
  const { code = '' } = error as NodeJS.ErrnoException;
  const failed = (by: FailedBy, text: string) => new OutboundFailed(by, text, { cause: error });
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return failed('timeout', 'The address did not answer in time.');
  if (NAME_ERRORS.has(code)) return failed('name', UNREACHABLE);
  if (/CERT|TLS|SSL|SIGNATURE/.test(code))
    return failed('certificate', 'There is no valid certificate for this address.');
  return failed('connection', UNREACHABLE);
}
