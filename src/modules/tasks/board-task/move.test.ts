import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyBetween } from '#modules/tasks/order/keys.ts';
import { newBoard, newTask, readTask, tasksIn, titlesIn } from '#test/boards.ts';
import { payloadsOf } from '#test/events.ts';
import { app, codeOf } from '#test/harness.ts';

test('a task is placed in front of, behind or after all others, in its column or another', async () => {
  const { api, columns } = await newBoard();
  const [todo, doing] = [columns[0]!.id, columns[1]!.id];
  const [a, , c] = [
    await newTask(api, todo, { title: 'a' }),
    await newTask(api, todo, { title: 'b' }),
    await newTask(api, todo, { title: 'c' }),
  ];
  await newTask(api, todo, { title: 'first', beforeId: a.id });
  assert.deepEqual(await titlesIn(api, todo), ['first', 'a', 'b', 'c']);
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: c.id, version: 1, afterId: a.id } });
  assert.deepEqual(await titlesIn(api, todo), ['first', 'a', 'c', 'b']);
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: a.id, version: 1 } });
  assert.deepEqual(await titlesIn(api, todo), ['first', 'c', 'b', 'a']);
  const moved = await api.PATCH('/v1/tasks/board-task/move', { body: { id: a.id, version: 2, columnId: doing } });
  assert.deepEqual([moved.data!.columnId, moved.data!.version], [doing, 3]);
  assert.deepEqual([await titlesIn(api, todo), await titlesIn(api, doing)], [['first', 'c', 'b'], ['a']]);
});

test('a stale move is refused with 409 and changes nothing', async () => {
  const { api, columns } = await newBoard();
  const [a, b] = [await newTask(api, columns[0]!.id), await newTask(api, columns[0]!.id)];
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: a.id, version: 1 } });
  const stale = await api.PATCH('/v1/tasks/board-task/move', {
    body: { id: a.id, version: 1, columnId: columns[1]!.id },
  });
  assert.deepEqual([stale.response.status, codeOf(stale)], [409, 'version_conflict']);
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: b.id, version: 1, columnId: columns[1]!.id } });
  const gone = await api.PATCH('/v1/tasks/board-task/move', { body: { id: a.id, version: 2, afterId: b.id } });
  assert.deepEqual([gone.response.status, codeOf(gone)], [409, 'neighbour_moved']);
  assert.deepEqual(
    (await tasksIn(api, columns[0]!.id)).map(({ id }) => id),
    [a.id],
  );
});

test('only a move to another column is announced, and a done column completes the task', async () => {
  const { api, business, columns } = await newBoard();
  const task = await newTask(api, columns[0]!.id);
  await newTask(api, columns[0]!.id);
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: task.id, version: 1 } });
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: task.id, version: 2, columnId: columns[2]!.id } });
  const [event, ...others] = await payloadsOf(business, 'task:updated');
  assert.deepEqual(others, []);
  assert.deepEqual(
    [event!.old, event!.new],
    [
      { columnId: columns[0]!.id, completed: false },
      { columnId: columns[2]!.id, completed: true },
    ],
  );
  await api.PATCH('/v1/tasks/board-task/move', { body: { id: task.id, version: 3, columnId: columns[1]!.id } });
  assert.equal((await readTask(api, task.id)).completed, false);
});

test('random parallel moves leave one total order, equal for all readers, and columns that count right', async () => {
  const { api, columns } = await newBoard();
  const ids: string[] = [];
  for (let index = 0; index < 12; index++)
    ids.push((await newTask(api, columns[index % 2]!.id, { title: `${index}` })).id);
  for (let round = 0; round < 4; round++) {
    const moves = fc.sample(fc.record({ task: fc.nat(11), near: fc.nat(11), column: fc.nat(2), side: fc.nat(2) }), 12);
    const versions = new Map(
      (await Promise.all(ids.map((id) => readTask(api, id)))).map((task) => [task.id, task.version]),
    );
    const answers = await Promise.all(
      moves.map(({ task, near, column, side }) => {
        const id = ids[task]!;
        const place =
          side === 0 || near === task ? {} : side === 1 ? { afterId: ids[near]! } : { beforeId: ids[near]! };
        const body = { id, version: versions.get(id)!, columnId: columns[column]!.id, ...place };
        return api.PATCH('/v1/tasks/board-task/move', { body });
      }),
    );
    assert.ok(answers.every(({ response }) => [200, 409].includes(response.status)));
  }
  const orders = await Promise.all([0, 1, 2].map((index) => tasksIn(api, columns[index]!.id)));
  const again = await Promise.all([0, 1, 2].map((index) => tasksIn(api, columns[index]!.id)));
  assert.deepEqual(orders, again);
  assert.deepEqual(
    orders
      .flat()
      .map(({ id }) => id)
      .sort(),
    ids.toSorted(),
  );
  for (const order of orders) assert.equal(new Set(order.map(({ position }) => position)).size, order.length);
  const { data } = await api.GET('/v1/tasks/board-column', { params: { query: { boardId: columns[0]!.boardId } } });
  assert.deepEqual(
    data!.data.map(({ tasks }) => tasks),
    orders.map(({ length }) => length),
  );
});

