import {
  type Ecf,
  EcfConnection,
  type EcfFile,
  type EcfReceiver,
  type EcfResult,
  type EcfVerdict,
  ecf,
  environmentPath,
  signXml,
} from '#modules/filings/index.ts';
import { realNow } from '#platform/date.ts';
import type { OutboundAnswer, OutboundFetch } from '#platform/http/outbound.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';
import { codeOf, jsonIn, messagesIn, resultIn, spokenIn } from './answers.ts';
import { asForm } from './multipart.ts';

const NAME = 'ecf-dgii';
const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 1_000_000;
const TOKENS_HELD_MAX = 10_000;
/** A token is not used in its last minute: it might end on the way. */
const TOKEN_MARGIN = { minutes: 1 };
const TOKEN_LIVES_AT_LEAST = { minutes: 5 };
const UNAUTHORIZED = 401;
const NOT_PUBLIC = [403, 404];

/** Where the authority is. Summaries of consumer invoices go to another machine. */
export interface DgiiHosts {
  documents: string;
  summaries: string;
}
const publicHosts: DgiiHosts = { documents: 'https://ecf.dgii.gov.do', summaries: 'https://fc.dgii.gov.do' };

interface Token {
  value: string;
  expiresAt: Temporal.Instant;
}

/** The tax authority itself. One adapter serves all companies, and none ever gets the token of another. */
export function ecfDgii(call: OutboundFetch, hosts: DgiiHosts = publicHosts): Adapter<Ecf, typeof EcfConnection> {
  const tokens = new Map<string, Token>();
  return adapter({
    port: ecf,
    name: NAME,
    config: EcfConnection,
    connect: (config, organizationId) =>
      connect(new Session({ call: providerCall(call), hosts, config, tokens, owner: organizationId })),
  });
}

/** One company's way in: it knows the addresses, and proves who it is before it is asked. */
class Session {
  readonly #call: OutboundFetch;
  readonly #hosts: DgiiHosts;
  readonly config: EcfConnection;
  readonly #tokens: Map<string, Token>;
  readonly #key: string;

  constructor(options: {
    call: OutboundFetch;
    hosts: DgiiHosts;
    config: EcfConnection;
    tokens: Map<string, Token>;
    owner: string;
  }) {
    this.#call = options.call;
    this.#hosts = options.hosts;
    this.config = options.config;
    this.#tokens = options.tokens;
    const { environment, taxId } = options.config;
    this.#key = `${options.owner} ${environment} ${taxId}`;
  }

  async authenticate(): Promise<Token> {
    const seed = await this.seed();
    const signed = { name: 'semilla.xml', xml: signXml(seed, this.config).xml };
    const answer = await this.#request('documents', 'autenticacion/api/autenticacion/validarsemilla', { file: signed });
    const { token, expira } = jsonIn(requireTaken(answer));
    if (typeof token !== 'string') throw ProviderUnavailable('The tax authority gave no token.');
    const held = { value: token, expiresAt: expiryOf(expira) };
    if (this.#tokens.size >= TOKENS_HELD_MAX) this.#tokens.clear();
    this.#tokens.set(this.#key, held);
    return held;
  }

  async seed(): Promise<string> {
    const answer = await this.#request('documents', 'autenticacion/api/autenticacion/semilla', {
      accept: 'application/xml',
    });
    return requireTaken(answer).body.toString();
  }

  /** A call with the token. One that has ended before its time is replaced once. */
  async send(host: keyof DgiiHosts, path: string, file?: EcfFile): Promise<OutboundAnswer> {
    const held = this.#tokens.get(this.#key);
    const isFresh = held && Temporal.Instant.compare(held.expiresAt, realNow().add(TOKEN_MARGIN)) > 0;
    const { value } = isFresh ? held : await this.authenticate();
    const answer = await this.#request(host, path, { token: value, file });
    if (answer.status !== UNAUTHORIZED) return answer;
    this.#tokens.delete(this.#key);
    return this.#request(host, path, { token: (await this.authenticate()).value, file });
  }

  #request(
    host: keyof DgiiHosts,
    path: string,
    { file, token, accept = 'application/json' }: { file?: EcfFile | undefined; token?: string; accept?: string },
  ): Promise<OutboundAnswer> {
    const form = file && asForm(file);
    return this.#call(`${this.#hosts[host]}/${environmentPath(this.config.environment)}/${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { accept, ...(token && { authorization: `Bearer ${token}` }), ...form?.headers },
      ...(form && { body: form.body }),
      timeoutMs: TIMEOUT_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    });
  }
}

