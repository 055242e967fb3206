import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newBusiness, newMember } from '#test/harness.ts';

test('a project shows its budget against the ledger, also after changes and voids', async () => {
  const { api } = await newBusiness();
  const body = { name: 'Remodelación', budget: '1000', startsOn: '2026-11-01', endsOn: '2026-12-31' };
  const { data: project } = await api.POST('/v1/project', { body });
  assert.deepEqual(project!.actual, { income: '0.00', expense: '0.00', result: '0.00' });
  assert.deepEqual([project!.budget, project!.remaining, project!.startsOn], ['1000.00', '1000.00', '2026-11-01']);
  const projectId = project!.id;
  const enter = async (kind: 'income' | 'expense', amount: string, taxes: { name: string; amount: string }[] = []) =>
    (await api.POST('/v1/record', { body: { kind, amount, taxes, projectId } })).data!.id;
  await enter('expense', '708', [{ name: 'ITBIS', amount: '108' }]);
  const wrong = await enter('expense', '300');
  const mistaken = await enter('expense', '999');
  await enter('income', '150');
  await api.PATCH('/v1/record', { body: { id: wrong, amount: '500' } });
  await api.DELETE('/v1/record', { body: { id: mistaken } });
  await api.POST('/v1/record', { body: { kind: 'expense', amount: '77' } });
  const { data } = await api.GET('/v1/project/{projectId}', { params: { path: { projectId } } });
  assert.deepEqual(data!.actual, { income: '150.00', expense: '1100.00', result: '-950.00' });
  assert.equal(data!.remaining, '-100.00');
});

test('projects are listed newest first, found by their words, and leave the list when archived', async () => {
  const { api } = await newBusiness();
  const ids: string[] = [];
  for (const name of ['Remodelación', 'Feria agrícola', 'Remodelación del patio']) {
    ids.push((await api.POST('/v1/project', { body: { name } })).data!.id);
  }
  const list = async (query = {}) =>
    (await api.GET('/v1/project', { params: { query } })).data!.data.map(({ id }) => id);
  assert.deepEqual(await list(), ids.toReversed());
  assert.deepEqual(await list({ search: 'remodelacion' }), [ids[2], ids[0]]);
  assert.deepEqual(await list({ itemsPerPage: 1, page: 2 }), [ids[1]]);
  await api.PATCH('/v1/project', { body: { id: ids[0]!, archived: true } });
  assert.deepEqual(await list({ search: 'remodelacion' }), [ids[2]]);
  assert.deepEqual(await list({ archived: 'true' }), [ids[0]]);
  assert.deepEqual(await list({ archived: 'all' }), ids.toReversed());
});

test('a project changes by version, keeps what is left out, and ends after it starts', async () => {
  const { api } = await newBusiness();
  const { data: project } = await api.POST('/v1/project', { body: { name: 'Feria', budget: '50' } });
  const id = project!.id;
  const changed = await api.PATCH('/v1/project', { body: { id, version: 1, startsOn: '2026-11-15' } });
  assert.deepEqual([changed.data!.version, changed.data!.budget, changed.data!.name], [2, '50.00', 'Feria']);
  const stale = await api.PATCH('/v1/project', { body: { id, version: 1, name: 'Otra' } });
  const backwards = await api.PATCH('/v1/project', { body: { id, endsOn: '2026-11-14' } });
  assert.deepEqual([stale.error!.code, backwards.error!.code], ['version_conflict', 'ends_before_it_starts']);
  assert.equal(backwards.error!.errors[0]!.path, 'body.endsOn');
  const without = await api.PATCH('/v1/project', { body: { id, budget: null } });
  assert.deepEqual([without.data!.budget, without.data!.remaining], [null, null]);
});

test('a viewer reads projects and makes none; another organization sees none', async () => {
  const business = await newBusiness();
  const { data: project } = await business.api.POST('/v1/project', { body: { name: 'Feria' } });
  const viewer = await newMember(business);
  assert.equal((await viewer.api.GET('/v1/project')).data!.total, 1);
  assert.equal((await viewer.api.POST('/v1/project', { body: { name: 'Mía' } })).error!.code, 'forbidden');
  const other = await newBusiness();
  for (const id of [project!.id, newId()]) {
    const read = await other.api.GET('/v1/project/{projectId}', { params: { path: { projectId: id } } });
    const change = await other.api.PATCH('/v1/project', { body: { id, name: 'Mía' } });
    assert.deepEqual([read.error!.code, change.error!.code], ['not_found', 'not_found']);
  }
});
