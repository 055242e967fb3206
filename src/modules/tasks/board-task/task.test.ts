import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newBoard, newTask, readTask, tasksIn } from '#test/boards.ts';
import { payloadsOf } from '#test/events.ts';
import { codeOf, newBusiness, newMember } from '#test/harness.ts';

test('a task keeps its content, its people, its custom fields and what it links to', async () => {
  const fields = [
    { key: 'zona', name: 'Zona', type: 'choice', options: ['Norte', 'Sur'] },
    { key: 'monto', name: 'Monto', type: 'number' },
  ];
  const { api, business, columns } = await newBoard({ fields });
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ferretería' } });
  const links = [{ entityKind: 'beneficiaryId', entityId: contact!.id }];
  const task = await newTask(api, columns[0]!.id, {
    title: 'Cotizar cemento',
    description: 'Diez fundas',
    priority: 'high',
    labels: ['obra'],
    links,
    startsAt: '2026-11-20T12:00:00.000Z',
    dueAt: '2026-11-20T13:00:00.000Z',
    estimateMinutes: 30,
    checklists: [{ name: 'Pasos', items: [{ text: 'Llamar', done: true }, { text: 'Comparar' }] }],
    fields: { zona: 'Norte', monto: 1250.5 },
    assigneeIds: [business.owner.id],
  });
  const read = await readTask(api, task.id);
  assert.deepEqual(read, task);
  assert.deepEqual([read.fields, read.links, read.labels], [{ zona: 'Norte', monto: '1250.5' }, links, ['obra']]);
  assert.deepEqual([read.assignees[0]!.id, read.watchers[0]!.id], [business.owner.id, business.owner.id]);
  assert.deepEqual(read.checklists[0]!.items, [
    { text: 'Llamar', done: true },
    { text: 'Comparar', done: false },
  ]);
  const { data: about } = await api.GET('/v1/tasks/board-task', { params: { query: { entityId: contact!.id } } });
  assert.deepEqual(
    about!.data.map(({ id }) => id),
    [task.id],
  );
});

test('a link names a kind of thing and its id, and the one that is wrong is named', async () => {
  const { api, columns } = await newBoard();
  const linking = async (entityKind: string) => {
    const body = { title: 'Tarea', columnId: columns[0]!.id, links: [{ entityKind, entityId: newId() }] };
    return (await api.POST('/v1/tasks/board-task', { body })).error!.errors[0]!;
  };
  const { path, message } = await linking('beneficiary');
  assert.equal(path, 'body.links[0].entityKind');
  assert.match(message, /^must be one of .*\bbeneficiaryId\b/);
  assert.equal((await linking('beneficiaryId')).path, 'body.links[0].entityId');
});

test('tasks that link to merged contacts link to the survivor, each once', async () => {
  const { api, columns } = await newBoard();
  const add = async (name: string) => (await api.POST('/v1/beneficiary', { body: { name } })).data!.id;
  const [ana, twin, other] = [await add('Ana'), await add('Ana P.'), await add('Ana Pérez')];
  const linkTo = (...ids: string[]) => ids.map((entityId) => ({ entityKind: 'beneficiaryId', entityId }));
  const task = await newTask(api, columns[0]!.id, { links: linkTo(twin) });
  const both = await newTask(api, columns[0]!.id, { links: linkTo(ana, twin, other) });
  await api.PATCH('/v1/beneficiary/merge', { body: { id: ana, fromIds: [twin, other] } });
  for (const { id } of [task, both]) assert.deepEqual((await readTask(api, id)).links, linkTo(ana));
  const { data: found } = await api.GET('/v1/tasks/board-task', { params: { query: { entityId: ana } } });
  assert.equal(found!.total, 2);
});

test('a change emits only the fields that changed, and a change of nothing emits no event', async () => {
  const { api, business, columns } = await newBoard();
  const task = await newTask(api, columns[0]!.id, { title: 'Contar', labels: ['a'] });
  await api.PATCH('/v1/tasks/board-task', {
    body: { id: task.id, version: 1, title: 'Contar', priority: 'low', assigneeIds: [business.owner.id] },
  });
  await api.PATCH('/v1/tasks/board-task', { body: { id: task.id, title: 'Contar' } });
  const stale = await api.PATCH('/v1/tasks/board-task', { body: { id: task.id, version: 1, title: 'Otra' } });
  assert.equal(codeOf(stale), 'version_conflict');
  const ids = { taskId: task.id, editorId: business.owner.id, columnId: task.columnId };
  assert.deepEqual(await payloadsOf(business, 'task:updated'), [
    {
      ...ids,
      old: { priority: 'none', assigneeIds: [] },
      new: { priority: 'low', assigneeIds: [business.owner.id] },
    },
  ]);
  const [created] = await payloadsOf(business, 'task:created');
  assert.deepEqual(created, { taskId: task.id, creatorId: business.owner.id, columnId: task.columnId });
});

