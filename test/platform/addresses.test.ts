import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import { createClient } from '#client';
import { ConfigurationError, readConfig } from '#platform/config.ts';
import { clientAddress, networkOf } from '#platform/http/client-address.ts';
import { app, newBusiness, startTestApp } from '#test/harness.ts';

const LIMIT = 5;
const someAddress = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');

/** A service that allows few requests, and a function that sends one with this `X-Forwarded-For`. */
async function newService(trustProxy: string) {
  const service = await startTestApp(
    { TRUST_PROXY: trustProxy, RATE_LIMIT_PER_MINUTE: String(LIMIT) },
    { databaseUrl: app.databaseUrl },
  );
  after(() => service.stop());
  const send = async (forwarded: string) =>
    (await fetch(`${service.publicUrl}/v1/user/session`, { headers: { 'x-forwarded-for': forwarded } })).status;
  return { service, send };
}

async function statuses(send: (forwarded: string) => Promise<number>, forwarded: () => string): Promise<number[]> {
  const found: number[] = [];
  for (let sent = 0; sent <= LIMIT; sent++) found.push(await send(forwarded()));
  return found;
}

const limited = [...Array.from({ length: LIMIT }, () => 401), 429];

test('with one proxy only the address that this proxy added counts', async () => {
  const { send } = await newService('1');
  assert.deepEqual(await statuses(send, () => `${someAddress()}, 203.0.113.7`), limited);
  assert.equal(await send(`${someAddress()}, 203.0.113.8`), 401);
});

test('with listed proxies the first address that is none of them counts', async () => {
  const { send } = await newService('loopback, 10.0.0.0/8');
  assert.deepEqual(await statuses(send, () => `${someAddress()}, 203.0.113.7, 10.0.0.${randomInt(1, 255)}`), limited);
  assert.equal(await send('203.0.113.8, 10.0.0.3'), 401);
});

test('without a proxy the header is ignored', async () => {
  const { send } = await newService('0');
  assert.deepEqual(await statuses(send, someAddress), limited);
});

test('addresses of one IPv6 /64 are counted together', async () => {
  const { send } = await newService('1');
  assert.deepEqual(await statuses(send, () => `2001:db8:1:2::${randomInt(1, 9999).toString(16)}`), limited);
  assert.equal(await send('2001:db8:1:3::1'), 401);
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2::'));
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'));
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7');
});

test('a malformed forwarded address is the address of the connection and not an error', async () => {
  const { service } = await newService('1');
  const business = await newBusiness();
  const { data: key } = await business.api.POST('/v1/organization/api-key', {
    body: { name: 'till', permissions: ['organization:read'], addresses: ['127.0.0.1', '::1'] },
  });
  const api = createClient({
    baseUrl: service.publicUrl,
    credentials: { apiKeyId: key!.id, secret: key!.secret, organizationId: business.id },
    retries: 0,
  });
  const get = (forwarded: string) =>
    api.GET('/v1/organization/referrals', { headers: { 'X-Forwarded-For': forwarded } });
  assert.equal((await get('nonsense')).response.status, 200);
  assert.equal((await get('203.0.113.7')).response.status, 401);
  const login = await fetch(`${service.publicUrl}/v1/user/login/pinRequest?email=somebody@example.com`, {
    headers: { 'x-forwarded-for': '<script>' },
  });
  assert.equal(login.status, 200);
  assert.equal(clientAddress('::ffff:203.0.113.7', undefined), '203.0.113.7');
  assert.equal(clientAddress('fe80::1%eth0', undefined), 'fe80::1');
});

test('TRUST_PROXY takes a number of proxies or a list of networks', () => {
  const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY;
  assert.equal(read('2'), 2);
  assert.equal(read('false'), 0);
  assert.deepEqual(read('10.0.0.0/8, fd00::/8,loopback'), ['10.0.0.0/8', 'fd00::/8', 'loopback']);
  for (const wrong of ['true', 'everyone', '10.0.0.0/99', '1.5', '99', ','])
    assert.throws(
      () => read(wrong),
      (error) => error instanceof ConfigurationError && /TRUST_PROXY/.test(error.message),
    );
});
