import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, ProblemError, unwrap } from '#client';
import { cutOff, cutOffHalfWay, hang, json, problem, startScripted } from './scripted-server.ts';

const body = { name: 'Ana' };

test('a write is repeated with the same idempotency key until it is answered', async () => {
  const { baseUrl, requests } = await startScripted(
    cutOff,
    problem(503, 'unavailable'),
    cutOffHalfWay,
    json({ id: '1' }, 201),
  );
  const { data } = await createClient({ baseUrl }).POST('/v1/project', { body });
  assert.equal(data?.id, '1');
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
  assert.match(String(keys[0]), /^[\w-]{24}$/);
  assert.deepEqual(new Set(requests.map((request) => request.body)), new Set([JSON.stringify(body)]));
});

test('two writes have two keys, a read has none, and a chosen key is kept', async () => {
  const { baseUrl, requests } = await startScripted(json({}), json({}), json({}), json({}));
  const api = createClient({ baseUrl });
  await api.POST('/v1/project', { body });
  await api.POST('/v1/project', { body });
  await api.GET('/v1/project');
  await api.POST('/v1/project', { body, idempotencyKey: 'order-17' });
  const [first, second, read, chosen] = requests.map(({ headers }) => headers['idempotency-key']);
  assert.notEqual(first, second);
  assert.equal(read, undefined);
  assert.equal(chosen, 'order-17');
});

test('credentials that are a function are asked before each attempt', async () => {
  const { baseUrl, requests } = await startScripted(problem(503, 'unavailable'), json({}), json({}));
  let asked = 0;
  const api = createClient({ baseUrl, credentials: async () => ({ token: `t${++asked}`, organizationId: 'o' }) });
  await api.GET('/v1/project');
  await api.GET('/v1/project');
  const sent = requests.map(({ headers }) => [headers.authorization, headers['x-service-organization-id']]);
  assert.deepEqual(sent, [
    ['Bearer t1', 'o'],
    ['Bearer t2', 'o'],
    ['Bearer t3', 'o'],
  ]);
});

test('a write that takes no key is repeated after 429 only', async () => {
  const { baseUrl, requests } = await startScripted(
    problem(429, 'too_many_requests', { 'retry-after': '0' }),
    problem(503, 'unavailable'),
    cutOff,
  );
  const api = createClient({ baseUrl });
  const login = () => api.POST('/v1/user/login/verifyPin', { body: { requestId: '', pin: '' } });
  assert.equal((await login()).error?.code, 'unavailable');
  await assert.rejects(login, TypeError);
  assert.equal(requests.length, 3);
  assert.ok(requests.every(({ headers }) => headers['idempotency-key'] === undefined));
});

test('Retry-After is obeyed, and a long one is left to the caller', async () => {
  const { baseUrl } = await startScripted(
    problem(429, 'too_many_requests', { 'retry-after': '1' }),
    json({ data: [] }),
    problem(429, 'too_many_requests', { 'retry-after': '3600' }),
  );
  const api = createClient({ baseUrl });
  const startedAt = performance.now();
  assert.ok((await api.GET('/v1/project')).data);
  assert.ok(performance.now() - startedAt >= 1000);
  const { error, response } = await api.GET('/v1/project');
  assert.equal(error?.code, 'too_many_requests');
  assert.equal(response.headers.get('retry-after'), '3600');
});

test('a retry that meets its first attempt still running waits for its answer', async () => {
  const { baseUrl } = await startScripted(cutOff, problem(409, 'request_still_running'), json({ id: '1' }));
  const { data } = await createClient({ baseUrl }).POST('/v1/project', { body });
  assert.equal(data?.id, '1');
});

test('other refusals are not retried, and the last failure is returned', async () => {
  const { baseUrl, requests } = await startScripted(
    problem(422, 'period_closed'),
    problem(503, 'unavailable'),
    problem(503, 'unavailable'),
    problem(503, 'unavailable'),
  );
  const api = createClient({ baseUrl, retries: 1 });
  assert.equal((await api.POST('/v1/project', { body })).error?.status, 422);
  assert.equal((await api.POST('/v1/project', { body })).error?.status, 503);
  assert.equal((await api.POST('/v1/project', { body, retries: 0 })).error?.status, 503);
  assert.equal(requests.length, 4);
  assert.equal(requests.at(-1)?.headers['idempotency-key'], undefined);
});

test('an attempt that takes too long is given up and repeated', async () => {
  const { baseUrl } = await startScripted(hang, json({ data: [] }), hang);
  const api = createClient({ baseUrl, timeoutMs: 200 });
  assert.deepEqual((await api.GET('/v1/project')).data, { data: [] });
  await assert.rejects(api.GET('/v1/project', { retries: 0 }), { name: 'TimeoutError' });
});

test('an aborted call ends at once, during a request and between two', async () => {
  const { baseUrl, requests } = await startScripted(hang, problem(429, 'too_many_requests', { 'retry-after': '30' }));
  const api = createClient({ baseUrl });
  for (let call = 0; call < 2; call++) {
    const signal = AbortSignal.timeout(100);
    await assert.rejects(api.GET('/v1/project', { signal }), (error) => error === signal.reason);
  }
  assert.equal(requests.length, 2);
});

test('parameters are encoded in the URL, and credentials and headers are sent', async () => {
  const { baseUrl, requests } = await startScripted(json({}), json({}));
  const api = createClient({
    baseUrl: `${baseUrl}/`,
    credentials: { token: 'cmt_x', organizationId: 'org' },
    headers: { 'accept-language': 'es' },
  });
  await api.GET('/v1/organization/webhook/{webhookId}', {
    params: { path: { webhookId: 'a/b ñ' } },
    headers: { 'x-request-id': 'r1' },
  });
  await api.GET('/v1/project', { params: { query: { search: 'a&b=ñ', page: 2 } } });
  assert.deepEqual(
    requests.map(({ target }) => target),
    ['/v1/organization/webhook/a%2Fb%20%C3%B1', '/v1/project?search=a%26b%3D%C3%B1&page=2'],
  );
  const { authorization, 'x-service-organization-id': organization, ...rest } = requests[0]!.headers;
  assert.deepEqual([authorization, organization], ['Bearer cmt_x', 'org']);
  assert.deepEqual([rest['accept-language'], rest['x-request-id']], ['es', 'r1']);
});

test('an answer from a proxy is reported as unexpected_answer', async () => {
  const { baseUrl } = await startScripted((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  const { error, data } = await createClient({ baseUrl }).GET('/v1/project');
  assert.equal(data, undefined);
  assert.equal(error?.code, 'unexpected_answer');
  assert.match(error!.detail, /502.*Bad gateway/);
});

test('unwrap returns the data or throws the problem', async () => {
  const { baseUrl } = await startScripted(json({ id: '1' }), problem(404, 'not_found'));
  const api = createClient({ baseUrl });
  const read = () => unwrap(api.GET('/v1/organization/webhook/{webhookId}', { params: { path: { webhookId: '1' } } }));
  assert.equal((await read()).id, '1');
  await assert.rejects(read, (error) => error instanceof ProblemError && error.code === 'not_found');
});
