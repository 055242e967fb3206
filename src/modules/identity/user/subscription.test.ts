import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { createClient } from '#client';
import { app, newPerson, type Person, startTestApp } from '#test/harness.ts';

/** As in production: only public https addresses are called. */
const careful = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: 'false' }, { databaseUrl: app.databaseUrl });
after(() => careful.stop());

const keys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

const targetsOf = async ({ id }: Person): Promise<string[]> => {
  const { result } = await app.engine.run({}, ({ tx }) =>
    tx.selectFrom('notificationSubscriptions').select('target').where('userId', '=', id).orderBy('id').execute(),
  );
  return result.map(({ target }) => target);
};

test('registering the same browser or address again changes nothing', async () => {
  const person = await newPerson();
  const endpoint = 'https://push.example/one';
  for (let i = 0; i < 2; i++) {
    const email = await person.api.POST('/v1/user/subscribe', { body: { channel: 'email' } });
    assert.deepEqual([email.response.status, email.data?.target], [201, person.email]);
    await person.api.POST('/v1/user/subscribe', { body: { channel: 'web-push', endpoint, keys: keys() } });
  }
  assert.deepEqual(await targetsOf(person), [person.email, endpoint]);
});

test('an address inside the network of the service is refused', async () => {
  const person = await newPerson();
  const api = createClient({ baseUrl: careful.publicUrl, credentials: { token: person.token } });
  for (const [endpoint, code] of [
    ['http://push.example/x', 'scheme'],
    ['https://127.0.0.1/x', 'private_address'],
    ['https://169.254.169.254/latest', 'private_address'],
    ['https://ana:secreto@push.example/x', 'credentials'],
  ] as const) {
    const { error, response } = await api.POST('/v1/user/subscribe', {
      body: { channel: 'web-push', endpoint, keys: keys() },
    });
    assert.equal(response.status, 400);
    assert.deepEqual([error?.errors[0]?.path, error?.errors[0]?.code], ['body.endpoint', code]);
  }
  assert.deepEqual(await targetsOf(person), []);
});

test('invalid keys are refused', async () => {
  const { api } = await newPerson();
  const { error } = await api.POST('/v1/user/subscribe', {
    body: { channel: 'web-push', endpoint: 'https://push.example/x', keys: { p256dh: 'abc', auth: 'def' } },
  });
  assert.deepEqual(
    error?.errors.map(({ path }) => path),
    ['body.keys.p256dh', 'body.keys.auth'],
  );
});

test('beyond twenty the oldest subscription is deleted', async () => {
  const person = await newPerson();
  const endpoints = Array.from({ length: 21 }, (_, n) => `https://push.example/${n}`);
  for (const endpoint of endpoints)
    await person.api.POST('/v1/user/subscribe', { body: { channel: 'web-push', endpoint, keys: keys() } });
  assert.deepEqual(await targetsOf(person), endpoints.slice(1));
});