test('a custom field takes values of its type only, and a required one must be there', async () => {
  const fields = [
    { key: 'entrega', name: 'Entrega', type: 'date', required: true },
    { key: 'monto', name: 'Monto', type: 'number' },
    { key: 'sitio', name: 'Sitio', type: 'url' },
    { key: 'quien', name: 'Quién', type: 'person' },
  ];
  const { api, board, columns } = await newBoard({ fields });
  const refused = async (values: object, path: string) => {
    const body = { title: 'X', columnId: columns[0]!.id, fields: values as Record<string, string> };
    const { error } = await api.POST('/v1/tasks/board-task', { body });
    assert.deepEqual([error!.code, error!.errors![0]!.path], ['field_invalid', `body.fields.${path}`]);
  };
  await refused({}, 'entrega');
  await refused({ entrega: '2026-02-30' }, 'entrega');
  await refused({ entrega: '2026-11-20', monto: 'mucho' }, 'monto');
  await refused({ entrega: '2026-11-20', sitio: 'javascript:alert(1)' }, 'sitio');
  await refused({ entrega: '2026-11-20', quien: newId() }, 'quien');
  await refused({ entrega: '2026-11-20', color: 'rojo' }, 'color');
  const task = await newTask(api, columns[0]!.id, { fields: { entrega: '2026-11-20', monto: '2' } });
  const removed = await api.PATCH('/v1/tasks/board', { body: { id: board.id, fields: board.fields.slice(0, 1) } });
  assert.equal(removed.error, undefined);
  assert.deepEqual((await readTask(api, task.id)).fields, { entrega: '2026-11-20' });
  const retyped = await api.PATCH('/v1/tasks/board', {
    body: { id: board.id, fields: [{ key: 'entrega', name: 'Entrega', type: 'text' }] },
  });
  assert.equal(codeOf(retyped), 'field_type_changed');
});

test('dependencies and parts never form a circle', async () => {
  const { api, columns } = await newBoard();
  const [a, b, c] = [
    await newTask(api, columns[0]!.id),
    await newTask(api, columns[0]!.id),
    await newTask(api, columns[0]!.id),
  ];
  const change = (id: string, body: object) => api.PATCH('/v1/tasks/board-task', { body: { id, ...body } });
  await change(a.id, { dependsOn: [b.id] });
  await change(b.id, { dependsOn: [c.id], parentId: a.id });
  await change(c.id, { parentId: b.id });
  assert.equal((await readTask(api, a.id)).blocked, true);
  assert.deepEqual((await readTask(api, a.id)).subtasks, { done: 0, total: 1 });
  assert.equal(codeOf(await change(c.id, { dependsOn: [a.id] })), 'dependency_cycle');
  assert.equal(codeOf(await change(c.id, { dependsOn: [c.id] })), 'dependency_cycle');
  assert.equal(codeOf(await change(a.id, { parentId: c.id })), 'subtask_of_itself');
  assert.equal(codeOf(await change(a.id, { dependsOn: [newId()] })), 'reference_not_found');
  await change(b.id, { completed: true });
  assert.equal((await readTask(api, a.id)).blocked, false);
  await api.DELETE('/v1/tasks/board-task/{taskId}', { params: { path: { taskId: a.id } } });
  assert.deepEqual(await tasksIn(api, columns[0]!.id), []);
});

test('parallel changes that would close a circle together leave none', async () => {
  const { api, columns } = await newBoard();
  const tasks: { id: string }[] = [];
  for (let index = 0; index < 6; index++) tasks.push(await newTask(api, columns[0]!.id));
  const answers = await Promise.all(
    tasks.map(({ id }, index) =>
      api.PATCH('/v1/tasks/board-task', { body: { id, dependsOn: [tasks[(index + 1) % tasks.length]!.id] } }),
    ),
  );
  assert.deepEqual(
    answers.map(codeOf).filter((code) => code !== undefined),
    ['dependency_cycle'],
  );
});

