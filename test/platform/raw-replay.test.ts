import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { RawAnswer, route } from '#platform/http/route.ts';
import type { Module } from '#platform/module.ts';
import { startTestApp } from '#test/harness.ts';

let made = 0;
let failing = false;
const bytes = () => Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, ++made]);
const shared = { summary: 'A route of this test', description: 'Answers bytes.' };

const module: Module = {
  name: 'raw',
  uses: [],
  groups: [
    {
      name: 'Raw',
      description: 'Routes of this test.',
      routes: [
        route('POST', '/v1/raw/file', 'public', {
          ...shared,
          status: 201,
          returns: { contentType: 'application/pdf' },
          handler: async () => new RawAnswer(bytes(), { 'content-type': 'application/pdf' }, 201),
        }),
        route('GET', '/v1/raw/later', 'public', {
          ...shared,
          effect: true,
          returns: { contentType: 'application/pdf' },
          handler: async () => async () => {
            if (failing) throw new Error('The drawing failed.');
            return new RawAnswer(bytes(), { 'content-type': 'application/pdf' });
          },
        }),
        route('GET', '/v1/raw/redirect', 'public', {
          ...shared,
          effect: true,
          reachesProvider: true,
          returns: { contentType: 'text/plain' },
          handler: async () => new RawAnswer(null, { location: `https://pay.example.com/${++made}` }, 303),
        }),
      ],
    },
  ],
};

const service = await startTestApp({ ROLE: 'api' }, { modules: [module] });
after(() => service.stop());

async function send(method: string, path: string, key: string) {
  const url = `http://localhost:${service.config.PORT}${path}`;
  const response = await fetch(url, { method, headers: { 'idempotency-key': key }, redirect: 'manual' });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    location: response.headers.get('location'),
    replayed: response.headers.get('idempotent-replayed'),
    body: Buffer.from(await response.arrayBuffer()).toString('hex'),
  };
}

for (const [method, path, what] of [
  ['POST', '/v1/raw/file', 'bytes'],
  ['GET', '/v1/raw/later', 'bytes that are drawn after the transaction'],
  ['GET', '/v1/raw/redirect', 'headers of a redirect'],
] as const)
  test(`${what} are replayed with their status, headers and content, and made once`, async () => {
    const key = randomUUID();
    const before = made;
    const first = await send(method, path, key);
    const second = await send(method, path, key);
    assert.equal(made, before + 1);
    assert.equal(first.replayed, null);
    assert.ok(first.status < 400 && (first.body || first.location), JSON.stringify(first));
    assert.deepEqual(second, { ...first, replayed: 'true' });
    assert.equal((await send(method, path, randomUUID())).replayed, null);
    assert.equal(made, before + 2);
  });

test('bytes that could not be drawn release the key', async () => {
  const key = randomUUID();
  failing = true;
  assert.equal((await send('GET', '/v1/raw/later', key)).status, 500);
  failing = false;
  const retried = await send('GET', '/v1/raw/later', key);
  assert.deepEqual([retried.status, retried.replayed], [200, null]);
});
