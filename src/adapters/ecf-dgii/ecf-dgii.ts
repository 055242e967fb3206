import {
  type Ecf,
  EcfConnection,
  type EcfReceiver,
  type EcfResult,
  type EcfVerdict,
  ecf,
  environmentPath,
} from '#modules/filings/index.ts';
import type { Compute } from '#platform/compute/computation.ts';
import type { ThreadPool } from '#platform/compute/thread-pool.ts';
import type { OutboundFetch } from '#platform/http/outbound.ts';
import { type Adapter, adapter, ProviderRefused } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';
import { codeOf, jsonIn, messagesIn, resultIn, spokenIn } from './answers.ts';
import { type OtherSide, Session, type Token } from './session.ts';

const NAME = 'ecf-dgii';
/** The refusal for a document that does not exist. */
const NOT_FOUND = [400, 403, 404];

/** The URLs of the authority. Summaries of consumer invoices have another host. */
interface DgiiHosts {
  documents: string;
  summaries: string;
}
const publicHosts: DgiiHosts = { documents: 'https://ecf.dgii.gov.do', summaries: 'https://fc.dgii.gov.do' };

/** The real tax authority. One adapter serves all companies; tokens are never shared between them. */
export function ecfDgii(
  { call, threads }: { call: OutboundFetch; threads: Pick<ThreadPool, 'run'> },
  hosts: DgiiHosts = publicHosts,
): Adapter<Ecf, typeof EcfConnection> {
  const tokens = new Map<string, Token>();
  return adapter({
    port: ecf,
    name: NAME,
    config: EcfConnection,
    connect: (config, owner) => {
      const compute: Compute = (declared, input) => threads.run(owner, declared, input);
      const sessionWith = (other: OtherSide) =>
        new Session({ call: providerCall(call), compute, other, config, tokens, owner });
      return connect(config, hosts, sessionWith);
    },
  });
}

