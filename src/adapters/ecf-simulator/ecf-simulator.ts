import { randomBytes, X509Certificate } from 'node:crypto';
import {
  type Ecf,
  EcfConnection,
  type EcfFile,
  type EcfMessage,
  type EcfResult,
  type EcfVerdict,
  ecf,
  isInForce,
  receiptXml,
  signAll,
  verifying,
} from '#modules/filings/index.ts';
import type { Compute } from '#platform/compute/computation.ts';
import type { ThreadPool } from '#platform/compute/thread-pool.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { type Adapter, adapter, ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import type { SimulatorObjects, SimulatorStore } from '#platform/ports/simulator-store.ts';
import { type Behaviours, behavioursIn } from './behaviours.ts';

const NAME = 'ecf-simulator';
const TOKEN_LIVES = { hours: 1 };

/** A simulated tax authority that needs no certification: it checks signatures, remembers numbers and misbehaves on demand. */
interface EcfSimulator {
  adapter: Adapter<Ecf, typeof EcfConnection>;
  behaviours: Behaviours;
  /** The submissions of a taxpayer, newest first. */
  handedIn(taxId: string): Promise<HandIn[]>;
}

/** A document as the authority stores it. */
export interface HandIn {
  trackId: string;
  taxId: string;
  number: string;
  xml: string;
  result: EcfResult;
}

export function ecfSimulator(store: SimulatorStore, threads: Pick<ThreadPool, 'run'>): EcfSimulator {
  const behaviours = behavioursIn(store);
  return {
    behaviours,
    handedIn: (taxId) => store.transaction((objects) => objects.list<HandIn>('hand-in', taxId, 100)),
    adapter: adapter({
      port: ecf,
      name: NAME,
      config: EcfConnection,
      connect: (config, organizationId) => {
        const compute: Compute = (declared, input) => threads.run(organizationId, declared, input);
        return connect({ store, behaviours, config, organizationId, compute });
      },
    }),
  };
}

interface Line {
  store: SimulatorStore;
  behaviours: Behaviours;
  config: EcfConnection;
  organizationId: string;
  compute: Compute;
}

function connect(line: Line): Ecf {
  const { config, store } = line;
  const withObjects = <T>(work: (objects: SimulatorObjects) => Promise<T>) => store.transaction(work);
  const newestOf = async (number: string): Promise<HandIn | undefined> => {
    const all = await withObjects((objects) => objects.list<HandIn>('hand-in', config.taxId, 100));
    return all.find((each) => each.number === number);
  };
  return {
    adapter: NAME,
    authenticate: () => call(line, 'authenticate', () => authenticate(line)),
    send: (file) =>
      call(line, 'send', async () => {
        const result = await judge(line, 'send', file);
        const trackId = newId();
        await withObjects((objects) => keep(objects, config.taxId, trackId, file, result));
        return { trackId };
      }),
    sendSummary: (file) =>
      call(line, 'sendSummary', async () => {
        const result = await judge(line, 'sendSummary', file);
        await withObjects((objects) => keep(objects, config.taxId, newId(), file, result));
        return result;
      }),
    readResult: (trackId) =>
      call(line, 'readResult', async () => {
        const waits = await line.behaviours.take(line.organizationId, 'readResult', ['processing']);
        const found = await withObjects((objects) => objects.find<HandIn>('hand-in', trackId));
        return waits || !found ? { state: 'processing', messages: [], numberUsed: null } : found.result;
      }),
    findSummary: (number) => call(line, 'findSummary', async () => (await newestOf(number))?.result ?? null),
    findTrackId: (number) => call(line, 'findTrackId', async () => (await newestOf(number))?.trackId ?? null),
    isAccepted: ({ issuerTaxId, number }) =>
      call(line, 'isAccepted', async () => {
        const all = await withObjects((objects) => objects.list<HandIn>('hand-in', issuerTaxId, 100));
        return all.some((each) => each.number === number && each.result.state.startsWith('accepted'));
      }),
    annul: (file) => call(line, 'annul', () => verdict(line, 'annul', file, 'RncEmisor')),
    approve: (file) => call(line, 'approve', () => verdict(line, 'approve', file, 'RNCComprador')),
    findReceiver: (taxId) => call(line, 'findReceiver', async () => receiverOf(taxId)),
    deliver: ({ taxId }, file) => call(line, 'deliver', () => receive(line, taxId, file)),
    answerIssuer: (_receiver, file) =>
      call(line, 'answerIssuer', async () => {
        if (!(await line.compute(verifying, file.xml))) throw ProviderRefused('The approval is not signed.');
      }),
    health: async () => {
      const startedAt = performance.now();
      const broken = await line.behaviours.take(line.organizationId, 'health', ['down', 'slow']);
      const durationMs = Math.round(performance.now() - startedAt);
      return { state: broken ? 'down' : 'up', detail: broken ? 'The simulator plays being away.' : null, durationMs };
    },
  };
}

