import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { baseUrl, codeOf, newBusiness, startTestApp } from '#test/harness.ts';

const MEGABYTE = 1024 * 1024;
const { port } = new URL(baseUrl);

interface Sent {
  socket: Socket;
  /** The answer so far. */
  text: () => string;
  status: Promise<number>;
}

/** Sends the head of a request and leaves its body to the test. */
async function begin(head: string[], at = port): Promise<Sent> {
  const socket = connect(Number(at), 'localhost');
  let text = '';
  const status = new Promise<number>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk;
      const found = /^HTTP\/1\.1 (\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    socket.on('close', () => resolve(0));
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return { socket, text: () => text, status };
}

const headOf = (path: string, length: number, headers: string[] = []): string[] => [
  `PATCH ${path} HTTP/1.1`,
  'Host: localhost',
  'Content-Type: application/json',
  `Content-Length: ${length}`,
  ...headers,
];

test('a large body without credentials is refused before it is read', async () => {
  for (const headers of [
    [],
    ['Authorization: Bearer wrong'],
    ['X-Service-ApiKey: none', 'Authorization: CM1-HMAC-SHA256 x'],
  ]) {
    const { socket, status, text } = await begin(headOf('/v1/organization', 7 * MEGABYTE, headers));
    assert.equal(await status, 401, text());
    socket.destroy();
  }
  const chunked = [
    'PATCH /v1/organization HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const { socket, status } = await begin(chunked);
  assert.equal(await status, 401);
  socket.destroy();
});

test('a public route reads a large body only behind a capability, and otherwise takes small ones', async () => {
  const path = '/v1/einvoice/receiver/ecf_unknown/fe/recepcion/api/ecf';
  const unknown = await begin([`POST ${path} HTTP/1.1`, ...headOf('', 3 * MEGABYTE).slice(1)]);
  assert.equal(await unknown.status, 404, unknown.text());
  const login = await begin(['POST /v1/user/login HTTP/1.1', ...headOf('', MEGABYTE).slice(1)]);
  assert.equal(await login.status, 413, login.text());
  for (const { socket } of [unknown, login]) socket.destroy();
});

test('the bytes of one organization are bounded, and another one is served', async () => {
  const [greedy, other] = [await newBusiness(), await newBusiness()];
  const body = Buffer.alloc(7 * MEGABYTE, 32);
  const held = await Promise.all(
    Array.from({ length: 5 }, () =>
      begin(headOf('/v1/organization', body.length, [`Authorization: Bearer ${greedy.owner.token}`])),
    ),
  );
  for (const { socket } of held) socket.write(body.subarray(0, body.length - 1));
  const refused = await Promise.race(held.map(async ({ status, text }) => ({ status: await status, text: text() })));
  assert.equal(refused.status, 503);
  assert.match(refused.text, /retry-after: \d/i);
  assert.match(refused.text, /"busy"/);
  const image = Buffer.alloc(MEGABYTE).toString('base64');
  assert.equal(
    codeOf(await other.api.PATCH('/v1/organization', { body: { image: { base64: image } } })),
    'invalid_request',
  );
  for (const { socket } of held) socket.destroy();
});

test('a body that drips is cut', { timeout: 120_000 }, async () => {
  const hasty = await startTestApp({ ROLE: 'api', REQUEST_TIMEOUT_SECONDS: '1' });
  after(() => hasty.stop());
  const slow = await begin(
    ['POST /v1/user/login HTTP/1.1', ...headOf('', 1000).slice(1)],
    new URL(hasty.publicUrl).port,
  );
  const drip = setInterval(() => slow.socket.write(' '), 100);
  assert.ok([0, 408].includes(await slow.status));
  clearInterval(drip);
});
