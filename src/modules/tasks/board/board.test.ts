import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask, readTask, tasksIn } from '#test/boards.ts';
import { anonymous, baseUrl, codeOf, newMember } from '#test/harness.ts';

test('a board is listed for those who take part in it, and all boards for those who may see them', async () => {
  const { api, business, board } = await newBoard({ name: 'Ventas del mes' });
  const helper = await newMember(business, 'agent');
  const mine = await helper.api.POST('/v1/tasks/board', { body: { name: 'Míos' } });
  assert.equal(mine.data!.role, 'admin');
  const names = async (person: typeof helper | typeof business, query = {}) =>
    (await person.api.GET('/v1/tasks/board', { params: { query } })).data!.data.map(({ name }) => name);
  assert.deepEqual([await names(helper), await names(business)], [['Míos'], ['Ventas del mes']]);
  assert.deepEqual(await names(business, { search: 'ventas' }), ['Ventas del mes']);
  const { data: all } = await api.GET('/v1/tasks/board/all');
  assert.deepEqual(
    all!.data.map(({ name, role }) => [name, role]),
    [
      ['Míos', null],
      ['Ventas del mes', 'admin'],
    ],
  );
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, archived: true } });
  assert.deepEqual(await names(business), []);
});

test('a board from a template has its columns, fields and tasks, without people, dates and ticks', async () => {
  const fields = [{ key: 'zona', name: 'Zona', type: 'text' }];
  const { api, business, columns, board } = await newBoard({
    template: true,
    fields,
    labels: [{ name: 'obra', colour: '#AA0000' }],
  });
  const done = { checklists: [{ name: '', items: [{ text: 'Medir', done: true }] }] };
  await newTask(api, columns[0]!.id, {
    title: 'Medir',
    dueAt: '2026-11-20T00:00:00Z',
    assigneeIds: [business.owner.id],
    ...done,
  });
  const copy = await api.POST('/v1/tasks/board', { body: { name: 'Obra 1', templateId: board.id } });
  assert.deepEqual(
    [copy.data!.fields, copy.data!.labels, copy.data!.template],
    [board.fields, [{ name: 'obra', colour: '#aa0000' }], false],
  );
  assert.deepEqual(
    copy.data!.columns.map(({ name, tasks }) => [name, tasks]),
    [
      ['Por hacer', 1],
      ['En curso', 0],
      ['Hecho', 0],
    ],
  );
  const [task] = await tasksIn(api, copy.data!.columns[0]!.id);
  assert.deepEqual([task!.title, task!.dueAt, task!.assignees], ['Medir', null, []]);
  assert.deepEqual(task!.checklists, [{ name: '', items: [{ text: 'Medir', done: false }] }]);
  const { data: listed } = await api.GET('/v1/tasks/board', { params: { query: { template: true } } });
  assert.deepEqual(
    listed!.data.map(({ id }) => id),
    [board.id],
  );
});

test('a deleted board takes its tasks and its link with it', async () => {
  const { api, board, columns } = await newBoard();
  const task = await newTask(api, columns[0]!.id);
  const params = { path: { boardId: board.id } };
  const { data: share } = await api.POST('/v1/tasks/board/{boardId}/share', { params, body: {} });
  assert.equal((await api.DELETE('/v1/tasks/board/{boardId}', { params })).response.status, 204);
  assert.equal((await readTask(api, task.id)) as unknown, undefined);
  const gone = await anonymous.GET('/v1/tasks/board/shared/{shareId}/data', {
    params: { path: { shareId: share!.shareId } },
  });
  assert.equal(codeOf(gone), 'not_found');
});

