import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { App } from '#app';
import { insertMembership } from '#modules/organization/organization/organization.sql.ts';
import { newId } from '#platform/id.ts';
import { app, newBusiness, newPerson, startTestApp } from '#test/harness.ts';
import { startReceiver } from '#test/receiver.ts';
import { deliveries } from './tables.ts';

const body = { url: 'https://hooks.example.com/colmado' };

test('the secret of a webhook is returned only when it is created', async () => {
  const { api } = await newBusiness();
  const made = await api.POST('/v1/organization/webhook', { body: { ...body, description: 'Our warehouse' } });
  assert.equal(made.response.status, 201);
  assert.match(made.data!.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const list = await api.GET('/v1/organization/webhook');
  const { secret: _, ...shown } = made.data!;
  assert.deepEqual(list.data?.data, [shown]);
  const read = await api.GET('/v1/organization/webhook/{webhookId}', { params: { path: { webhookId: shown.id } } });
  const counters = { pending: 0, delivered: 0, failed: 0 };
  assert.deepEqual(read.data, { ...shown, counters, results: [] });
});

test('webhooks are listed by page or cursor, sorted, and filtered by state', async () => {
  const { api } = await newBusiness();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await api.POST('/v1/organization/webhook', { body })).data!.id);
  await api.PATCH('/v1/organization/webhook', { body: { id: ids[1]!, active: false } });
  const page = await api.GET('/v1/organization/webhook', { params: { query: { itemsPerPage: 2 } } });
  assert.deepEqual(
    page.data?.data.map(({ id }) => id),
    [ids[2], ids[1]],
  );
  assert.deepEqual([page.data?.total, page.data?.hasMore], [3, true]);
  const query = { itemsPerPage: 2, cursor: page.data!.nextCursor! };
  const rest = await api.GET('/v1/organization/webhook', { params: { query } });
  assert.deepEqual([rest.data?.data.map(({ id }) => id), rest.data?.nextCursor], [[ids[0]], null]);
  const oldest = await api.GET('/v1/organization/webhook', { params: { query: { sort: 'created', itemsPerPage: 1 } } });
  assert.equal(oldest.data?.data[0]?.id, ids[0]);
  const off = await api.GET('/v1/organization/webhook', { params: { query: { active: 'false' } } as never });
  assert.deepEqual(
    off.data?.data.map(({ id }) => id),
    [ids[1]],
  );
});

test('a dry run creates no webhook', async () => {
  const { api } = await newBusiness();
  const tried = await api.POST('/v1/organization/webhook', { body, headers: { 'dry-run': 'true' } });
  assert.equal((tried.data as unknown as { dryRun: boolean }).dryRun, true);
  assert.equal((await api.GET('/v1/organization/webhook')).data?.total, 0);
});

test('an unknown event type is refused', async () => {
  const { api } = await newBusiness();
  for (const eventTypes of [['no:such'], ['nothing:*'], ['*']]) {
    const made = await api.POST('/v1/organization/webhook', { body: { ...body, eventTypes } });
    assert.deepEqual([made.response.status, made.error?.errors[0]?.path], [422, 'body.eventTypes[0]']);
  }
});

test('malformed URLs and URLs with credentials are refused', async () => {
  const { api } = await newBusiness();
  for (const url of ['hooks.example.com', 'ftp://hooks.example.com/', 'https://ana:secret@hooks.example.com/']) {
    const made = await api.POST('/v1/organization/webhook', { body: { url } });
    assert.deepEqual([made.error?.code, made.error?.errors[0]?.path], ['url_not_allowed', 'body.url'], url);
  }
});

test('two concurrent changes of the same version: one is refused', async () => {
  const { api } = await newBusiness();
  const { id, version } = (await api.POST('/v1/organization/webhook', { body })).data!;
  const changes = await Promise.all(
    ['one', 'two'].map((description) => api.PATCH('/v1/organization/webhook', { body: { id, version, description } })),
  );
  assert.deepEqual(changes.map(({ response }) => response.status).sort(), [200, 409]);
  const refused = changes.find(({ error }) => error);
  assert.equal(refused?.error?.code, 'version_conflict');
});