function connect(session: Session): Ecf {
  const { taxId } = session.config;
  const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
  const taken = async (...request: Parameters<Session['send']>) => jsonIn(requireTaken(await session.send(...request)));
  return {
    adapter: NAME,
    authenticate: async () => ({ expiresAt: (await session.authenticate()).expiresAt }),
    send: async (file) => {
      const answer = await taken('documents', 'recepcion/api/facturaselectronicas', file);
      if (typeof answer.trackId === 'string' && answer.trackId !== '') return { trackId: answer.trackId };
      throw ProviderRefused(spokenIn(answer) ?? 'The tax authority gave no track id.');
    },
    sendSummary: async (file): Promise<EcfResult> =>
      resultIn(await taken('summaries', 'recepcionfc/api/recepcion/ecf', file)),
    readResult: async (trackId): Promise<EcfResult> =>
      resultIn(await taken('documents', `consultaresultado/api/consultas/estado?${query({ trackid: trackId })}`)),
    findSummary: async (number, securityCode) => {
      const asked = query({ RNC_Emisor: taxId, ENCF: number, Cod_Seguridad_eCF: securityCode });
      const answer = await session.send('summaries', `consultarfce/api/Consultas/Consulta?${asked}`);
      if (NOT_PUBLIC.includes(answer.status)) return null;
      const found = jsonIn(requireTaken(answer));
      return codeOf(found) ? resultIn(found) : null;
    },
    findTrackId: async (number) => {
      const asked = query({ rncemisor: taxId, encf: number });
      const answer = await session.send('documents', `consultatrackids/api/trackids/consulta?${asked}`);
      if (NOT_PUBLIC.includes(answer.status)) return null;
      const found = [jsonIn(requireTaken(answer))].flat() as { trackId?: unknown }[];
      const ids = found.map(({ trackId }) => trackId).filter((id) => typeof id === 'string' && id !== '');
      return (ids.at(-1) as string | undefined) ?? null;
    },
    annul: async (file) => verdictIn(await taken('documents', 'anulacionrangos/api/operaciones/anularrango', file)),
    approve: async (file) => verdictIn(await taken('documents', 'aprobacioncomercial/api/aprobacioncomercial', file)),
    findReceiver: async (wanted) => {
      const path = `consultadirectorio/api/consultas/obtenerdirectorioporrnc?${query({ RNC: wanted })}`;
      const answer = await session.send('documents', path);
      return answer.status === 404 ? null : receiverIn(jsonIn(requireTaken(answer)), wanted);
    },
    health: async () => {
      const startedAt = performance.now();
      const problem = await session.seed().then(
        () => null,
        (error: Error) => error.message,
      );
      const durationMs = Math.round(performance.now() - startedAt);
      return { state: problem === null ? 'up' : 'down', detail: problem, durationMs };
    },
  };
}

/** Tells apart what passes and what does not: an answer that was taken comes back. */
function requireTaken(answer: OutboundAnswer): OutboundAnswer {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const said = spokenIn(jsonIn(answer));
  if (status === 408 || status === 429 || status >= 500)
    throw ProviderUnavailable(`The tax authority answered ${status}.${said ? ` ${said}` : ''}`);
  throw ProviderRefused(said ?? `The tax authority answered ${status}.`);
}

/** Dates come with or without an offset; without, it is the time of the country. A strange one ends soon. */
function expiryOf(expira: unknown): Temporal.Instant {
  const text = String(expira);
  try {
    return Temporal.Instant.from(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}-04:00`);
  } catch {
    return realNow().add(TOKEN_LIVES_AT_LEAST);
  }
}

const REJECTED = 2;
const verdictIn = (answer: Record<string, unknown>): EcfVerdict => ({
  accepted: codeOf(answer) !== REJECTED,
  messages: messagesIn(answer),
});

/** One, or a list of one. */
function receiverIn(answer: unknown, taxId: string): EcfReceiver | null {
  const [found] = [answer].flat() as Record<string, unknown>[];
  if (typeof found?.urlRecepcion !== 'string' || found.urlRecepcion === '') return null;
  return {
    taxId,
    name: String(found.nombre ?? ''),
    receptionUrl: found.urlRecepcion,
    approvalUrl: String(found.urlAceptacion ?? ''),
  };
}
