import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { EmbeddingModel } from '#modules/bots/index.ts';
import { outboundWebFetch } from '#platform/http/outbound.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { embeddingModels } from './embedding-model.ts';

interface Asked {
  path: string;
  authorization: string | undefined;
  body: { model: string; input: string[] };
}

async function provider(answer: (response: ServerResponse, asked: Asked) => void) {
  const all: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked = { path: request.url!, authorization: request.headers.authorization, body: JSON.parse(body) };
    all.push(asked);
    answer(response, asked);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked: all, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const trial = outboundWebFetch({ allowPrivate: true, answerBytesMax: 100_000 });
const model = (url: string, call = trial): EmbeddingModel =>
  embeddingModels(call).connect({ model: 'e-1', url, key: 'sk-1' }, '') as EmbeddingModel;

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const vectors = (count: number) => ({
  object: 'list',
  model: 'e-1',
  data: Array.from({ length: count }, (_, index) => ({ object: 'embedding', index, embedding: [index, 1] })),
  usage: { prompt_tokens: 1, total_tokens: 1 },
});

test('texts are embedded in their order, with the key of the model', async () => {
  const { asked, url } = await provider((response, { body }) => json(response, 200, vectors(body.input.length)));
  const made = await model(url).embed(['uno', 'dos'], { timeoutMs: 5_000 });
  assert.deepEqual(made, [
    [0, 1],
    [1, 1],
  ]);
  assert.deepEqual([asked[0]!.path, asked[0]!.authorization], ['/v1/embeddings', 'Bearer sk-1']);
  assert.deepEqual([asked[0]!.body.model, asked[0]!.body.input], ['e-1', ['uno', 'dos']]);
});

test('errors, silence, a wrong number of vectors and private addresses are refusals by their class', async () => {
  const embed = (url: string, call = trial, timeoutMs = 5_000) => model(url, call).embed(['uno', 'dos'], { timeoutMs });
  const answering = async (status: number, body: unknown) =>
    (await provider((response) => json(response, status, body))).url;
  await assert.rejects(embed(await answering(401, { error: { message: 'no' } })), refusesWith(ProviderRefused));
  await assert.rejects(embed(await answering(500, { error: { message: 'no' } })), refusesWith(ProviderUnavailable));
  await assert.rejects(embed(await answering(200, vectors(1))), refusesWith(ProviderUnavailable));
  const silent = await provider(() => {});
  await assert.rejects(embed(silent.url, trial, 200), refusesWith(ProviderTimeout));
  const guarded = outboundWebFetch({ allowPrivate: false, answerBytesMax: 1_000 });
  await assert.rejects(embed('https://169.254.169.254/v1', guarded), refusesWith(ProviderRefused));
});