function connect(config: EcfConnection, hosts: DgiiHosts, sessionWith: (other: OtherSide) => Session): Ecf {
  const { taxId, environment } = config;
  const at = (host: keyof DgiiHosts, path: string): string => `${hosts[host]}/${environmentPath(environment)}/${path}`;
  const session = sessionWith({
    name: 'The tax authority',
    seedUrl: at('documents', 'autenticacion/api/autenticacion/semilla'),
    tokenUrl: at('documents', 'autenticacion/api/autenticacion/validarsemilla'),
    mayTrust: false,
  });
  const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
  const taken = async (...request: Parameters<Session['send']>) =>
    jsonIn(session.requireTaken(await session.send(...request)));
  const toTaxpayer = (url: string, { authenticationUrl }: EcfReceiver) =>
    sessionWith({ name: 'The other company', ...authenticationAt(authenticationUrl ?? url), mayTrust: true });
  return {
    adapter: NAME,
    authenticate: async () => ({ expiresAt: (await session.authenticate()).expiresAt }),
    send: async (file) => {
      const answer = await taken(at('documents', 'recepcion/api/facturaselectronicas'), file);
      if (typeof answer.trackId === 'string' && answer.trackId !== '') return { trackId: answer.trackId };
      throw ProviderRefused(spokenIn(answer) ?? 'The tax authority gave no track id.');
    },
    sendSummary: async (file): Promise<EcfResult> =>
      resultIn(await taken(at('summaries', 'recepcionfc/api/recepcion/ecf'), file)),
    readResult: async (trackId): Promise<EcfResult> =>
      resultIn(await taken(at('documents', `consultaresultado/api/consultas/estado?${query({ trackid: trackId })}`))),
    findSummary: async (number, securityCode) => {
      const asked = query({ RNC_Emisor: taxId, ENCF: number, Cod_Seguridad_eCF: securityCode });
      const answer = await session.send(at('summaries', `consultarfce/api/Consultas/Consulta?${asked}`));
      if (NOT_FOUND.includes(answer.status)) return null;
      const found = jsonIn(session.requireTaken(answer));
      return codeOf(found) ? resultIn(found) : null;
    },
    findTrackId: async (number) => {
      const asked = query({ rncemisor: taxId, encf: number });
      const answer = await session.send(at('documents', `consultatrackids/api/trackids/consulta?${asked}`));
      if (NOT_FOUND.includes(answer.status)) return null;
      const found = [jsonIn(session.requireTaken(answer))].flat() as { trackId?: unknown }[];
      const ids = found.map(({ trackId }) => trackId).filter((id) => typeof id === 'string' && id !== '');
      return (ids.at(-1) as string | undefined) ?? null;
    },
    isAccepted: async ({ issuerTaxId, number, buyerTaxId, securityCode }) => {
      const asked = query({
        rncemisor: issuerTaxId,
        ncfelectronico: number,
        rnccomprador: buyerTaxId,
        codigoseguridad: securityCode,
      });
      const answer = await session.send(at('documents', `consultaestado/api/consultas/estado?${asked}`));
      if (NOT_FOUND.includes(answer.status)) return false;
      const found = jsonIn(session.requireTaken(answer));
      return codeOf(found) !== null && resultIn(found).state.startsWith('accepted');
    },
    annul: async (file) => verdictIn(await taken(at('documents', 'anulacionrangos/api/operaciones/anularrango'), file)),
    approve: async (file) =>
      verdictIn(await taken(at('documents', 'aprobacioncomercial/api/aprobacioncomercial'), file)),
    findReceiver: async (wanted) => {
      const list = environment === 'production' ? 'obtenerdirectorioporrnc' : 'listado';
      const path = `consultadirectorio/api/consultas/${list}?${query({ RNC: wanted })}`;
      const answer = await session.send(at('documents', path));
      return answer.status === 404 ? null : receiverIn(jsonIn(session.requireTaken(answer)), wanted);
    },
    deliver: async (receiver, file) => {
      const { receptionUrl } = receiver;
      const buyer = toTaxpayer(receptionUrl, receiver);
      const answer = await buyer.send(serviceAt(receptionUrl, 'recepcion/api/ecf'), file, 'application/xml');
      return buyer.requireTaken(answer).body.toString();
    },
    answerIssuer: async (receiver, file) => {
      const { approvalUrl } = receiver;
      const issuer = toTaxpayer(approvalUrl, receiver);
      issuer.requireTaken(await issuer.send(serviceAt(approvalUrl, 'aprobacioncomercial/api/ecf'), file));
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

const ACCEPTED = 1;
/** Only a clear yes counts: a number that is used already, for example, is answered with other codes and a message. */
function verdictIn(answer: Record<string, unknown>): EcfVerdict {
  const said = spokenIn(answer);
  const messages = messagesIn(answer);
  const isAccepted = codeOf(answer) === ACCEPTED || (codeOf(answer) === null && /^acept/i.test(String(answer.estado)));
  return { accepted: isAccepted, messages: messages.length > 0 || !said ? messages : [{ code: '', text: said }] };
}

/** One entry, or a list that may contain others: the test environments share one list. */
function receiverIn(answer: unknown, taxId: string): EcfReceiver | null {
  const listed = [(answer as { contribuyentes?: unknown } | null)?.contribuyentes ?? answer].flat() as (Record<
    string,
    unknown
  > | null)[];
  const found = listed.find((each) => String(each?.rnc) === taxId);
  if (typeof found?.urlRecepcion !== 'string' || found.urlRecepcion === '') return null;
  return {
    taxId,
    name: String(found.nombre ?? ''),
    receptionUrl: found.urlRecepcion,
    approvalUrl: String(found.urlAceptacion || found.urlRecepcion),
    authenticationUrl: typeof found.urlOpcional === 'string' && found.urlOpcional !== '' ? found.urlOpcional : null,
  };
}

/** The directory gives the base URL of a taxpayer's services; some registered a full path instead. */
const serviceAt = (url: string, path: string): string =>
  `${url.replace(/\/(fe\/(recepcion|aprobacioncomercial|autenticacion)\/.*)?$/i, '')}/fe/${path}`;

const authenticationAt = (url: string): Pick<OtherSide, 'seedUrl' | 'tokenUrl'> => ({
  seedUrl: serviceAt(url, 'autenticacion/api/semilla'),
  tokenUrl: serviceAt(url, 'autenticacion/api/validacioncertificado'),
});
