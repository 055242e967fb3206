import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  hang?: boolean;
}

/** An address that records what it receives. */
export async function recordingAddress(answer: (received: Received) => Answer = () => ({})) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { method: request.method!, url: request.url!, headers: request.headers, body };
    received.push(one);
    const { status = 200, headers = {}, body: said = '{"ok":true}', hang } = answer(one);
    if (!hang) response.writeHead(status, headers).end(said);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, received };
}
