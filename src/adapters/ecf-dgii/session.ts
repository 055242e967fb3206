import { type EcfConnection, type EcfFile, readingSeed, signAll } from '#modules/filings/index.ts';
import type { Compute } from '#platform/compute/computation.ts';
import { realNow } from '#platform/date.ts';
import type { OutboundAnswer, OutboundFetch } from '#platform/http/outbound.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { jsonIn, spokenIn } from './answers.ts';
import { asForm } from './multipart.ts';

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 1_000_000;
const SEED_BYTES_MAX = 10_000;
const TOKENS_HELD_MAX = 10_000;
/** Do not use a token in its last minute: it might expire in transit. */
const TOKEN_MARGIN = { minutes: 1 };
const TOKEN_LIVES_AT_LEAST = { minutes: 5 };
const UNAUTHORIZED = 401;
const NOT_OFFERED = [404, 405, 501];

export interface Token {
  /** Null: the other side needs no authentication. */
  value: string | null;
  expiresAt: Temporal.Instant;
}

/** The other side: the authority or another taxpayer. */
export interface OtherSide {
  /** Its name in error messages. */
  name: string;
  seedUrl: string;
  tokenUrl: string;
  /** Whether authentication is optional: between taxpayers seed and token are. */
  mayTrust: boolean;
}

/** The session of one company with another side; it authenticates before the first call. */
export class Session {
  readonly #call: OutboundFetch;
  readonly #compute: Compute;
  readonly #other: OtherSide;
  readonly #config: EcfConnection;
  readonly #tokens: Map<string, Token>;
  readonly #key: string;

  constructor(options: {
    call: OutboundFetch;
    compute: Compute;
    other: OtherSide;
    config: EcfConnection;
    tokens: Map<string, Token>;
    owner: string;
  }) {
    this.#call = options.call;
    this.#compute = options.compute;
    this.#other = options.other;
    this.#config = options.config;
    this.#tokens = options.tokens;
    this.#key = `${options.owner} ${options.config.taxId} ${options.other.tokenUrl}`;
  }

  async authenticate(): Promise<Token> {
    const token = await this.#newToken();
    if (this.#tokens.size >= TOKENS_HELD_MAX) this.#tokens.clear();
    this.#tokens.set(this.#key, token);
    return token;
  }

  async #newToken(): Promise<Token> {
    const { name, tokenUrl, mayTrust } = this.#other;
    const answer = await this.#askForSeed();
    if (mayTrust && NOT_OFFERED.includes(answer.status)) return { value: null, expiresAt: expiryOf(null) };
    const [signed] = await signAll({ compute: this.#compute }, [await this.#seedOf(answer)], this.#config);
    const file = { name: 'semilla.xml', xml: signed!.xml };
    const { token, expira } = jsonIn(this.requireTaken(await this.#request(tokenUrl, { file })));
    if (typeof token !== 'string') throw ProviderUnavailable(`${name} gave no token.`);
    return { value: token, expiresAt: expiryOf(expira) };
  }

  async seed(): Promise<string> {
    return this.#seedOf(await this.#askForSeed());
  }

  #askForSeed(): Promise<OutboundAnswer> {
    return this.#request(this.#other.seedUrl, { accept: 'application/xml' });
  }

  /** In a thread, because the other side can be any company. */
  async #seedOf(answer: OutboundAnswer): Promise<string> {
    const { body } = this.requireTaken(answer);
    const seed = body.length <= SEED_BYTES_MAX ? await this.#compute(readingSeed, body.toString()) : null;
    if (seed === null) throw ProviderUnavailable(`${this.#other.name} gave no seed.`);
    return seed;
  }

  /** A call with the token. A token that expired early is replaced once. */
  async send(url: string, file?: EcfFile, accept?: string): Promise<OutboundAnswer> {
    const held = this.#tokens.get(this.#key);
    const isFresh = held && Temporal.Instant.compare(held.expiresAt, realNow().add(TOKEN_MARGIN)) > 0;
    const token = isFresh ? held : await this.authenticate();
    const answer = await this.#request(url, { token: token.value, file, accept });
    if (answer.status !== UNAUTHORIZED) return answer;
    this.#tokens.delete(this.#key);
    return this.#request(url, { token: (await this.authenticate()).value, file, accept });
  }

  #request(
    url: string,
    {
      file,
      token,
      accept = 'application/json',
    }: { file?: EcfFile | undefined; token?: string | null; accept?: string | undefined },
  ): Promise<OutboundAnswer> {
    const form = file && asForm(file);
    return this.#call(url, {
      method: form ? 'POST' : 'GET',
      headers: { accept, ...(token && { authorization: `Bearer ${token}` }), ...form?.headers },
      ...(form && { body: form.body }),
      timeoutMs: TIMEOUT_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    });
  }

  /** Maps statuses to temporary and permanent failures; returns accepted answers. */
  requireTaken(answer: OutboundAnswer): OutboundAnswer {
    const { status, truncated } = answer;
    const { name } = this.#other;
    if (truncated) throw ProviderUnavailable(`${name} sent an answer that is too long.`);
    if (status >= 200 && status < 300) return answer;
    const said = spokenIn(jsonIn(answer));
    if (status === 408 || status === 429 || status >= 500)
      throw ProviderUnavailable(`${name} answered ${status}.${said ? ` ${said}` : ''}`);
    throw ProviderRefused(said ?? `${name} answered ${status}.`);
  }
}

/** Dates have an optional offset; without one they are in Dominican time. An unreadable date means an early expiry. */
function expiryOf(expira: unknown): Temporal.Instant {
  const text = String(expira);
  try {
    return Temporal.Instant.from(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}-04:00`);
  } catch {
    return realNow().add(TOKEN_LIVES_AT_LEAST);
  }
}
