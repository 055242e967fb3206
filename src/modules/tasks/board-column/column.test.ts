import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask, titlesIn } from '#test/boards.ts';
import { codeOf, newMember } from '#test/harness.ts';

test('columns keep the order in which they are moved', async () => {
  const { api, board, columns } = await newBoard();
  const names = async () =>
    (await api.GET('/v1/tasks/board-column', { params: { query: { boardId: board.id } } })).data!.data.map(
      ({ name }) => name,
    );
  await api.POST('/v1/tasks/board-column', { body: { boardId: board.id, name: 'Revisión', afterId: columns[1]!.id } });
  assert.deepEqual(await names(), ['Por hacer', 'En curso', 'Revisión', 'Hecho']);
  const body = { id: columns[2]!.id, version: 1, beforeId: columns[0]!.id };
  await api.PATCH('/v1/tasks/board-column/move', { body });
  assert.deepEqual(await names(), ['Hecho', 'Por hacer', 'En curso', 'Revisión']);
  assert.equal(codeOf(await api.PATCH('/v1/tasks/board-column/move', { body })), 'version_conflict');
  const path = { columnId: columns[2]!.id };
  assert.equal((await api.GET('/v1/tasks/board-column/{columnId}', { params: { path } })).data!.done, true);
  for (let index = 0; index < 60; index++) {
    const { data } = await api.GET('/v1/tasks/board-column', { params: { query: { boardId: board.id } } });
    const [first, , third] = data!.data;
    await api.PATCH('/v1/tasks/board-column/move', {
      body: { id: third!.id, version: third!.version, afterId: first!.id },
    });
  }
  const { data } = await api.GET('/v1/tasks/board-column', { params: { query: { boardId: board.id } } });
  assert.ok(data!.data.every(({ position }) => position.length <= 50));
});

test('a column with tasks is deleted after they moved to another one', async () => {
  const { api, board, columns } = await newBoard();
  const [todo, doing] = [columns[0]!.id, columns[1]!.id];
  await newTask(api, todo, { title: 'a' });
  const archived = await newTask(api, todo, { title: 'b' });
  await api.PATCH('/v1/tasks/board-task', { body: { id: archived.id, archived: true } });
  await newTask(api, doing, { title: 'c' });
  const remove = (query: object) =>
    api.DELETE('/v1/tasks/board-column/{columnId}', { params: { path: { columnId: todo }, query } });
  assert.equal(codeOf(await remove({})), 'column_not_empty');
  assert.equal(codeOf(await remove({ moveTasksTo: todo })), 'reference_not_found');
  assert.equal((await remove({ moveTasksTo: doing })).response.status, 204);
  assert.deepEqual(await titlesIn(api, doing), ['c', 'a']);
  const { data } = await api.GET('/v1/tasks/board/{boardId}', { params: { path: { boardId: board.id } } });
  assert.deepEqual(
    data!.columns.map(({ tasks }) => tasks),
    [2, 0],
  );
});

test('only admins of a board change its columns', async () => {
  const { api, business, board, columns } = await newBoard();
  const editor = await newMember(business, 'agent');
  const members = [
    { userId: business.owner.id, role: 'admin' as const },
    { userId: editor.id, role: 'editor' as const },
  ];
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, members } });
  const body = { id: columns[0]!.id, name: 'Otra' };
  assert.equal(codeOf(await editor.api.PATCH('/v1/tasks/board-column', { body })), 'forbidden');
  assert.equal((await newTask(editor.api, columns[0]!.id)).boardId, board.id);
  assert.equal((await api.PATCH('/v1/tasks/board-column', { body })).data!.name, 'Otra');
});
