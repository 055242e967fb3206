import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newBot } from '#test/bots.ts';
import { app, codeOf, newBusiness, newMember } from '#test/harness.ts';

const bot = (botId: string) => ({ params: { path: { botId } } });

test('a bot is created by POST, or by PATCH on a new id with a name', async () => {
  const business = await newBusiness();
  const { api } = business;
  const created = await newBot(business);
  assert.deepEqual([created.model, created.threshold, created.active], [null, 55, true]);
  const id = newId();
  assert.equal(codeOf(await api.PATCH('/v1/bot/{botId}', { ...bot(id), body: { language: 'en' } })), 'not_found');
  const { data } = await api.PATCH('/v1/bot/{botId}', { ...bot(id), body: { name: 'Second', language: 'en' } });
  assert.deepEqual([data!.id, data!.language], [id, 'en']);
  const listed = (await api.GET('/v1/bot')).data!;
  assert.deepEqual(listed.data.map(({ name }) => name).sort(), ['Colmadito', 'Second']);
  await api.PATCH('/v1/bot/{botId}', { ...bot(id), body: { archived: true } });
  assert.equal((await api.GET('/v1/bot')).data!.total, 1);
});

test('a change with a stale version is refused', async () => {
  const business = await newBusiness();
  const { id, version } = await newBot(business);
  const change = { ...bot(id), body: { version, waitSeconds: 5 } };
  assert.equal((await business.api.PATCH('/v1/bot/{botId}', change)).data!.waitSeconds, 5);
  assert.equal(codeOf(await business.api.PATCH('/v1/bot/{botId}', change)), 'version_conflict');
});

test('the key of a model is never returned, and is not sent to another address', async () => {
  const business = await newBusiness();
  const { api } = business;
  const model = { provider: 'openai-compatible', name: 'gpt', url: 'https://models.example.com/v1', key: 'sk-secret' };
  const { id, ...created } = await newBot(business, { model });
  assert.deepEqual(created.model, { provider: model.provider, name: 'gpt', url: model.url, hasKey: true });
  const moved = { ...model, key: undefined, url: 'https://evil.example.com/v1' } as const;
  const refused = await api.PATCH('/v1/bot/{botId}', { ...bot(id), body: { model: moved as never } });
  assert.equal(refused.error?.errors?.[0]?.path, 'body.model.key');
  const renamed = { ...model, key: undefined, name: 'gpt-2' };
  const kept = await api.PATCH('/v1/bot/{botId}', { ...bot(id), body: { model: renamed as never } });
  assert.deepEqual([kept.data!.model!.name, kept.data!.model!.hasKey], ['gpt-2', true]);
  assert.ok(!JSON.stringify((await api.GET('/v1/bot/{botId}', bot(id))).data).includes('sk-secret'));
});

test('another address or key of a model needs a fresh authentication, other changes do not', async () => {
  const business = await newBusiness();
  const model = { provider: 'openai-compatible', name: 'gpt', url: 'https://models.example.com/v1', key: 'sk-secret' };
  const { id } = await newBot(business, { model });
  await app.engine.run({}, ({ tx }) =>
    tx
      .updateTable('sessions')
      .set({ authenticatedAt: Temporal.Now.instant().subtract({ hours: 1 }) })
      .where('userId', '=', business.owner.id)
      .execute(),
  );
  const change = async (body: object) =>
    codeOf(await business.api.PATCH('/v1/bot/{botId}', { ...bot(id), body: body as never }));
  const { key: _key, ...known } = model;
  for (const changed of [{ ...model, url: 'https://evil.example.com/v1' }, { ...model, provider: 'anthropic' }, model])
    assert.equal(await change({ model: changed }), 'fresh_authentication_required');
  const created = await business.api.POST('/v1/bot', { body: { name: 'x', model } as never });
  assert.equal(codeOf(created), 'fresh_authentication_required');
  assert.equal(await change({ model: { ...known, name: 'gpt-2' }, waitSeconds: 5 }), undefined);
  assert.equal(await change({ model: null }), undefined);
});

test('a bot names only tools that exist', async () => {
  const { api } = await newBusiness();
  const { error } = await api.POST('/v1/bot', { body: { name: 'x', tools: ['find_products', 'no_such'] } });
  assert.equal(error?.errors?.[0]?.path, 'body.tools[1]');
});

test('an agent trains bots and cannot touch tools', async () => {
  const business = await newBusiness();
  const agent = await newMember(business, 'agent');
  assert.equal((await agent.api.POST('/v1/bot', { body: { name: 'x' } })).response.status, 201);
  const viewer = await newMember(business, 'viewer');
  assert.equal((await viewer.api.POST('/v1/bot', { body: { name: 'x' } })).response.status, 403);
  const tool = { name: 'x_y', description: 'x', method: 'GET', url: 'https://a.example.com/', parameters: {} } as const;
  assert.equal((await agent.api.POST('/v1/custom-tools', { body: tool })).response.status, 403);
});
