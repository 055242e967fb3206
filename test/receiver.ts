import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  /** All requests so far, answered or not. */
  requests: ReceivedRequest[];
  /** The highest number of requests waiting at the same time. */
  mostAtOnce: number;
  /** The answer to the next requests: a status, or `hang`. */
  answer: number | 'hang';
  /** Headers of the next answers. */
  headers: Record<string, string>;
  close(): void;
}

const servers: Server[] = [];
after(() => {
  for (const server of servers) closeServer(server);
});

/** A local server that receives webhooks. */
export async function startReceiver(answer: Receiver['answer'] = 200): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let waiting = 0;
  const server = createServer(async (request, response) => {
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, ++waiting);
    response.once('close', () => waiting--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    if (receiver.answer === 'hang') return;
    response
      .writeHead(receiver.answer, { location: 'http://127.0.0.1:1/', ...receiver.headers })
      .end(`answer ${receiver.answer}`);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const receiver: Receiver = { url, requests, mostAtOnce: 0, answer, headers: {}, close: () => closeServer(server) };
  return receiver;
}

function closeServer(server: Server): void {
  server.closeAllConnections();
  server.close();
}
