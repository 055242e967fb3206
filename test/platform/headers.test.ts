import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { baseUrl, newBusiness } from '#test/harness.ts';

const contacts = `${baseUrl}/v1/beneficiary`;

async function newCaller() {
  const { owner, api } = await newBusiness();
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
  const send = (method: string, url: string, body?: object, more: Record<string, string> = {}) =>
    fetch(url, { method, headers: { ...headers, ...more }, ...(body && { body: JSON.stringify(body) }) });
  return { api, send };
}

const refusalOf = async (response: Response) => {
  const { code, errors } = (await response.json()) as { code: string; errors: { path: string }[] };
  return { status: response.status, code, path: errors[0]?.path };
};

test('HEAD answers with the headers of GET and without a body', async () => {
  const { send } = await newCaller();
  const get = await send('GET', contacts);
  const head = await send('HEAD', contacts);
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
  assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(await get.text())));
  assert.equal(await head.text(), '');
  assert.equal((await fetch(contacts, { method: 'HEAD' })).status, 401);
});

test('HEAD of an event stream ends at once', async () => {
  const { send } = await newCaller();
  const head = await send('HEAD', `${baseUrl}/v1/organization/events`, undefined, { accept: 'text/event-stream' });
  assert.equal(head.status, 200);
});

test('HEAD is not allowed where GET has an effect', async () => {
  const { send } = await newCaller();
  const head = await send('HEAD', `${baseUrl}/v1/user/token`);
  assert.equal(head.status, 405);
  assert.equal(head.headers.get('allow'), 'GET');
  assert.equal((await send('PUT', contacts, {})).headers.get('allow'), 'POST, PATCH, GET, HEAD');
});

test('an unauthenticated request learns the schemes that it can use', async () => {
  const response = await fetch(contacts);
  assert.equal(response.status, 401);
  assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm="colmado", CM2-HMAC-SHA256/);
});

test('a replayed answer says that it is one', async () => {
  const { send } = await newCaller();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await send('POST', contacts, { name: 'Juana Pérez' }, key);
  const second = await send('POST', contacts, { name: 'Juana Pérez' }, key);
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal(await second.text(), await first.text());
  assert.equal(second.headers.get('etag'), first.headers.get('etag'));
});

test('If-Match changes only the version that was read', async () => {
  const { send } = await newCaller();
  const created = await send('POST', contacts, { name: 'Juana Pérez' });
  const { id, version } = (await created.json()) as { id: string; version: number };
  const etag = created.headers.get('etag')!;
  assert.equal(etag, `"${version}"`);
  assert.equal((await send('GET', `${contacts}/${id}`)).headers.get('etag'), etag);
  const change = (ifMatch: string, body: object = {}) =>
    send('PATCH', contacts, { id, name: 'Juana Díaz', ...body }, { 'if-match': ifMatch });

  const changed = await change(etag);
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), etag);
  assert.deepEqual(await refusalOf(await change(etag)), { status: 409, code: 'version_conflict', path: undefined });
  assert.equal((await change('*')).status, 200);
});

test('an If-Match that cannot be followed is refused', async () => {
  const { send } = await newCaller();
  const { id } = (await (await send('POST', contacts, { name: 'Juana Pérez' })).json()) as { id: string };
  const refused = { status: 400, code: 'invalid_request', path: 'headers.if-match' };
  const change = (ifMatch: string, body: object) => send('PATCH', contacts, body, { 'if-match': ifMatch });
  assert.deepEqual(await refusalOf(await change('"abc"', { id })), refused);
  assert.deepEqual(await refusalOf(await change('"1"', { id, version: 2 })), refused);
  assert.deepEqual(await refusalOf(await send('POST', contacts, { name: 'Ana' }, { 'if-match': '"1"' })), refused);
});

test('a Dry-Run that is neither true nor false is refused instead of carried out', async () => {
  const { api, send } = await newCaller();
  for (const value of ['1', 'True', '', 'true, true']) {
    const refused = await refusalOf(await send('POST', contacts, { name: 'Rosa Peña' }, { 'dry-run': value }));
    assert.deepEqual(refused, { status: 400, code: 'invalid_request', path: 'headers.dry-run' }, value);
  }
  assert.equal((await api.GET('/v1/beneficiary')).data?.total, 0);
  assert.equal((await send('GET', contacts, undefined, { 'dry-run': '1' })).status, 200);
  assert.equal((await send('POST', contacts, { name: 'Rosa Peña' }, { 'dry-run': 'false' })).status, 201);
});

test('a compressed body is refused by its encoding', async () => {
  const { owner } = await newBusiness();
  const headers = {
    authorization: `Bearer ${owner.token}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  const response = await fetch(contacts, { method: 'POST', headers, body: gzipSync('{"name":"Rosa Peña"}') });
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  assert.deepEqual([response.status, code], [415, 'unsupported_media_type']);
  assert.match(detail, /Content-Encoding/);
});

test('a request that cannot be read is refused as a problem, and its connection ends', async () => {
  const { port } = new URL(baseUrl);
  const sent = async (head: string) => {
    const socket = connect(Number(port), 'localhost');
    socket.write(`GET /v1/user HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
    const answer = Buffer.concat(await socket.toArray()).toString();
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(headers, /content-type: application\/problem\+json/i);
    const { status, code, requestId } = JSON.parse(body);
    assert.ok(headers.startsWith(`HTTP/1.1 ${status} `));
    assert.equal(typeof requestId, 'string');
    return [status, code];
  };
  assert.deepEqual(await sent(`X-Long: ${'a'.repeat(20_000)}`), [431, 'headers_too_large']);
  assert.deepEqual(await sent('Content-Length: 2\r\nTransfer-Encoding: chunked'), [400, 'request_unreadable']);
  assert.deepEqual(await sent('X-Odd : 1'), [400, 'request_unreadable']);
});

test('an organization id in the header that is none is refused, the empty one included', async () => {
  const { owner } = await newBusiness();
  for (const given of ['', 'null', '%00']) {
    const headers = { authorization: `Bearer ${owner.token}`, 'x-service-organization-id': given };
    assert.equal((await fetch(`${baseUrl}/v1/beneficiary`, { headers })).status, 401, given);
  }
});

test('an expectation that is not known is refused with a problem', async () => {
  const { port, hostname, host } = new URL(baseUrl);
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname).on('error', reject);
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
    socket.write(`GET /v1/beneficiary HTTP/1.1\r\nHost: ${host}\r\nExpect: something\r\nConnection: close\r\n\r\n`);
  });
  const [head, body] = answer.split('\r\n\r\n');
  assert.match(head!, /^HTTP\/1\.1 417 /);
  assert.match(head!, /content-type: application\/problem\+json/i);
  assert.match(body!, /"code":"expectation_failed"/);
});
