import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface FakeRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface FakeAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A fault for the answers to matching requests, and how often it strikes. */
export interface FakeFault {
  matches(request: FakeRequest): boolean;
  /** `down` strikes before the work is done; the others lose the answer after it. */
  how: 'timeout' | 'error' | 'down';
  times: number;
}

/** A local fake provider: it behaves like the real one, keeps its state in memory, and fails on demand. */
export async function startFake(handle: (request: FakeRequest) => FakeAnswer) {
  const faults: FakeFault[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const request: FakeRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    const fault = faults.find((waiting) => waiting.times > 0 && waiting.matches(request));
    if (fault) fault.times -= 1;
    if (fault?.how === 'down') return void response.writeHead(503).end('down');
    const answer = handle(request);
    if (fault?.how === 'timeout') return;
    if (fault?.how === 'error') return void response.writeHead(500).end('broken');
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, faults };
}