test('parts nest five deep', async () => {
  const { api, columns } = await newBoard();
  let parentId: string | null = null;
  for (let depth = 0; depth < 5; depth++) parentId = (await newTask(api, columns[0]!.id, { parentId })).id;
  const deeper = await api.POST('/v1/tasks/board-task', { body: { title: 'X', columnId: columns[0]!.id, parentId } });
  assert.equal(codeOf(deeper), 'subtasks_too_deep');
});

test('tasks are found over all boards by words, people, labels and dates', async () => {
  const { api, business, columns } = await newBoard();
  const other = await newBoard({ name: 'Casa' }, business);
  const late = await newTask(api, columns[0]!.id, { title: 'Cobrar', dueAt: '2020-01-01T00:00:00Z' });
  const mine = { assigneeIds: [business.owner.id], dueAt: '2999-01-01T00:00:00Z', labels: ['hogar'] };
  const soon = await newTask(other.api, other.columns[1]!.id, { title: 'Pintar la pared', ...mine });
  const list = async (query: object) =>
    (await api.GET('/v1/tasks/board-task', { params: { query } })).data!.data.map(({ id }) => id);
  assert.deepEqual(await list({ search: 'pared' }), [soon.id]);
  assert.deepEqual(await list({ overdue: 'true' }), [late.id]);
  assert.deepEqual(await list({ overdue: 'false' }), [soon.id]);
  assert.deepEqual(await list({ label: 'hogar' }), [soon.id]);
  assert.deepEqual(await list({ sort: 'due' }), [late.id, soon.id]);
  assert.deepEqual(await list({ boardId: other.board.id }), [soon.id]);
  const { data: own } = await api.GET('/v1/tasks/board-task/user');
  assert.deepEqual(
    own!.data.map(({ id }) => id),
    [soon.id],
  );
  await api.PATCH('/v1/tasks/board-task', { body: { id: soon.id, archived: true } });
  assert.deepEqual([await list({ search: 'pared' }), await list({ archived: 'true' })], [[], [soon.id]]);
});

test('a board is hidden from those who take no part in it, and its viewers change nothing', async () => {
  const { api, business, board, columns } = await newBoard();
  const task = await newTask(api, columns[0]!.id);
  const stranger = await newMember(business, 'agent');
  const viewer = await newMember(business, 'agent');
  await api.PATCH('/v1/tasks/board', {
    body: {
      id: board.id,
      members: [
        { userId: business.owner.id, role: 'admin' },
        { userId: viewer.id, role: 'viewer' },
      ],
    },
  });
  const path = { taskId: task.id };
  assert.equal(codeOf(await stranger.api.GET('/v1/tasks/board-task/{taskId}', { params: { path } })), 'not_found');
  assert.equal((await stranger.api.GET('/v1/tasks/board-task')).data!.total, 0);
  assert.equal(codeOf(await stranger.api.GET('/v1/tasks/board/all')), 'forbidden');
  const secret = await stranger.api.POST('/v1/tasks/board-task', { body: { title: 'X', columnId: columns[0]!.id } });
  assert.equal(codeOf(secret), 'reference_not_found');
  assert.equal((await viewer.api.GET('/v1/tasks/board-task/{taskId}', { params: { path } })).data!.id, task.id);
  assert.equal(
    codeOf(await viewer.api.PATCH('/v1/tasks/board-task', { body: { id: task.id, title: 'Y' } })),
    'forbidden',
  );
  const elsewhere = await newBusiness();
  assert.equal(codeOf(await elsewhere.api.GET('/v1/tasks/board-task/{taskId}', { params: { path } })), 'not_found');
});

test('a person who leaves a board leaves its tasks', async () => {
  const { api, business, board, columns } = await newBoard();
  const helper = await newMember(business, 'agent');
  const admin = { userId: business.owner.id, role: 'admin' } as const;
  const members = [admin, { userId: helper.id, role: 'editor' as const }];
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, members } });
  const task = await newTask(api, columns[0]!.id, { assigneeIds: [helper.id] });
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, members: [admin] } });
  assert.deepEqual((await readTask(api, task.id)).assignees, []);
  const again = await api.PATCH('/v1/tasks/board-task', { body: { id: task.id, assigneeIds: [helper.id] } });
  assert.equal(again.error!.errors![0]!.path, 'body.assigneeIds[0]');
  const alone = await api.PATCH('/v1/tasks/board', {
    body: { id: board.id, members: [{ userId: business.owner.id, role: 'editor' }] },
  });
  assert.equal(codeOf(alone), 'board_without_admin');
});
