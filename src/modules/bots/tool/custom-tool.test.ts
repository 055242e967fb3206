import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, newBot, stepsOf } from '#test/bots.ts';
import { type Business, codeOf, newBusiness } from '#test/harness.ts';
import { recordingAddress } from '#test/recording-address.ts';
import { customTools } from '../tables.ts';
import { callCustomTool } from './call.ts';

const parameters = {
  type: 'object',
  properties: { orderNumber: { type: 'string', maxLength: 20 }, detail: { type: 'boolean' } },
  required: ['orderNumber'],
};

const given = (url: string, details: Record<string, unknown> = {}) => ({
  name: 'check_delivery',
  description: 'Where a delivery is.',
  method: 'GET',
  url: `${url}/orders/{orderNumber}`,
  headers: { Authorization: 'Bearer {{API_KEY}}' },
  secrets: { API_KEY: 'k-very-secret' },
  parameters,
  ...details,
});

async function newTool({ api }: Business, url: string, details: Record<string, unknown> = {}) {
  const { data, error } = await api.POST('/v1/custom-tools', { body: given(url, details) as never });
  assert.ok(data, `refused: ${error?.code} ${JSON.stringify(error?.errors)}`);
  return data;
}

const refusal = async ({ api }: Business, body: Record<string, unknown>) => {
  const { error } = await api.POST('/v1/custom-tools', { body: body as never });
  return [error?.code, error?.errors?.[0]?.path];
};

const path = (id: string) => ({ params: { path: { id } } });

test('a dry run shows the request with masked secrets and sends nothing', async () => {
  const business = await newBusiness();
  const { url, received } = await recordingAddress();
  const { id, ...tool } = await newTool(business, url);
  assert.deepEqual([tool.secretNames, tool.approved], [['API_KEY'], false]);
  assert.ok(!JSON.stringify(tool).includes('k-very-secret'));
  const args = { orderNumber: 'PED 12/3', detail: true };
  const { data } = await business.api.POST('/v1/custom-tools/{id}/test', { ...path(id), body: { args } });
  assert.equal(data!.request.url, `${url}/orders/PED%2012%2F3?detail=true`);
  assert.equal(data!.request.headers.authorization, 'Bearer •••');
  assert.deepEqual([data!.response, received.length], [null, 0]);
});

test('a secret that begins with another one is masked whole', async () => {
  const business = await newBusiness();
  const { url } = await recordingAddress();
  const secrets = { ACCOUNT: 'acme', API_KEY: 'acme-very-secret' };
  const { id } = await newTool(business, url, { secrets });
  const { data } = await business.api.POST('/v1/custom-tools/{id}/test', {
    ...path(id),
    body: { args: { orderNumber: 'PED-1' } },
  });
  assert.equal(data!.request.headers.authorization, 'Bearer •••');
});

test('a sent trial reaches the address with its secret, which is masked wherever it is echoed', async () => {
  const business = await newBusiness();
  const { url, received } = await recordingAddress(({ headers }) => ({
    body: JSON.stringify({ echo: headers.authorization }),
  }));
  const { id } = await newTool(business, url);
  const body = { args: { orderNumber: '7' }, send: true };
  const { data } = await business.api.POST('/v1/custom-tools/{id}/test', { ...path(id), body });
  assert.equal(received[0]!.headers.authorization, 'Bearer k-very-secret');
  assert.equal(data!.response!.body, '{"echo":"Bearer •••"}');
  const calls = (await business.api.GET('/v1/custom-tools/{id}/calls', path(id))).data!.data;
  assert.deepEqual([calls.length, calls[0]!.state, calls[0]!.result], [1, 'done', { echo: 'Bearer •••' }]);
  assert.equal(received[0]!.headers['idempotency-key'], calls[0]!.toolCallId);
});

test('a secret is masked however it is written: with the escapes of JSON or a URL, or as Base64', async () => {
  const business = await newBusiness();
  const secret = 'k"ey/very secret\\+=';
  const inJson = JSON.stringify(secret);
  const bodies = [
    `{"echo":${inJson}}`,
    `{"echo":${inJson.replaceAll('/', '\\/')}}`,
    `{"echo":${inJson.replaceAll('e', '\\u0065')}}`,
    `{${inJson}:1}`,
    `{"next":"/x?key=${encodeURIComponent(secret)}"}`,
    `The token ${btoa(secret)} is wrong`,
  ];
  const { url } = await recordingAddress(({ url: target }) => ({ body: bodies[Number(target.at(-1))]! }));
  const { id } = await newTool(business, url, { secrets: { API_KEY: secret } });
  for (const [place, body] of bodies.entries()) {
    const args = { orderNumber: String(place) };
    const { data } = await business.api.POST('/v1/custom-tools/{id}/test', { ...path(id), body: { args, send: true } });
    assert.match(data!.response!.body, /•••/, body);
    assert.doesNotMatch(data!.response!.body, /very|Very|u0065/, body);
  }
  const calls = (await business.api.GET('/v1/custom-tools/{id}/calls', path(id))).data!.data;
  assert.ok(calls.every(({ result }) => /•••/.test(JSON.stringify(result)) && !/very/.test(JSON.stringify(result))));
});

