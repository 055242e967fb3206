import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ColmadoClient, createClient } from '#client';
import { modules } from '#modules/index.ts';
import type { Module } from '#platform/module.ts';
import { payloadsOf } from '#test/events.ts';
import { app, type Business, newBusiness, newMember, newPerson, startTestApp } from '#test/harness.ts';

/** A module with things to comment on: tasks, each of one organization. */
const tasks = new Map<string, string>();
const taskBook: Module = {
  name: 'task-book',
  uses: [],
  entityKinds: [{ field: 'taskId', exists: async (ctx, id) => tasks.get(id) === ctx.organizationId }],
};

const service = await startTestApp({}, { databaseUrl: app.databaseUrl, modules: [...modules, taskBook] });
after(() => service.stop());

const as = ({ token }: { token: string }, organizationId: string): ColmadoClient =>
  createClient({ baseUrl: service.publicUrl, credentials: { token, organizationId } });

function newTask(business: Business): string {
  const id = crypto.randomUUID();
  tasks.set(id, business.id);
  return id;
}

test('a comment is stored, announced and listed, newest first', async () => {
  const business = await newBusiness();
  const api = as(business.owner, business.id);
  const taskId = newTask(business);
  const first = await api.POST('/v1/organization/comment', { body: { taskId, message: ' ¿Lo entregamos hoy? ' } });
  assert.equal(first.response.status, 201);
  assert.equal(first.data?.message, '¿Lo entregamos hoy?');
  const author = { id: business.owner.id, name: 'Dueña' };
  assert.deepEqual(first.data?.user, author);
  assert.deepEqual(await payloadsOf(business, 'comment:created'), [
    { userId: business.owner.id, message: '¿Lo entregamos hoy?', taskId },
  ]);
  await api.POST('/v1/organization/comment', { body: { taskId, message: 'Sí' } });
  await api.POST('/v1/organization/comment', { body: { taskId: newTask(business), message: 'Otra cosa' } });
  const { data } = await api.GET('/v1/organization/comment', { params: { query: { taskId } } });
  assert.deepEqual(
    data?.data.map(({ message }) => message),
    ['Sí', '¿Lo entregamos hoy?'],
  );
  assert.deepEqual(data?.data[1], first.data);
  const page = async (cursor?: string) =>
    (await api.GET('/v1/organization/comment', {
      params: { query: { taskId, sort: 'created', itemsPerPage: 1, ...(cursor && { cursor }) } },
    }))!.data!;
  const oldest = await page();
  assert.deepEqual(
    [oldest.data[0]?.message, (await page(oldest.nextCursor!)).data[0]?.message],
    ['¿Lo entregamos hoy?', 'Sí'],
  );
});

test('a mentioned member is notified once, and never by mentioning themselves', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'seller');
  const taskId = newTask(business);
  const message = `@${member.id.toUpperCase()} y @${business.owner.id}: mira esto, @${member.id}`;
  const { data } = await as(business.owner, business.id).POST('/v1/organization/comment', {
    body: { taskId, message },
  });
  assert.deepEqual(
    data?.mentions.map(({ id }) => id),
    [member.id, business.owner.id],
  );
  const theirs = await member.api.GET('/v1/organization/user/notifications');
  assert.equal(theirs.data?.total, 1);
  const { kind, title, body, data: leads } = theirs.data!.data[0]!;
  assert.deepEqual(
    { kind, title, body, leads },
    {
      kind: 'mention',
      title: 'Dueña te mencionó en un comentario',
      body: '@Miembro y @Dueña: mira esto, @Miembro',
      leads: { commentId: data!.id, taskId },
    },
  );
  const mine = await business.api.GET('/v1/organization/user/notifications');
  assert.equal(mine.data?.total, 0);
});

test('only active members can be mentioned: anyone else is refused like a random id', async () => {
  const business = await newBusiness();
  const stranger = await newPerson();
  const api = as(business.owner, business.id);
  for (const id of [stranger.id, crypto.randomUUID()]) {
    const { error, response } = await api.POST('/v1/organization/comment', {
      body: { taskId: newTask(business), message: `@${id} hola` },
    });
    assert.equal(response.status, 422);
    assert.equal(error?.errors[0]?.path, 'body.message');
  }
  assert.deepEqual(await payloadsOf(business, 'comment:created'), []);
});

test('subjects and comments of another organization are not found', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const taskId = newTask(other);
  await as(other.owner, other.id).POST('/v1/organization/comment', { body: { taskId, message: 'Nuestro' } });
  const api = as(business.owner, business.id);
  const refusals = await Promise.all(
    [taskId, crypto.randomUUID()].map((id) =>
      api.POST('/v1/organization/comment', { body: { taskId: id, message: 'Hola' } }),
    ),
  );
  for (const { error, response } of refusals) {
    assert.equal(response.status, 422);
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['reference_not_found', 'body.taskId']);
  }
  const { data } = await api.GET('/v1/organization/comment', { params: { query: { taskId } } });
  assert.equal(data?.total, 0);
});

test('a kind that no module declares cannot be commented on', async () => {
  const { api } = await newBusiness();
  for (const field of ['invoiceId', 'divisionId', 'beneficiaryId', 'recurrencyId', 'resourceId'] as const) {
    const { error } = await api.POST('/v1/organization/comment', {
      body: { [field]: crypto.randomUUID(), message: 'Hola' },
    });
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['reference_not_found', `body.${field}`]);
  }
});

test('a comment is about exactly one thing', async () => {
  const business = await newBusiness();
  const api = as(business.owner, business.id);
  const taskId = newTask(business);
  for (const about of [{}, { taskId, invoiceId: crypto.randomUUID() }]) {
    const written = await api.POST('/v1/organization/comment', { body: { ...about, message: 'Hola' } });
    assert.deepEqual([written.response.status, written.error?.errors[0]?.code], [400, 'exactly_one']);
    const read = await api.GET('/v1/organization/comment', { params: { query: about } });
    assert.equal(read.response.status, 400);
  }
});

test('a viewer can only read comments', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business, 'viewer');
  const api = as(viewer, business.id);
  const taskId = newTask(business);
  const written = await api.POST('/v1/organization/comment', { body: { taskId, message: 'Hola' } });
  assert.equal(written.error?.code, 'forbidden');
  const read = await api.GET('/v1/organization/comment', { params: { query: { taskId } } });
  assert.equal(read.response.status, 200);
});

test('a dry run stores no comment and notifies no one', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'seller');
  const taskId = newTask(business);
  const api = as(business.owner, business.id);
  const tried = await api.POST('/v1/organization/comment', {
    body: { taskId, message: `@${member.id} hola` },
    headers: { 'dry-run': 'true' },
  });
  assert.equal(tried.response.status, 200);
  const { data } = await api.GET('/v1/organization/comment', { params: { query: { taskId } } });
  assert.equal(data?.total, 0);
  const theirs = await member.api.GET('/v1/organization/user/notifications');
  assert.equal(theirs.data?.unreadCount, 0);
});
