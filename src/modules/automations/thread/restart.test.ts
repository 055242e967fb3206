import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCall, call, newAutomation, settled } from '#test/automations.ts';
import { codeOf, newBusiness } from '#test/harness.ts';

const path = (id: string) => ({ params: { path: { id } } });

test('a failed thread goes on with the corrected version, or begins again with the same input', async () => {
  const business = await newBusiness();
  const make = { id: 'make', kind: 'operation', operation: 'contacts.create', body: { name: '{{ input.name }}' } };
  const graph = (value: string) => ({
    name: 'Prueba',
    trigger: byCall('name'),
    nodes: [
      { ...make, next: 'check' },
      { id: 'check', kind: 'transform', value },
    ],
  });
  const { id } = await newAutomation(business, graph('{{ input.wrong.name }}'));
  const correct = (changed: object = {}) =>
    business.api.PUT('/v1/automation/{id}', {
      ...path(id),
      body: { ...graph('{{ input.name }}'), ...changed } as never,
    });
  const change = (threadId: string, action: string, currentVersion?: boolean) =>
    business.api.PUT('/v1/automation/thread/{threadId}', {
      params: { path: { threadId } },
      body: { action, currentVersion } as never,
    });
  const contacts = async () =>
    (await business.api.GET('/v1/beneficiary', { params: { query: { search: 'raul' } } })).data!.data.length;

  await call(business, id, { name: 'Raúl' });
  const failed = await settled(business, id);
  assert.deepEqual([failed.state, failed.nodeId], ['failed', 'check']);
  assert.equal(codeOf(await change(failed.id, 'restart', true)), 'invalid_request');
  await correct({ nodes: [make] });
  assert.equal(codeOf(await change(failed.id, 'retry', true)), 'thread_state', 'The node is gone.');
  await correct();
  await business.api.PUT('/v1/automation/{id}/disable', path(id));
  for (const refused of [await change(failed.id, 'retry', true), await change(failed.id, 'restart')])
    assert.equal(codeOf(refused), 'automation_disabled');
  await business.api.PUT('/v1/automation/{id}/enable', path(id));

  await change(failed.id, 'retry', true);
  const done = await settled(business, id);
  assert.deepEqual([done.id, done.state, done.automationVersion], [failed.id, 'done', 3]);
  assert.deepEqual(
    done.steps.map(({ number, nodeId, state }) => [number, nodeId, state]),
    [
      [1, 'make', 'done'],
      [2, 'check', 'failed'],
      [3, 'check', 'done'],
    ],
  );
  assert.equal(await contacts(), 1, 'A retry does not repeat earlier steps.');

  const { data: restarted } = await change(failed.id, 'restart');
  assert.notEqual(restarted!.id, failed.id);
  const second = await settled(business, id);
  assert.deepEqual([second.id, second.state, second.input], [restarted!.id, 'done', { name: 'Raúl' }]);
  assert.equal(await contacts(), 2);

  const listed = async (query: { from?: string; to?: string }) =>
    (await business.api.GET('/v1/automation/thread', { params: { query } })).data!.data.map((thread) => thread.id);
  assert.deepEqual(await listed({ to: second.createdAt }), [failed.id]);
  assert.deepEqual(await listed({ from: second.createdAt }), [second.id]);
});
