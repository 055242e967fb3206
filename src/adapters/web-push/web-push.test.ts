import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Secrets } from '#platform/secrets.ts';
import { webPushAdapter } from './web-push.ts';

const secrets = new Secrets('7'.repeat(64));
const { signal } = new AbortController();

const serviceThatAnswers = (status: number) =>
  webPushAdapter({
    secrets,
    contact: 'Colmado <no-reply@colmado.example>',
    call: async () => ({ status, headers: {}, body: Buffer.alloc(0), truncated: false }),
  }).connect({}, crypto.randomUUID());

const browser = {
  endpoint: 'https://push.example/abc',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
};

test('answers of a push service become an outcome or a retry', async () => {
  for (const [status, outcome] of [
    [201, 'delivered'],
    [404, 'gone'],
    [410, 'gone'],
    [403, 'refused'],
    [413, 'refused'],
  ] as const) {
    assert.equal(await serviceThatAnswers(status).send(browser, '{}', signal), outcome);
  }
  for (const status of [429, 500, 503]) {
    await assert.rejects(serviceThatAnswers(status).send(browser, '{}', signal), new RegExp(String(status)));
  }
});

test('a browser with an invalid key counts as gone', async () => {
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url');
  const outcome = await serviceThatAnswers(201).send({ ...browser, keys: { ...browser.keys, p256dh } }, '{}', signal);
  assert.equal(outcome, 'gone');
});

test('the service’s push key is derived from its secret key', () => {
  const { publicKey } = serviceThatAnswers(201);
  assert.equal(serviceThatAnswers(201).publicKey, publicKey);
  const other = webPushAdapter({
    secrets: new Secrets('8'.repeat(64)),
    contact: 'a@b.example',
    call: async () => null!,
  });
  assert.notEqual(other.connect({}, crypto.randomUUID()).publicKey, publicKey);
});