/** A call over the network: the request or the answer may be lost. */
async function call<T>({ behaviours, organizationId }: Line, operation: string, work: () => Promise<T>): Promise<T> {
  const fault = await behaviours.take(organizationId, operation, ['down', 'slow', 'answer-lost', 'refuse']);
  if (fault?.kind === 'down') throw ProviderUnavailable('The tax authority cannot be reached.');
  if (fault?.kind === 'slow') throw ProviderTimeout('The tax authority did not answer in time.');
  if (fault?.kind === 'refuse') throw ProviderRefused(fault.messages?.[0]?.text ?? 'The tax authority refused it.');
  const answer = await work();
  if (fault?.kind === 'answer-lost') throw ProviderTimeout('The answer of the tax authority was lost.');
  return answer;
}

/** The complete authentication with a seed, as with the real authority. */
async function authenticate(line: Line): Promise<{ expiresAt: Temporal.Instant }> {
  const seed = `<SemillaModel><valor>${randomBytes(32).toString('base64')}</valor><fecha>${realNow()}</fecha></SemillaModel>`;
  const [signed] = await signAll(line, [seed], line.config);
  const verified = await line.compute(verifying, signed!.xml);
  if (!verified || !isInForce(new X509Certificate(verified.certificate)))
    throw ProviderRefused('The certificate is not accepted.');
  return { expiresAt: realNow().add(TOKEN_LIVES) };
}

/** The first checks of the real authority: signature, certificate, issuer and whether the number is new. */
async function judge(line: Line, operation: string, { xml }: EcfFile): Promise<EcfResult> {
  const verified = await line.compute(verifying, xml);
  if (!verified) return rejected('La firma digital no es válida.', false);
  if (!isInForce(new X509Certificate(verified.certificate))) return rejected('El certificado no es válido.', false);
  const read = (name: string): string | null =>
    new RegExp(`<${name}>([^<]+)</${name}>`).exec(verified.content)?.[1] ?? null;
  if (read('RNCEmisor') !== line.config.taxId) return rejected('El emisor no corresponde al certificado.', false);
  const before = await line.store.transaction((objects) =>
    objects.find<{ used: boolean }>('number', `${line.config.taxId} ${read('eNCF')}`),
  );
  if (before?.used) return rejected('El e-NCF ya fue utilizado.', true);
  const played = await line.behaviours.take(line.organizationId, operation, ['reject', 'conditional']);
  if (played?.kind === 'reject')
    return {
      state: 'rejected',
      messages: played.messages ?? [{ code: '613', text: 'El comprobante no cumple con el formato.' }],
      numberUsed: played.numberUsed ?? true,
    };
  if (played)
    return {
      state: 'accepted-conditionally',
      messages: played.messages ?? [{ code: '145', text: 'El RNC del comprador no está activo.' }],
      numberUsed: true,
    };
  return { state: 'accepted', messages: [], numberUsed: true };
}

const rejected = (text: string, numberUsed: boolean): EcfResult => ({
  state: 'rejected',
  messages: [{ code: '2', text }] satisfies EcfMessage[],
  numberUsed,
});

async function keep(
  objects: SimulatorObjects,
  taxId: string,
  trackId: string,
  { xml }: EcfFile,
  result: EcfResult,
): Promise<void> {
  const number = /<eNCF>([^<]+)</.exec(xml)?.[1] ?? '';
  const handIn: HandIn = { trackId, taxId, number, xml, result };
  await objects.insert('hand-in', trackId, taxId, handIn);
  if (result.numberUsed) await objects.insert('number', `${taxId} ${number}`, taxId, { used: true });
}

/** Submissions that are checked only for signature and sender. */
async function verdict(line: Line, operation: string, { xml }: EcfFile, sender: string): Promise<EcfVerdict> {
  const verified = await line.compute(verifying, xml);
  const isOwn = verified?.content.includes(`<${sender}>${line.config.taxId}</${sender}>`) ?? false;
  const played = await line.behaviours.take(line.organizationId, operation, ['reject']);
  if (isOwn && !played) return { accepted: true, messages: [] };
  return { accepted: false, messages: played?.messages ?? [{ code: '2', text: 'La firma digital no es válida.' }] };
}

/** Acts as the buyer of a document. Nobody else can sign the receipt, so it has the issuer's own signature. */
async function receive(line: Line, buyerTaxId: string, { xml }: EcfFile): Promise<string> {
  const number = /<eNCF>([^<]+)</.exec(xml)?.[1] ?? '';
  const { config, store } = line;
  const isNew = await store.transaction((objects) =>
    objects.insert('received', `${buyerTaxId} ${config.taxId} ${number}`, buyerTaxId, { xml }),
  );
  const played = await line.behaviours.take(line.organizationId, 'deliver', ['reject']);
  const refused = played ? 'other-buyer' : isNew ? null : 'duplicate';
  const receipt = receiptXml({ issuerTaxId: config.taxId, buyerTaxId, number, refused, at: realNow() });
  const [signed] = await signAll(line, [receipt], config);
  return signed!.xml;
}

/** In the simulator every company receives documents and no person does. */
const receiverOf = (taxId: string) =>
  /^\d{9}$/.test(taxId)
    ? {
        taxId,
        name: `Contribuyente ${taxId}`,
        receptionUrl: `https://${taxId}.example/fe/recepcion/api/ecf`,
        approvalUrl: `https://${taxId}.example/fe/aprobacioncomercial/api/ecf`,
        authenticationUrl: null,
      }
    : null;