test('an answer that the database cannot store as it is becomes one that it can', async () => {
  const business = await newBusiness();
  const bodies: Record<string, string> = {
    nul: '{"a":"x\\u0000y","b\\u0000":"\\ud83d"}',
    deep: `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    number: '{"tracking":12345678901234567890}',
  };
  const { url } = await recordingAddress(({ url: target }) =>
    target.endsWith('gzip')
      ? { headers: { 'content-encoding': 'gzip' } }
      : { body: bodies[target.split('/').at(-1)!]! },
  );
  const { id } = await newTool(business, url);
  const resultOf = async (orderNumber: string) => {
    const body = { args: { orderNumber }, send: true };
    assert.ok((await business.api.POST('/v1/custom-tools/{id}/test', { ...path(id), body })).data, orderNumber);
    const calls = (await business.api.GET('/v1/custom-tools/{id}/calls', path(id))).data!.data;
    const { state, result } = calls.find(({ args }) => args.orderNumber === orderNumber)!;
    return [state, result];
  };
  assert.deepEqual(await resultOf('nul'), ['done', { a: 'xy', b: '\uFFFD' }]);
  assert.deepEqual(await resultOf('deep'), ['done', bodies.deep]);
  assert.deepEqual(await resultOf('number'), ['done', { tracking: '12345678901234567890' }]);
  assert.deepEqual(await resultOf('gzip'), ['failed', null]);
});

test('arguments that do not fit, or that would leave the path, are refused before anything is sent', async () => {
  const business = await newBusiness();
  const { url, received } = await recordingAddress();
  const { id } = await newTool(business, url);
  for (const args of [
    {},
    { orderNumber: 7 },
    { orderNumber: 'x', other: 1 },
    { orderNumber: '..' },
    { orderNumber: '' },
  ]) {
    const answer = await business.api.POST('/v1/custom-tools/{id}/test', { ...path(id), body: { args, send: true } });
    assert.equal(codeOf(answer), 'wrong_arguments', JSON.stringify(args));
  }
  assert.equal(received.length, 0);
});

test('a schema with a reference, a pattern, or too much depth or size is refused with its place', async () => {
  const business = await newBusiness();
  const { url } = await recordingAddress();
  const nested = (depth: number): unknown =>
    depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
  const wide = Object.fromEntries(Array.from({ length: 31 }, (_, place) => [`p${place}`, { type: 'string' }]));
  const cases: [unknown, RegExp][] = [
    [{ type: 'object', properties: { orderNumber: { $ref: 'http://evil.example.com/' } } }, /orderNumber/],
    [{ type: 'object', properties: { orderNumber: { type: 'string', pattern: '(a+)+$' } } }, /orderNumber/],
    [nested(8), /body\.parameters/],
    [{ type: 'object', properties: wide }, /properties/],
    [{ type: 'object', properties: {}, required: ['nothing'] }, /required/],
    [{ type: 'string' }, /body\.parameters/],
  ];
  for (const [schema, place] of cases) {
    const [code, at] = await refusal(business, given(url, { parameters: schema, url }));
    assert.equal(code, 'invalid_tool_schema', JSON.stringify(schema));
    assert.match(at!, place);
  }
});

test('arguments cannot choose the host, and headers need known secrets', async () => {
  const business = await newBusiness();
  const { url } = await recordingAddress();
  assert.deepEqual(await refusal(business, given('', { url: 'https://{orderNumber}.example.com/' })), [
    'tool_not_allowed',
    'body.url',
  ]);
  assert.deepEqual(await refusal(business, given('', { url: `${url}/{other}` })), ['tool_not_allowed', 'body.url']);
  for (const name of ['OTHER', 'constructor'])
    assert.deepEqual(await refusal(business, given(url, { headers: { A: `{{${name}}}` } })), [
      'tool_not_allowed',
      'body.headers',
    ]);
  assert.equal((await refusal(business, given(url, { headers: { A: 'x\r\nB: y' } })))[0], 'invalid_request');
  assert.equal((await refusal(business, given(url, { headers: { Host: 'x' } })))[0], 'invalid_request');
  for (const name of ['find_products', 'hand_over', 'resolve_conversation'])
    assert.equal((await refusal(business, given(url, { name })))[0], 'tool_name_taken', name);
});

test('another host needs the secrets again, and every change needs the approval again', async () => {
  const business = await newBusiness();
  const { url } = await recordingAddress();
  const other = await recordingAddress();
  const { id } = await newTool(business, url, { approved: true });
  const replace = (body: unknown) => business.api.PUT('/v1/custom-tools/{id}', { ...path(id), body: body as never });
  const moved = await replace({ ...given(other.url), secrets: undefined });
  assert.equal(moved.error?.errors?.[0]?.path, 'body.secrets');
  const kept = await replace({ ...given(url), secrets: undefined, timeoutMs: 900 });
  assert.deepEqual([kept.data!.secretNames, kept.data!.approved, kept.data!.timeoutMs], [['API_KEY'], false, 900]);
  assert.equal(codeOf(await business.api.POST('/v1/custom-tools', { body: given(url) as never })), 'tool_name_taken');
});

test('a bot calls a tool only while it is approved, at most so often, and once for a key', async () => {
  const business = await newBusiness();
  const { url, received } = await recordingAddress();
  const tool = await newTool(business, url, { callsPerHour: 2 });
  const { id: botId } = await newBot(business, { tools: ['check_delivery'], model: { provider: 'test', name: 'x' } });
  const call = '!call check_delivery {"orderNumber":"7"}';
  const before = await ask(business, botId, call);
  assert.deepEqual([before.toolCalls[0]!.error, received.length], ['There is no such tool.', 0]);
  const approved = { ...given(url, { callsPerHour: 2 }), approved: true } as never;
  await business.api.PUT('/v1/custom-tools/{id}', { ...path(tool.id), body: approved });
  const after = await ask(business, botId, call);
  assert.deepEqual([after.toolCalls[0]!.error, after.answer], [null, '[{"ok":true}]']);
  const steps = stepsOf(business);
  const row = await steps.transaction((ctx) => customTools.get(ctx, tool.id));
  const facts = { toolCallId: 'key-1', botId, conversationId: null };
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => callCustomTool(steps, row, { orderNumber: '8' }, facts)),
  );
  assert.equal(received.length, 2);
  assert.equal(outcomes.filter(({ error }) => error === null).length >= 1, true);
  const limited = await callCustomTool(steps, row, { orderNumber: '9' }, { ...facts, toolCallId: 'key-2' });
  assert.match(limited.error!, /too often/);
  assert.equal(received.length, 2);
});

test('a tool that hangs, fails, redirects or sends without end is a recorded failure', async () => {
  const business = await newBusiness();
  const big = 'x'.repeat(200_000);
  const { url } = await recordingAddress(({ url: target }) =>
    target.endsWith('hang')
      ? { hang: true }
      : target.endsWith('move')
        ? { status: 302, headers: { location: 'http://127.0.0.1:1/' } }
        : target.endsWith('big')
          ? { body: big }
          : { status: 500 },
  );
  const { id } = await newTool(business, url, { timeoutMs: 300 });
  const send = async (orderNumber: string) =>
    (
      await business.api.POST('/v1/custom-tools/{id}/test', {
        ...path(id),
        body: { args: { orderNumber }, send: true },
      })
    ).data!;
  assert.match((await send('hang')).error!, /No answer within 300 ms/);
  assert.equal((await send('move')).error, 'The address answered 302.');
  assert.equal((await send('fail')).error, 'The address answered 500.');
  const { response } = await send('big');
  assert.deepEqual([response!.truncated, response!.body.length], [true, 64_000]);
  const calls = (await business.api.GET('/v1/custom-tools/{id}/calls', path(id))).data!.data;
  assert.deepEqual(calls.map(({ state }) => state).sort(), ['done', 'failed', 'failed', 'failed']);
});

test('the calls of a deleted tool stay and it cannot be read any more', async () => {
  const business = await newBusiness();
  const { url } = await recordingAddress();
  const { id } = await newTool(business, url);
  assert.deepEqual((await business.api.GET('/v1/custom-tools/{id}', path(id))).data!.secretNames, ['API_KEY']);
  assert.equal((await business.api.GET('/v1/custom-tools')).data!.total, 1);
  const body = { args: { orderNumber: '7' }, send: true };
  await business.api.POST('/v1/custom-tools/{id}/test', { ...path(id), body });
  assert.equal((await business.api.DELETE('/v1/custom-tools/{id}', path(id))).response.status, 204);
  assert.equal(codeOf(await business.api.GET('/v1/custom-tools/{id}', path(id))), 'not_found');
  const { data } = await business.api.GET('/v1/custom-tools/{id}/calls', path(id));
  assert.deepEqual(data!.data[0]!.args, body.args);
});