test('keys are compared as bytes, so that a capital comes before a small letter', async () => {
  const { api, columns } = await newBoard();
  const first = await newTask(api, columns[0]!.id, { title: 'a0' });
  assert.equal(keyBetween(null, first.position), 'Zz');
  await newTask(api, columns[0]!.id, { title: 'Zz', beforeId: first.id });
  const { data } = await api.GET('/v1/tasks/board-task', {
    params: { query: { columnId: columns[0]!.id, sort: 'position' } },
  });
  assert.deepEqual(
    data!.data.map(({ position, title }) => [position, title]),
    [
      ['Zz', 'Zz'],
      ['a0', 'a0'],
    ],
  );
});

test('keys stay below 50 characters: the neighbours of a crowded place are renumbered and keep their order', async () => {
  const { api, business, columns } = await newBoard();
  const columnId = columns[0]!.id;
  const first = await newTask(api, columnId, { title: 'first' });
  const last = await newTask(api, columnId, { title: 'last' });
  // As hundreds of moves to the same place leave it.
  const crowded = `a0${'0'.repeat(48)}V`;
  await app.engine.within(business.id, ({ tx, organizationId }) =>
    tx
      .updateTable('boardTasks')
      .set({ position: crowded })
      .where('organizationId', '=', organizationId)
      .where('id', '=', last.id)
      .execute(),
  );
  for (let index = 0; index < 40; index++) await newTask(api, columnId, { title: `${index}`, afterId: first.id });
  const tasks = await tasksIn(api, columnId);
  const between = Array.from({ length: 40 }, (_, index) => `${39 - index}`);
  assert.deepEqual(
    tasks.map(({ title }) => title),
    ['first', ...between, 'last'],
  );
  assert.ok(tasks.every(({ position }) => position.length <= 50));
  assert.deepEqual(
    tasks.map(({ position }) => position),
    tasks.map(({ position }) => position).toSorted(),
  );
});

test('two tasks cannot have the same place in the database', async () => {
  const { api, business, columns } = await newBoard();
  const [a, b] = [await newTask(api, columns[0]!.id), await newTask(api, columns[0]!.id)];
  const taking = app.engine.within(business.id, ({ tx, organizationId }) =>
    tx
      .updateTable('boardTasks')
      .set({ position: a.position })
      .where('organizationId', '=', organizationId)
      .where('id', '=', b.id)
      .execute(),
  );
  await assert.rejects(taking, /board_tasks_position/);
});

test('a column takes no more tasks than its limit, however many arrive at once', async () => {
  const { api, columns } = await newBoard({ columns: [{ name: 'Todo' }, { name: 'Doing', limit: 3 }] });
  const tasks = [];
  for (let index = 0; index < 8; index++) tasks.push(await newTask(api, columns[0]!.id));
  const answers = await Promise.all(
    tasks.map(({ id }) =>
      api.PATCH('/v1/tasks/board-task/move', { body: { id, version: 1, columnId: columns[1]!.id } }),
    ),
  );
  assert.equal(answers.filter(({ data }) => data).length, 3);
  assert.ok(answers.every((answer) => answer.data || codeOf(answer) === 'column_full'));
  const [moved] = await tasksIn(api, columns[1]!.id);
  await api.PATCH('/v1/tasks/board-task', { body: { id: moved!.id, archived: true } });
  await newTask(api, columns[1]!.id);
  const back = await api.PATCH('/v1/tasks/board-task', { body: { id: moved!.id, archived: false } });
  assert.equal(codeOf(back), 'column_full');
  const lower = await api.PATCH('/v1/tasks/board-column', { body: { id: columns[1]!.id, limit: 2 } });
  assert.equal(codeOf(lower), 'column_full');
});

test('a task moves to another board with the people and custom fields that the board has too', async () => {
  const field = { key: 'zona', name: 'Zona', type: 'text' };
  const { api, business, columns } = await newBoard({ fields: [field, { key: 'tope', name: 'Tope', type: 'number' }] });
  const other = await newBoard({ fields: [field] }, business);
  const values = { fields: { zona: 'Sur', tope: '5' }, assigneeIds: [business.owner.id] };
  const task = await newTask(api, columns[0]!.id, values);
  const body = { id: task.id, version: 1, columnId: other.columns[0]!.id };
  const { data } = await api.PATCH('/v1/tasks/board-task/move', { body });
  assert.deepEqual([data!.boardId, data!.fields, data!.assignees.length], [other.board.id, { zona: 'Sur' }, 1]);
});
