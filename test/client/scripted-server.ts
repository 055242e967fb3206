import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface ScriptedRequest {
  method: string;
  target: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Step = (response: ServerResponse) => void;

/** Answers each request with the next step of a script, and remembers what it was asked. */
export async function startScripted(...steps: Step[]) {
  const requests: ScriptedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    requests.push({ method, target: url, headers, body: Buffer.concat(chunks).toString() });
    const step = steps.shift();
    if (!step) throw new Error(`${method} ${url} is not in the script.`);
    step(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export const json =
  (body: unknown, status = 200): Step =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ status, code, detail: code, errors: [] }));

export const cutOff: Step = (response) => response.destroy();

/** The beginning of a JSON answer, and nothing after it. */
export const cutOffHalfWay: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
  setTimeout(() => response.destroy(), 5);
};

export const hang: Step = () => {};
