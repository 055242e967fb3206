import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyXml } from '#modules/filings/xml/ecf-signature.ts';
import type { Played } from './ports/ecf-contract.ts';

/** A local HTTP fake of the tax authority, after its manuals: seeds, tokens, submissions, results. */
export interface FakeDgii {
  url: string;
  /** Sets a fault for the next request to an operation. */
  play(operation: string, what: Played): void;
  /** Sets the literal answer to the next request to an operation. */
  answer(operation: string, answer: Answer): void;
  /** Revokes every issued token. */
  endTokens(): void;
  /** The number of issued tokens. */
  tokensGiven(): number;
  requests: { method: string; path: string; file: string | null }[];
  close(): Promise<void>;
}

interface Answer {
  status?: number;
  body: unknown;
}
interface HandIn {
  trackId: string;
  number: string;
  result: Record<string, unknown>;
}

const operations: [RegExp, string][] = [
  [/autenticacion\/semilla$/, 'health'],
  [/validarsemilla$/, 'authenticate'],
  [/facturaselectronicas$/, 'send'],
  [/recepcionfc\/api\/recepcion\/ecf$/, 'sendSummary'],
  [/consultaresultado\/api\/consultas\/estado$/, 'readResult'],
  [/consultarfce\/api\/Consultas\/Consulta$/, 'findSummary'],
  [/consultatrackids\/api\/trackids\/consulta$/, 'findTrackId'],
  [/consultaestado\/api\/consultas\/estado$/, 'isAccepted'],
  [/anulacionrangos\/api\/operaciones\/anularrango$/, 'annul'],
  [/aprobacioncomercial\/api\/aprobacioncomercial$/, 'approve'],
  [/consultadirectorio\/api\/consultas\/(obtenerdirectorioporrnc|listado)$/, 'findReceiver'],
];

export async function startDgii(): Promise<FakeDgii> {
  const tokens = new Set<string>();
  let given = 0;
  const playing = new Map<string, Played>();
  const dictated = new Map<string, Answer>();
  const handIns: HandIn[] = [];
  const requests: FakeDgii['requests'] = [];
  const seeds = new Set<string>();
  const take = (operation: string): Played | undefined => {
    const what = playing.get(operation);
    playing.delete(operation);
    return what;
  };

  const handIn = (xml: string, what: Played | undefined): HandIn => {
    const verified = verifyXml(xml);
    const number = /<eNCF>([^<]+)</.exec(verified?.content ?? xml)?.[1] ?? '';
    const isOwn = verified?.content.includes('<RNCEmisor>101850043<') ?? false;
    const isUsed = handIns.some((each) => each.number === number && each.result.secuenciaUtilizada === true);
    const judged = !isOwn
      ? rejected('Firma o emisor inválido', false)
      : isUsed
        ? rejected('e-NCF utilizado', true)
        : what === 'reject' || what === 'reject-unused'
          ? rejected('No cumple el formato', what === 'reject')
          : what === 'conditional'
            ? {
                codigo: '4',
                estado: 'Aceptado Condicional',
                mensajes: [{ codigo: 145, valor: 'RNC inactivo' }],
                secuenciaUtilizada: true,
              }
            : { codigo: 1, estado: 'Aceptado', mensajes: [], secuenciaUtilizada: true };
    const made = { trackId: randomUUID(), number, result: { ...judged, encf: number } };
    handIns.push(made);
    return made;
  };

  const answers: Record<string, (query: URLSearchParams, file: string, what: Played | undefined) => Answer> = {
    health: () => {
      const seed = randomUUID();
      seeds.add(seed);
      return {
        body: `<?xml version="1.0" encoding="utf-8"?>\n<SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n  <valor>${seed}</valor>\n  <fecha>2026-11-15T09:45:00.1234567-04:00</fecha>\n</SemillaModel>`,
      };
    },
    authenticate: (_query, file) => {
      const verified = verifyXml(file);
      const seed = /<valor>([^<]+)</.exec(verified?.content ?? '')?.[1];
      if (!seed || !seeds.delete(seed)) return { status: 400, body: 'La semilla no es válida.' };
      const token = randomUUID();
      tokens.add(token);
      given++;
      return {
        body: { token, expira: new Date(Date.now() + 3_600_000).toISOString(), expedido: new Date().toISOString() },
      };
    },
    send: (_query, file, what) => ({ body: { trackId: handIn(file, what).trackId, error: null, mensaje: null } }),
    sendSummary: (_query, file, what) => ({ body: handIn(file, what).result }),
    readResult: (query, _file, what) => ({
      body:
        what === 'processing'
          ? { codigo: '3', estado: 'En Proceso' }
          : (handIns.find(({ trackId }) => trackId === query.get('trackid'))?.result ?? {
              codigo: '0',
              estado: 'No encontrado',
            }),
    }),
    findSummary: (query) => ({
      body: handIns.findLast(({ number }) => number === query.get('ENCF'))?.result ?? { codigo: '0' },
    }),
    findTrackId: (query) => ({
      body: handIns.filter(({ number }) => number === query.get('encf')).map(({ trackId }) => ({ trackId })),
    }),
    isAccepted: (query) => ({
      body: handIns.findLast(({ number }) => number === query.get('ncfelectronico'))?.result ?? { codigo: '0' },
    }),
    annul: (_query, _file, what) => ({
      body: what === 'reject' ? { codigo: '02', mensajes: ['Rango usado'] } : { codigo: '01', mensajes: [] },
    }),
    approve: () => ({ body: { codigo: '01', estado: 'Aceptada', mensaje: ['Recibida'] } }),
    findReceiver: (query) =>
      query.get('RNC')?.length === 9
        ? {
            body: [
              {
                rnc: query.get('RNC'),
                nombre: 'Suplidora',
                urlRecepcion: 'https://suplidora.example/',
                urlAceptacion: 'https://suplidora.example/',
              },
            ],
          }
        : { status: 404, body: { mensaje: 'No encontrado' } },
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const operation = operations.find(([pattern]) => pattern.test(pathname))?.[1];
    const file = await fileOf(request);
    requests.push({ method: request.method ?? '', path: pathname, file: file?.name ?? null });
    const isOpen = operation === 'health' || operation === 'authenticate';
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const what = operation ? take(operation) : undefined;
    if (!operation) response.writeHead(404).end('<html>Not found</html>');
    else if (what === 'down') response.writeHead(503).end('<html>Mantenimiento</html>');
    else if (!isOpen && !tokens.has(bearer)) response.writeHead(401).end();
    else {
      const { status = 200, body } =
        dictated.get(operation) ?? answers[operation]!(searchParams, file?.text ?? '', what);
      dictated.delete(operation);
      if (what === 'answer-lost') return void request.socket.destroy();
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play: (operation, what) => void playing.set(operation, what),
    answer: (operation, answer) => void dictated.set(operation, answer),
    endTokens: () => tokens.clear(),
    tokensGiven: () => given,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const rejected = (valor: string, secuenciaUtilizada: boolean) => ({
  codigo: '2',
  estado: 'Rechazado',
  mensajes: [{ codigo: 2, valor }],
  secuenciaUtilizada,
});

async function fileOf(request: IncomingMessage): Promise<{ name: string; text: string } | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const type = request.headers['content-type'];
  if (!type) return null;
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
  const file = form.get('xml');
  return file instanceof File ? { name: file.name, text: await file.text() } : null;
}
