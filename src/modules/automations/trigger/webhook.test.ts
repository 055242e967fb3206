import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newAutomation, settled, threadsOf } from '#test/automations.ts';
import { type Business, newBusiness } from '#test/harness.ts';

const nodes = [{ id: 'keep', kind: 'transform', value: '{{ input.order }}' }];

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

const newWebhook = async (business: Business, secret: string | null = null) =>
  newAutomation(business, { trigger: { kind: 'webhook', secret }, nodes });

test('a request to the unguessable address starts a thread with its body, once for each message id', async () => {
  const business = await newBusiness();
  const { id, webhookUrl } = await newWebhook(business);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(webhookUrl!, { order: 'P-1' }, { 'webhook-id': 'msg_1' })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202, 202, 202],
  );
  const thread = await settled(business, id);
  assert.deepEqual([thread.state, thread.steps[0]!.output, thread.source], ['done', 'P-1', 'webhook']);
  assert.equal((await threadsOf(business, id)).length, 1);
  const info = await fetch(`${webhookUrl}/info`);
  assert.deepEqual([info.status, ((await info.json()) as { enabled: boolean }).enabled], [200, true]);
  assert.equal((await post(webhookUrl!.replace(/.$/, 'x').replace(/_./, '_z'), {})).status, 404);
  await business.api.PUT('/v1/automation/{id}/disable', { params: { path: { id } } });
  assert.equal((await post(webhookUrl!, {})).status, 409);
});

test('with a secret a request needs it as a key, or a valid signature', async () => {
  const business = await newBusiness();
  const value = `whsec_${randomBytes(32).toString('base64')}`;
  await business.api.POST('/v1/automation/secrets', { body: { name: 'SIGN', value } });
  const { webhookUrl } = await newWebhook(business, 'SIGN');
  const body = JSON.stringify({ order: 'Año 2026' });
  assert.equal((await post(webhookUrl!, body)).status, 401);
  assert.equal((await post(webhookUrl!, body, { authorization: 'Bearer whsec_wrong' })).status, 401);
  assert.equal((await post(webhookUrl!, body, { authorization: `Bearer ${value}` })).status, 202);
  const at = new Date();
  const signed = (text: string) => ({
    'webhook-id': 'msg_2',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(value).sign('msg_2', at, text),
  });
  assert.equal((await post(webhookUrl!, body, signed('{}'))).status, 401);
  assert.equal((await post(webhookUrl!, body, signed(body))).status, 202);
});

test('the body may be any JSON value, a form or a text, and expressions see the query and the headers', async () => {
  const business = await newBusiness();
  const value = [
    '{{ input }}',
    '{{ request.body }}',
    '{{ request.query }}',
    '{{ request.headers["x-topic"] }}',
    '{{ request.headers.size() }}',
  ];
  const given = { trigger: { kind: 'webhook' }, nodes: [{ id: 'keep', kind: 'transform', value }] };
  const { id, webhookUrl } = await newAutomation(business, given);
  const form = 'application/x-www-form-urlencoded';
  const cases: [body: string, type: string, input: unknown][] = [
    ['[1, {"a": null}]', 'application/json', [1, { a: null }]],
    ['"hola"', 'application/json', 'hola'],
    ['null', 'application/json', null],
    ['0.5', 'application/json; charset=utf-8', 0.5],
    ['', 'application/json', {}],
    [
      'name=Juana+P%C3%A9rez&item=a&item=b&address.city=Santiago',
      form,
      {
        name: 'Juana Pérez',
        item: ['a', 'b'],
        address: { city: 'Santiago' },
      },
    ],
    ['Año 2026', 'text/plain', 'Año 2026'],
  ];
  for (const [body, type, input] of cases) {
    const headers = { 'content-type': type, 'x-topic': 'orders', 'x-api-key': 'canary', cookie: 'canary=1' };
    const answer = await post(`${webhookUrl}?source=web&tag=a&tag=b`, body, headers);
    const { threadId } = (await answer.json()) as { threadId: string };
    const thread = await settled(business, id);
    assert.deepEqual([answer.status, thread.id, thread.error], [202, threadId, null], body);
    const query = { source: 'web', tag: ['a', 'b'] };
    const output = thread.steps[0]!.output as unknown[];
    assert.deepEqual(output.slice(0, 4), [input, input, query, 'orders'], body);
    assert.deepEqual([thread.input, thread.request!.query], [input, query]);
    assert.ok(!JSON.stringify(thread).includes('canary'));
  }
  const sample = { input: [1], request: { query: { source: 'test' }, headers: { 'x-topic': 'sample' } } };
  const { data: tried } = await business.api.POST('/v1/automation/{id}/test', {
    params: { path: { id } },
    body: sample as never,
  });
  assert.deepEqual(tried!.steps[0]!.output, [[1], [1], { source: 'test' }, 'sample', 1]);
});

test('the signature of a form or text is checked over its bytes', async () => {
  const business = await newBusiness();
  const value = `whsec_${randomBytes(32).toString('base64')}`;
  await business.api.POST('/v1/automation/secrets', { body: { name: 'SIGN', value } });
  const { webhookUrl } = await newWebhook(business, 'SIGN');
  const at = new Date();
  const signed = (text: string, type: string) => ({
    'content-type': type,
    'webhook-id': 'msg_3',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(value).sign('msg_3', at, text),
  });
  const form = 'application/x-www-form-urlencoded';
  assert.equal((await post(webhookUrl!, 'order=P%2D1', signed('order=P%2D1', form))).status, 202);
  assert.equal((await post(webhookUrl!, 'order=P-1', signed('order=P%2D1', form))).status, 401);
  assert.equal((await post(webhookUrl!, 'P-1', signed('P-1', 'text/plain'))).status, 202);
});

test('bodies that are too large or cannot be read are refused', async () => {
  const business = await newBusiness();
  const { webhookUrl } = await newWebhook(business);
  assert.equal((await post(webhookUrl!, { order: 'x'.repeat(70_000) })).status, 413);
  assert.equal((await post(webhookUrl!, '{')).status, 400);
  assert.equal((await post(webhookUrl!, 'a\0b', { 'content-type': 'text/plain' })).status, 400);
  assert.equal((await post(webhookUrl!, '<a/>', { 'content-type': 'application/xml' })).status, 415);
});