test('another organization’s webhook is not found', async () => {
  const [owner, stranger] = [await newBusiness(), await newBusiness()];
  const { id } = (await owner.api.POST('/v1/organization/webhook', { body })).data!;
  for (const unknown of [id, newId()]) {
    const path = { params: { path: { webhookId: unknown } } };
    const answers = await Promise.all([
      stranger.api.GET('/v1/organization/webhook/{webhookId}', path),
      stranger.api.PATCH('/v1/organization/webhook', { body: { id: unknown, active: false } }),
      stranger.api.DELETE('/v1/organization/webhook', { body: { id: unknown } }),
      stranger.api.POST('/v1/organization/webhook/test', { body: { id: unknown } }),
      stranger.api.POST('/v1/organization/webhook/retry', { body: { id: unknown } }),
      stranger.api.POST('/v1/organization/webhook/retry', { body: { webhookId: unknown, failed: true } }),
    ]);
    assert.deepEqual(
      answers.map(({ response }) => response.status),
      answers.map(() => 404),
    );
  }
  assert.equal((await owner.api.GET('/v1/organization/webhook')).data?.data[0]?.active, true);
});

test('a viewer can neither read nor change webhooks', async () => {
  const business = await newBusiness();
  const { id } = (await business.api.POST('/v1/organization/webhook', { body })).data!;
  const viewer = await newPerson('Vera');
  await app.engine.run({}, ({ tx, now }) =>
    insertMembership(tx, { organizationId: business.id, userId: viewer.id, role: 'viewer', joinedAt: now }),
  );
  const api = viewer.in(business.id);
  const answers = await Promise.all([
    api.GET('/v1/organization/webhook'),
    api.POST('/v1/organization/webhook', { body }),
    api.PATCH('/v1/organization/webhook', { body: { id, rotateSecret: true } }),
    api.POST('/v1/organization/webhook/test', { body: { id } }),
    api.POST('/v1/organization/webhook/retry', { body: { webhookId: id, failed: true } }),
    api.POST('/v1/organization/webhook/results/by-payload', { body: { payload: {} } }),
    api.DELETE('/v1/organization/webhook', { body: { id } }),
  ]);
  assert.deepEqual(
    answers.map(({ response }) => response.status),
    answers.map(() => 403),
  );
});

let strict: App;
before(async () => {
  strict = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: 'false' });
});
after(() => strict.stop());

/** In each test, because hooks run at the start of the whole run, and an authentication is fresh for ten minutes. */
test('a webhook shows fewer of its newest deliveries where their requests are large', async () => {
  const { api, id } = await newBusiness();
  const { data: webhook } = await api.POST('/v1/organization/webhook', { body });
  const sent = (bytes: number) => ({
    webhookId: webhook!.id,
    eventId: newId(),
    eventType: 'task:updated',
    requestBody: 'x'.repeat(bytes),
    status: 'failed' as const,
  });
  const shown = async () =>
    (await api.GET('/v1/organization/webhook/{webhookId}', { params: { path: { webhookId: webhook!.id } } })).data!
      .results.length;
  await app.engine.within(id, (ctx) =>
    deliveries.insertMany(
      ctx,
      Array.from({ length: 8 }, () => sent(1_000_000)),
    ),
  );
  assert.equal(await shown(), 3);
  await app.engine.within(id, (ctx) =>
    deliveries.insertMany(
      ctx,
      Array.from({ length: 25 }, () => sent(10)),
    ),
  );
  assert.equal(await shown(), 20);
});

test('in production a webhook cannot reach a private address', async () => {
  const { api } = await newBusiness({}, strict);
  for (const url of [
    'http://hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
  ]) {
    const made = await api.POST('/v1/organization/webhook', { body: { url } });
    assert.equal(made.error?.code, 'url_not_allowed', url);
  }
});

test('an address that becomes private later is refused at delivery', async () => {
  const { api, id: organizationId } = await newBusiness({}, strict);
  const receiver = await startReceiver();
  const { id } = (await api.POST('/v1/organization/webhook', { body })).data!;
  await strict.engine.within(organizationId, ({ tx }) =>
    tx
      .updateTable('webhooks')
      .set({ url: receiver.url.replace('http:', 'https:') })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute(),
  );
  const tested = await api.POST('/v1/organization/webhook/test', { body: { id } });
  assert.equal(tested.data?.status, 'failed');
  assert.match(tested.data!.error!, /not a public address/);
  assert.equal(receiver.requests.length, 0);
});
