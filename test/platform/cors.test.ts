import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSession } from '#modules/identity/user/session.ts';
import { newPerson, app as plain, startTestApp } from '#test/harness.ts';

const FRONT = 'https://app.example.com';
const app = await startTestApp({ CORS_ORIGINS: `${FRONT}, http://localhost:5173` }, { databaseUrl: plain.databaseUrl });
after(() => app.stop());

const preflight = (origin: string, url = `${app.publicUrl}/v1/organization`) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,if-match',
    },
  });

test('a preflight of a listed origin is allowed with credentials and may be cached', async () => {
  const response = await preflight(FRONT);
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), FRONT);
  assert.equal(response.headers.get('access-control-allow-credentials'), 'true');
  assert.match(response.headers.get('access-control-allow-methods')!, /PATCH/);
  assert.match(response.headers.get('access-control-allow-headers')!, /idempotency-key/);
  assert.equal(response.headers.get('access-control-max-age'), '86400');
  assert.match(response.headers.get('vary')!, /origin/i);
});

test('an origin that is not listed gets no permission, and none does without CORS_ORIGINS', async () => {
  for (const origin of [
    'https://app.example.com.evil.example',
    'https://evil.example',
    'http://app.example.com',
    'null',
  ])
    assert.equal((await preflight(origin)).headers.get('access-control-allow-origin'), null, origin);
  const without = await preflight(FRONT, `${plain.publicUrl}/v1/organization`);
  assert.equal(without.headers.get('access-control-allow-origin'), null);
});

test('OPTIONS without an origin is answered', async () => {
  const response = await fetch(`${app.publicUrl}/v1/organization`, { method: 'OPTIONS' });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), null);
});

test('answers and refusals to a listed origin can be read, with their headers', async () => {
  const person = await newPerson();
  const get = (headers: Record<string, string>) =>
    fetch(`${app.publicUrl}/v1/organization`, { headers: { origin: FRONT, ...headers } });
  const answers = [await get({ authorization: `Bearer ${person.token}` }), await get({})];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 401],
  );
  for (const { headers } of answers) {
    assert.equal(headers.get('access-control-allow-origin'), FRONT);
    assert.match(headers.get('access-control-expose-headers')!, /X-Request-Id/);
  }
});

/** A write with the cookie of a session, as a browser sends it. */
async function writeWithCookie(url: string, headers: Record<string, string>): Promise<number> {
  const person = await newPerson();
  const { result } = await plain.engine.run({}, (ctx) =>
    openSession({ ...ctx, request: { ...ctx.request, setCookie: () => {} } }, person.id, {
      kind: 'cookie',
      authenticated: true,
    }),
  );
  const response = await fetch(`${url}/v1/organization`, {
    method: 'POST',
    headers: { cookie: `session=${result.secret}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name: 'Colmado' }),
  });
  return response.status;
}

test('a session cookie writes from a listed sub-domain of the same site, and from no other', async () => {
  const sameSite = { 'sec-fetch-site': 'same-site' };
  assert.equal(await writeWithCookie(app.publicUrl, { ...sameSite, origin: FRONT }), 201);
  assert.equal(await writeWithCookie(app.publicUrl, { ...sameSite, origin: 'https://other.example.com' }), 403);
  assert.equal(await writeWithCookie(app.publicUrl, { 'sec-fetch-site': 'cross-site', origin: FRONT }), 403);
  assert.equal(await writeWithCookie(plain.publicUrl, { ...sameSite, origin: FRONT }), 403);
  assert.equal(await writeWithCookie(app.publicUrl, { origin: FRONT }), 201, 'An old browser sends only its origin.');
});
