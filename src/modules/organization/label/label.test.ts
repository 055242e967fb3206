import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask, readTask } from '#test/boards.ts';
import { type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { asOwner } from '#test/walks/rows.ts';
import { takeOffRest } from './label.ts';

const labelsOf = async ({ api }: Business, query: object = {}) =>
  (await api.GET('/v1/label', { params: { query } })).data!.data;
const remove = ({ api }: Business, labelId: string) =>
  api.DELETE('/v1/label/{labelId}', { params: { path: { labelId } } });

async function newContact({ api }: Business, labels: string[]) {
  const { data, error } = await api.POST('/v1/beneficiary', { body: { name: 'Ana', labels } });
  assert.ok(data, JSON.stringify(error));
  return data;
}
const contactLabels = async ({ api }: Business, beneficiaryId: string) =>
  (await api.GET('/v1/beneficiary/{beneficiaryId}', { params: { path: { beneficiaryId } } })).data!.labels;

test('a label is made where it is first used, once, and knows what it is used for', async () => {
  const business = await newBusiness();
  const { api } = business;
  await Promise.all(Array.from({ length: 4 }, () => newContact(business, ['vip', 'mayorista'])));
  await api.POST('/v1/files/document', { body: { title: 'Nota', markdown: 'Hola', labels: ['vip'] } });
  const { columns } = await newBoard({}, business);
  await newTask(api, columns[0]!.id, { labels: ['urgente'] });
  assert.deepEqual(
    (await labelsOf(business)).map(({ name, usedFor }) => [name, usedFor.toSorted()]),
    [
      ['mayorista', ['contact']],
      ['urgente', ['task']],
      ['vip', ['contact', 'document']],
    ],
  );
  assert.deepEqual(
    (await labelsOf(business, { usedFor: 'document' })).map(({ name }) => name),
    ['vip'],
  );
  assert.deepEqual(
    (await labelsOf(business, { usedFor: 'document,task' })).map(({ name }) => name),
    ['urgente', 'vip'],
  );
  const [label] = await labelsOf(business);
  const { data } = await api.PATCH('/v1/label', { body: { id: label!.id, colour: '#0B6E4F' } });
  assert.equal(data!.colour, '#0b6e4f');
});

test('things are found by a label in upper or lower case, with or without accents', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { columns } = await newBoard({}, business);
  const { data: channel } = await api.POST('/v1/channel', { body: { kind: 'email', name: 'Correo', email: 'a@b.do' } });
  for (const [place, label] of ['Crédito', 'CRÉDITO'].entries()) {
    await newContact(business, [label]);
    await newTask(api, columns[0]!.id, { labels: [label] });
    await api.POST('/v1/files/document', { body: { title: 'Nota', markdown: 'Hola', labels: [label] } });
    const conversation = { channelId: channel!.id, sourceId: `${place}@example.com` };
    await api.POST('/v1/conversation', { body: { ...conversation, labels: [label, `solo ${label}`] } });
  }
  const query = { label: 'credito' };
  const found = await Promise.all([
    api.GET('/v1/beneficiary', { params: { query } }),
    api.GET('/v1/tasks/board-task', { params: { query } }),
    api.GET('/v1/files/documents', { params: { query } }),
    api.GET('/v1/conversation', { params: { query } }),
    api.GET('/v1/conversation', { params: { query: { label: 'solo credito' } } }),
    api.GET('/v1/conversation', { params: { query: { label: 'otra' } } }),
  ]);
  assert.deepEqual(
    found.map(({ data }) => data!.data.length),
    [2, 2, 2, 2, 2, 0],
  );
});