test('a shared board shows nothing private', async () => {
  const fields = [
    { key: 'zona', name: 'Zona', type: 'text', shared: true },
    { key: 'costo', name: 'Costo', type: 'number' },
    { key: 'vendedor', name: 'Vendedor', type: 'person', shared: true },
  ];
  const { api, business, board, columns } = await newBoard({ fields });
  const secret = 'secreto-9471';
  const owner = business.owner.id;
  const file = await api.POST('/v1/files/base64', { body: { name: `${secret}.txt`, content: 'aG9sYQ==' } });
  const shown = await newTask(api, columns[0]!.id, {
    title: 'Entregar',
    description: secret,
    labels: ['ruta'],
    assigneeIds: [owner],
    attachments: [file.data!.id],
    fields: { zona: 'Norte', costo: '9471', vendedor: owner },
    checklists: [{ name: secret, items: [{ text: secret, done: true }, { text: 'b' }] }],
  });
  await newTask(api, columns[0]!.id, { title: secret, private: true });
  const archived = await newTask(api, columns[0]!.id, { title: secret });
  await api.PATCH('/v1/tasks/board-task', { body: { id: archived.id, archived: true } });
  await api.POST('/v1/organization/comment', { body: { message: secret, taskId: shown.id } });
  const params = { path: { boardId: board.id } };
  const { data: share } = await api.POST('/v1/tasks/board/{boardId}/share', { params, body: {} });
  const path = { shareId: share!.shareId };
  const { data } = await anonymous.GET('/v1/tasks/board/shared/{shareId}/data', { params: { path } });
  const [task, ...others] = data!.columns[0]!.tasks;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [task!.title, task!.fields, task!.checklist, task!.description],
    ['Entregar', { zona: 'Norte' }, { done: 1, total: 2 }, null],
  );
  const text = JSON.stringify(data);
  for (const hidden of [secret, owner, business.owner.email, '9471', shown.id, board.id, business.id])
    assert.ok(!text.includes(hidden), hidden);
  const page = await (await fetch(share!.url, { headers: { accept: 'text/html' } })).text();
  for (const hidden of [secret, owner, business.owner.email, shown.id]) assert.ok(!page.includes(hidden), hidden);
  assert.ok(share!.url.startsWith(baseUrl) && page.includes('Entregar'));
});

test('a shared board reads only what it shows of its tasks, however long their checklists are', async () => {
  const { api, board, columns } = await newBoard();
  const items = Array.from({ length: 100 }, (_, place) => ({ text: 'x'.repeat(300), done: place < 25 }));
  const checklists = Array.from({ length: 10 }, () => ({ name: 'Lista', items }));
  for (let count = 0; count < 30; count++) await newTask(api, columns[0]!.id, { checklists });
  const { data: share } = await api.POST('/v1/tasks/board/{boardId}/share', {
    params: { path: { boardId: board.id } },
    body: {},
  });
  const { data } = await anonymous.GET('/v1/tasks/board/shared/{shareId}/data', {
    params: { path: { shareId: share!.shareId } },
  });
  assert.deepEqual(
    data!.columns[0]!.tasks.map(({ checklist }) => checklist),
    Array.from({ length: 30 }, () => ({ done: 250, total: 1000 })),
  );
});

test('the link of a board stays the same until it is revoked, and shows descriptions only if asked to', async () => {
  const { api, board, columns } = await newBoard();
  await newTask(api, columns[0]!.id, { description: 'Con cuidado' });
  const params = { path: { boardId: board.id } };
  const share = async (descriptions: boolean) =>
    (await api.POST('/v1/tasks/board/{boardId}/share', { params, body: { descriptions } })).data!.shareId;
  const shareId = await share(false);
  assert.equal(await share(true), shareId);
  const read = () => anonymous.GET('/v1/tasks/board/shared/{shareId}/data', { params: { path: { shareId } } });
  assert.equal((await read()).data!.columns[0]!.tasks[0]!.description, 'Con cuidado');
  await api.DELETE('/v1/tasks/board/{boardId}/share', { params });
  assert.equal(codeOf(await read()), 'not_found');
  assert.notEqual(await share(false), shareId);
});
