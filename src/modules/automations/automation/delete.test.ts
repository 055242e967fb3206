import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCall, call, newAutomation, settled } from '#test/automations.ts';
import { app, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';
import { expireThreads } from '../due.ts';
import { automations, schedules, threads, versions } from '../tables.ts';

const path = (id: string) => ({ params: { path: { id } } });
const compute = { id: 'one', kind: 'transform', value: 1 };

const rowsOf = (organizationId: string) =>
  app.engine.within(organizationId, (ctx) =>
    Promise.all([automations.count(ctx), versions.count(ctx), schedules.count(ctx), threads.count(ctx)]),
  );

test('a deleted automation is gone with its plans, and starts nothing', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id } = await newAutomation(business, { trigger: byCall(), nodes: [compute] });
  const plan = { automationId: id, at: Temporal.Now.instant().add({ hours: 24 }).toString() };
  assert.ok((await api.POST('/v1/automation/schedule', { body: plan as never })).data);
  const deleted = await api.DELETE('/v1/automation/{id}', path(id));
  assert.equal(deleted.response.status, 204);
  assert.deepEqual(await rowsOf(business.id), [0, 0, 0, 0]);
  assert.equal(codeOf(await api.DELETE('/v1/automation/{id}', path(id))), 'not_found');
  assert.equal(codeOf(await api.POST('/v1/automation/api', { body: { automationId: id } })), 'reference_not_found');
});

test('threads of a deleted automation are canceled and stay readable until their time is over', async () => {
  const business = await newBusiness();
  const { api } = business;
  const trigger = { kind: 'webhook' };
  const nodes = [
    { ...compute, next: 'pause' },
    { id: 'pause', kind: 'wait', seconds: 86_400 },
  ];
  const { id, webhookUrl } = await newAutomation(business, { trigger, nodes });
  const post = () =>
    fetch(webhookUrl!, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  assert.equal((await post()).status, 202);
  const { id: threadId } = await settled(business, id);
  await api.DELETE('/v1/automation/{id}', path(id));
  assert.equal((await post()).status, 404);
  for (const gone of [
    await api.GET('/v1/automation/{id}', path(id)),
    await api.GET('/v1/automation/{id}/threads', path(id)),
    await api.PUT('/v1/automation/{id}/enable', path(id)),
    await api.POST('/v1/automation/{id}/test', { ...path(id), body: {} }),
  ])
    assert.equal(codeOf(gone), 'not_found');
  assert.equal((await api.GET('/v1/automation')).data!.total, 0);

  const { data: history } = await api.GET('/v1/automation/thread', { params: { query: { automationId: id } } });
  assert.deepEqual([history!.data.length, history!.data[0]!.state], [1, 'canceled']);
  const thread = { params: { path: { threadId } } };
  assert.equal((await api.GET('/v1/automation/thread/{threadId}', thread)).data!.steps[0]!.output, 1);
  const { data: happened } = await api.GET('/v1/automation/thread/{threadId}/events', thread);
  assert.deepEqual(happened!.data.at(-1)!.details, { userId: business.owner.id });
  assert.equal(happened!.data.at(-1)!.type, 'canceled');

  const next = await app.engine.within(business.id, expireThreads);
  assert.equal(Math.round(next!.since(Temporal.Now.instant()).total('days')), 90);
  assert.deepEqual(await rowsOf(business.id), [1, 1, 0, 1]);
  await asOwner(`UPDATE automation_threads SET finished_at = now() - interval '91 days' WHERE id = $1`, [threadId]);
  // The end of the thread has asked for the tick that removes it.
  await moveDue(business.id);
  await eventually(async () => (await rowsOf(business.id)).every((count) => count === 0));
});

test('a failed thread of a deleted automation is not resumed', async () => {
  const business = await newBusiness();
  const nodes = [{ ...compute, value: '{{ 1 / 0 }}' }];
  const { id } = await newAutomation(business, { trigger: byCall(), nodes });
  const { id: threadId } = await call(business, id);
  assert.equal((await settled(business, id)).state, 'failed');
  await business.api.DELETE('/v1/automation/{id}', path(id));
  const retry = { params: { path: { threadId } }, body: { action: 'retry' as const } };
  assert.equal(codeOf(await business.api.PUT('/v1/automation/thread/{threadId}', retry)), 'thread_state');
});

test('only publishing needs a fresh authentication: a disabled automation is saved without one', async () => {
  const business = await newBusiness();
  const { api } = business;
  const draft = { name: 'Borrador', trigger: byCall(), nodes: [compute] };
  const on = await newAutomation(business, draft);
  await asOwner(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [
    business.owner.id,
  ]);
  const body = draft as never;
  const off = await api.POST('/v1/automation', { body });
  const saved = await api.PUT('/v1/automation/{id}', { ...path(off.data!.id), body });
  assert.equal(saved.data!.currentVersion, 2);
  for (const published of [
    await api.POST('/v1/automation', { body: { ...draft, enabled: true } as never }),
    await api.PUT('/v1/automation/{id}', { ...path(on.id), body }),
    await api.PUT('/v1/automation/{id}/enable', path(off.data!.id)),
  ])
    assert.equal(codeOf(published), 'fresh_authentication_required');
});

const moveDue = (organizationId: string) =>
  asOwner(
    `UPDATE organization_ticks SET due_at = now(), due_really_at = now() WHERE organization_id = $1 AND tick = 'automations-expired'`,
    [organizationId],
  );