test('a deleted label is taken off everything, and things are found by it no longer', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contact = await newContact(business, ['vip', 'fiel']);
  const { data: document } = await api.POST('/v1/files/document', {
    body: { title: 'Nota', markdown: 'Hola', labels: ['vip'] },
  });
  const { board, columns } = await newBoard({ labels: [{ name: 'vip', colour: '#aa0000' }] }, business);
  const task = await newTask(api, columns[0]!.id, { labels: ['vip'] });
  const vip = (await labelsOf(business)).find(({ name }) => name === 'vip')!;
  assert.equal((await remove(business, vip.id)).response.status, 204);
  assert.deepEqual(await contactLabels(business, contact.id), ['fiel']);
  assert.deepEqual((await readTask(api, task.id)).labels, []);
  const { data: found } = await api.GET('/v1/files/documents', { params: { query: { search: 'vip' } } });
  assert.deepEqual([found!.data, document!.labels], [[], ['vip']]);
  const [kept] = await asOwner<{ labels: unknown[] }>('SELECT labels FROM boards WHERE id = $1', [board.id]);
  assert.deepEqual(kept!.labels, []);
  assert.deepEqual(
    (await labelsOf(business)).map(({ name }) => name),
    ['fiel'],
  );
  assert.equal((await remove(business, vip.id)).response.status, 404);
});

test('a label on very many things is gone from the list at once, and a job takes it off the rest', async () => {
  const business = await newBusiness();
  const { id } = await newContact(business, ['masivo']);
  await asOwner(
    `INSERT INTO contacts (organization_id, id, name, sort_name, labels, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), name, sort_name, labels, now(), now() FROM contacts, generate_series(1, 2100)
     WHERE organization_id = $1 AND id = $2`,
    [business.id, id],
  );
  const [label] = await labelsOf(business);
  assert.equal((await remove(business, label!.id)).response.status, 204);
  assert.deepEqual(await labelsOf(business), []);
  await eventually(async () => {
    const rows = await asOwner(`SELECT FROM contacts WHERE organization_id = $1 AND 'masivo' = ANY (labels) LIMIT 1`, [
      business.id,
    ]);
    return rows.length === 0;
  });
  await newContact(business, ['masivo']);
  assert.equal((await labelsOf(business)).length, 1);
});

test('a name that is used again while its label is removed is another label, and is not taken off', async () => {
  const business = await newBusiness();
  const old = await newContact(business, ['paso']);
  const [label] = await labelsOf(business);
  await asOwner(`UPDATE contacts SET updated_at = now() - interval '1 hour' WHERE id = $1`, [old.id]);
  await asOwner(`UPDATE labels SET removed_at = now() - interval '1 minute' WHERE id = $1`, [label!.id]);
  const used = await newContact(business, ['paso']);
  await runNow(takeOffRest, { id: label!.id, organizationId: business.id });
  assert.deepEqual(await contactLabels(business, old.id), []);
  assert.deepEqual(await contactLabels(business, used.id), ['paso']);
  const [again, ...others] = await labelsOf(business);
  assert.deepEqual([again!.name, others], ['paso', []]);
  assert.notEqual(again!.id, label!.id);
});

test('using and deleting a label at the same time leaves no thing with a label that does not exist', async () => {
  const business = await newBusiness();
  for (let round = 0; round < 5; round++) {
    await newContact(business, ['carrera']);
    const label = (await labelsOf(business)).find(({ name }) => name === 'carrera')!;
    await Promise.all([
      remove(business, label.id),
      newContact(business, ['carrera']),
      newContact(business, ['carrera']),
    ]);
    const [{ used }] = (await asOwner<{ used: boolean }>(
      `SELECT EXISTS (SELECT FROM contacts WHERE organization_id = $1 AND 'carrera' = ANY (labels)) AS used`,
      [business.id],
    )) as [{ used: boolean }];
    const isListed = (await labelsOf(business)).some(({ name }) => name === 'carrera');
    assert.ok(isListed || !used);
  }
});

test('labels belong to their organization, and viewers cannot delete them', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  await newContact(business, ['mía']);
  const [label] = await labelsOf(business);
  assert.equal((await remove(other, label!.id)).response.status, 404);
  const viewer = await newMember(business, 'viewer');
  const params = { path: { labelId: label!.id } };
  assert.equal((await viewer.api.DELETE('/v1/label/{labelId}', { params })).response.status, 403);
});
