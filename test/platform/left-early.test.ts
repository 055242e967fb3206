import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { baseUrl, eventually, newBusiness } from '#test/harness.ts';

/** More than a caller or an organization may have at once of any of these. */
const TIMES = 25;
const WITHIN_MS = 20_000;
const FORM = 'multipart/form-data; boundary=x';

interface Request {
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
}

const requests: Request[] = [
  { what: 'download', method: 'GET', path: '/v1/beneficiary/export?format=csv', headers: {}, status: 200 },
  {
    what: 'live stream',
    method: 'GET',
    path: '/v1/organization/events',
    headers: { accept: 'text/event-stream' },
    status: 200,
  },
  {
    what: 'upload',
    method: 'POST',
    path: '/v1/files',
    headers: { 'content-type': FORM },
    body: '--x--\r\n',
    status: 400,
  },
];

for (const { what, method, path, headers, body, status } of requests)
  test(`a client that leaves before its ${what} begins takes no place`, async () => {
    const { owner } = await newBusiness();
    const given = { ...headers, authorization: `Bearer ${owner.token}` };
    for (let time = 0; time < TIMES; time++) await leaveEarly(`${method} ${path}`, given, body !== undefined);
    await eventually(async () => {
      const gone = new AbortController();
      const asked = { method, headers: given, body: body ?? null, signal: gone.signal };
      const answer = await fetch(baseUrl + path, asked);
      gone.abort();
      return answer.status === status;
    }, WITHIN_MS);
  });

/** Sends the head of a request and closes the connection at once. */
async function leaveEarly(line: string, headers: Record<string, string>, hasBody: boolean): Promise<void> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${line} HTTP/1.1\r\n${lines.join('')}${hasBody ? 'content-length: 1000\r\n' : ''}\r\n`, () =>
    socket.destroy(),
  );
  await once(socket, 'close');
}
