import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask } from '#test/boards.ts';
import { codeOf, eventually, newMember, type Person } from '#test/harness.ts';

const noticesOf = async ({ api }: Person) =>
  (await api.GET('/v1/organization/user/notifications')).data!.data.map(({ kind, body }) => `${kind} ${body}`);

async function boardWith(...roles: ('editor' | 'viewer')[]) {
  const made = await newBoard();
  const owner = { userId: made.business.owner.id, role: 'admin' as const };
  const people = await Promise.all(roles.map(() => newMember(made.business, 'agent')));
  const members = [owner, ...people.map(({ id }, index) => ({ userId: id, role: roles[index]! }))];
  await made.api.PATCH('/v1/tasks/board', { body: { id: made.board.id, members } });
  return { ...made, people };
}

test('assignees and watchers learn what changed, and the person who changed it does not', async () => {
  const { api, columns, people, business } = await boardWith('editor', 'viewer');
  const [assignee, watcher] = people as [Person, Person];
  const task = await newTask(api, columns[0]!.id, {
    assigneeIds: [assignee.id],
    watcherIds: [watcher.id, business.owner.id],
  });
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: task.id, version: 1, columnId: columns[1]!.id } });
  const first = await eventually(async () => {
    const notices = await noticesOf(assignee);
    return notices.length === 2 && notices;
  });
  assert.deepEqual(first.toSorted(), ['task-assigned Te asignaron esta tarea.', 'task-updated Cambió: la columna.']);
  assert.deepEqual(await noticesOf(watcher), ['task-updated Cambió: la columna.']);
  assert.deepEqual(await noticesOf(business.owner), []);
});

test('a person who is newly assigned learns only that', async () => {
  const { api, columns, people } = await boardWith('editor');
  const [assignee] = people as [Person];
  const task = await newTask(api, columns[0]!.id);
  await api.PATCH('/v1/tasks/board-task', { body: { id: task.id, priority: 'high', assigneeIds: [assignee.id] } });
  const notices = await eventually(async () => {
    const found = await noticesOf(assignee);
    return found.length > 0 && found;
  });
  assert.deepEqual(notices, ['task-assigned Te asignaron esta tarea.']);
});

test('a comment notifies the people of its task, except its author and those whom it mentions', async () => {
  const { api, columns, people, business } = await boardWith('editor', 'editor');
  const [assignee, mentioned] = people as [Person, Person];
  const task = await newTask(api, columns[0]!.id, { title: 'Cobrar', assigneeIds: [assignee.id, mentioned.id] });
  await api.POST('/v1/organization/comment', { body: { message: `@${mentioned.id} ¿ya pagó?`, taskId: task.id } });
  const kinds = async (person: Person) =>
    (await person.api.GET('/v1/organization/user/notifications')).data!.data.map(({ kind }) => kind).sort();
  await eventually(async () => (await kinds(assignee)).includes('task-comment'));
  assert.deepEqual(await kinds(mentioned), ['mention', 'task-assigned']);
  assert.deepEqual(await kinds(business.owner), []);
});

test('a person who does not see the board cannot be mentioned in a comment on its tasks', async () => {
  const { api, columns, people, business } = await boardWith('viewer');
  const [member] = people as [Person];
  const [stranger, reader] = [await newMember(business, 'agent'), await newMember(business, 'admin')];
  const task = await newTask(api, columns[0]!.id, { title: 'Sueldos' });
  const mention = (...ids: string[]) =>
    api.POST('/v1/organization/comment', {
      body: { message: `${ids.map((id) => `@${id}`).join(' ')} sube a 40,000`, taskId: task.id },
    });
  assert.equal(codeOf(await mention(member.id, stranger.id)), 'reference_not_found');
  assert.equal((await mention(member.id, reader.id)).response.status, 201);
  assert.deepEqual(await noticesOf(stranger), []);
  assert.equal((await noticesOf(member)).filter((notice) => notice.startsWith('mention ')).length, 1);
  assert.equal((await noticesOf(reader)).filter((notice) => notice.startsWith('mention ')).length, 1);
});

test('the owner learns that a member who left still has open tasks', async () => {
  const { api, columns, people, business } = await boardWith('editor', 'editor');
  const [leaving, idle] = people as [Person, Person];
  for (const title of ['Pintar', 'Limpiar', 'Cobrar'])
    await newTask(api, columns[0]!.id, { title, assigneeIds: [leaving.id] });
  const done = await newTask(api, columns[0]!.id, { assigneeIds: [leaving.id, idle.id] });
  await api.PATCH('/v1/tasks/board-task', { body: { id: done.id, completed: true } });
  for (const { id } of people)
    await business.api.PATCH('/v1/organization/user/toggle', { body: { userId: id, active: false } });
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    data!.data.map(({ kind, body, data: about }) => [kind, body, about]),
    [['tasks-of-former-member', 'Tiene 3 tareas abiertas: asígnalas a otras personas.', { userId: leaving.id }]],
  );
});
