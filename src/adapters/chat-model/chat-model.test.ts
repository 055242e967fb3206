import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { ChatModel, ModelRequest } from '#modules/bots/index.ts';
import { outboundWebFetch } from '#platform/http/outbound.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { chatModels } from './chat-model.ts';

interface Asked {
  path: string;
  authorization: string | undefined;
  body: { messages: { role: string; content: unknown }[]; tools: unknown[]; stream: boolean };
}

/** A provider that answers each request with the next of these. */
async function provider(answer: (response: ServerResponse) => void) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization, 'x-api-key': key } = request.headers;
    asked.push({ path: request.url!, authorization: authorization ?? String(key), body: JSON.parse(body) });
    answer(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const trial = outboundWebFetch({ allowPrivate: true, answerBytesMax: 100_000 });

const model = (name: string, url: string, call = trial): ChatModel =>
  chatModels(call)
    .find((adapter) => adapter.name === name)!
    .connect({ model: 'm-1', url, key: 'sk-1' }, '') as ChatModel;

const request: ModelRequest = {
  system: 'Rules',
  messages: [{ role: 'user', text: '¿Hay arroz?' }],
  tools: [{ name: 'find', description: 'Finds', parameters: { type: 'object', properties: {} } }],
  answerTokensMax: 100,
  timeoutMs: 5_000,
};

function stream(response: ServerResponse, parts: unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const part of parts) response.write(`data: ${JSON.stringify(part)}\n\n`);
  response.end('data: [DONE]\n\n');
}

const openAi = (delta: unknown, finish: string | null = null) => ({
  id: 'c',
  created: 1,
  model: 'm-1',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

test('an OpenAI-compatible provider is asked with its key, and its streamed text is joined', async () => {
  const { asked, url } = await provider((response) =>
    stream(response, [
      openAi({ role: 'assistant', content: 'Sí, ' }),
      openAi({ content: 'hay.' }),
      openAi({}, 'stop'),
      { ...openAi({}), choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } },
    ]),
  );
  const answer = await model('openai-compatible', url).answer(request);
  assert.deepEqual(answer, { text: 'Sí, hay.', calls: [], tokens: { input: 7, output: 3 } });
  const [one] = asked;
  assert.deepEqual([one!.path, one!.authorization, one!.body.stream], ['/v1/chat/completions', 'Bearer sk-1', true]);
  assert.deepEqual(
    one!.body.messages.map(({ role }) => role),
    ['system', 'user'],
  );
  assert.equal(one!.body.tools.length, 1);
});

test('calls of tools are returned and their results are sent back', async () => {
  const call = { index: 0, id: 'call_9', type: 'function', function: { name: 'find', arguments: '{"a":1}' } };
  const { asked, url } = await provider((response) =>
    stream(response, [openAi({ role: 'assistant', tool_calls: [call] }), openAi({}, 'tool_calls')]),
  );
  const { calls } = await model('openai-compatible', url).answer(request);
  assert.deepEqual(calls, [{ id: 'call_9', name: 'find', args: { a: 1 } }]);
  const messages: ModelRequest['messages'] = [
    ...request.messages,
    { role: 'calls', text: '', calls },
    { role: 'results', results: [{ id: 'call_9', name: 'find', result: { found: 2 } }] },
  ];
  await model('openai-compatible', url).answer({ ...request, messages });
  const sent = asked[1]!.body.messages.at(-1)!;
  assert.deepEqual([sent.role, sent.content], ['tool', '{"found":2}']);
});

test('a text that ends for lack of room is marked', async () => {
  const { url } = await provider((response) =>
    stream(response, [openAi({ content: 'Cuesta 1' }), openAi({}, 'length')]),
  );
  assert.equal((await model('openai-compatible', url).answer(request)).isCut, true);
});

test('characters that the database cannot store are removed from texts, names and arguments', async () => {
  const written = '{"search":"a\\u0000b\\ud83d"}';
  const call = { index: 0, id: 'call_9', type: 'function', function: { name: 'fi\0nd', arguments: written } };
  const { url } = await provider((response) =>
    stream(response, [openAi({ content: 'Sí\0, hay.', tool_calls: [call] }), openAi({}, 'tool_calls')]),
  );
  const { text, calls } = await model('openai-compatible', url).answer(request);
  assert.deepEqual([text, calls[0]!.name, calls[0]!.args], ['Sí, hay.', 'find', { search: 'ab\uFFFD' }]);
});

test('tokens are whole numbers within bounds, however a provider counts', async () => {
  for (const [given, input] of [
    [-5, 0],
    [1.5, 2],
    [1e15, 10_000_000],
  ] as const) {
    const usage = { prompt_tokens: given, completion_tokens: 3, total_tokens: 1 };
    const { url } = await provider((response) =>
      stream(response, [openAi({ content: 'Sí' }), { ...openAi({}, 'stop'), usage }]),
    );
    assert.deepEqual((await model('openai-compatible', url).answer(request)).tokens, { input, output: 3 });
  }
});

test('an answer that the caller breaks off is no answer', async () => {
  const { url } = await provider((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(openAi({ content: 'Cuesta 1' }))}\n\n`);
  });
  const leaving = new AbortController();
  const onText = () => leaving.abort(new Error('The reader left.'));
  const asking = model('openai-compatible', url).answer({ ...request, onText, signal: leaving.signal });
  await assert.rejects(asking, /The reader left/);
});

test('Anthropic streams are read as well', async () => {
  const { asked, url } = await provider((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'm-1', content: [], stop_reason: null };
    const usage = { input_tokens: 5, output_tokens: 1 };
    for (const event of [
      { type: 'message_start', message: { ...message, usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hola' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ])
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  assert.equal((await model('anthropic', url).answer(request)).text, 'Hola');
  assert.equal(asked[0]!.authorization, 'sk-1');
});

test('errors of a provider are refusals by their class', async () => {
  const answering = (status: number) =>
    provider((response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}'),
    );
  const refused = await answering(401);
  await assert.rejects(model('openai-compatible', refused.url).answer(request), refusesWith(ProviderRefused));
  for (const status of [429, 500]) {
    const { url } = await answering(status);
    await assert.rejects(model('openai-compatible', url).answer(request), refusesWith(ProviderUnavailable));
  }
});

test('the key is not shown where a provider repeats it', async () => {
  const { url } = await provider((response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"Wrong key: sk-1"}}'),
  );
  const refused = { message: 'The model answered 401: Wrong key: •••' };
  await assert.rejects(model('openai-compatible', url).answer(request), refused);
});

test('a provider that hangs, sends too much or is on a private address is refused', async () => {
  const silent = await provider(() => {});
  await assert.rejects(
    model('openai-compatible', silent.url).answer({ ...request, timeoutMs: 200 }),
    refusesWith(ProviderTimeout),
  );
  const endless = await provider((response) =>
    stream(
      response,
      Array.from({ length: 200 }, () => openAi({ content: 'x'.repeat(1_000) })),
    ),
  );
  await assert.rejects(model('openai-compatible', endless.url).answer(request), refusesWith(ProviderUnavailable));
  const guarded = outboundWebFetch({ allowPrivate: false, answerBytesMax: 1_000 });
  for (const url of ['http://127.0.0.1:1/v1', 'https://169.254.169.254/v1', 'https://[::ffff:7f00:1]/v1'])
    await assert.rejects(model('openai-compatible', url, guarded).answer(request), refusesWith(ProviderRefused), url);
});
