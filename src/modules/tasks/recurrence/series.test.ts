import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask, readTask } from '#test/boards.ts';
import { app, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

type Made = Awaited<ReturnType<typeof recurringBoard>>;

async function recurringBoard(recurrence: object, task: object = {}) {
  const made = await newBoard({}, await newBusiness({ sandbox: true }));
  const { api, columns } = made;
  return { ...made, task: await newTask(api, columns[0]!.id, { title: 'Cierre', recurrence, ...task }) };
}

const seriesTasks = async ({ api }: Made, seriesId: string) => {
  const query = { seriesId, sort: 'due', itemsPerPage: 200 } as const;
  return (await api.GET('/v1/tasks/board-task', { params: { query } })).data!.data;
};
const occurrencesOf = async (made: Made, task = made.task) =>
  (await seriesTasks(made, task.recurrence!.seriesId)).map(({ recurrence }) => recurrence!.occurrence);
const inSandbox = (iso: string) => Temporal.Instant.from(iso);

const weekly = { rule: 'FREQ=WEEKLY;BYDAY=MO', start: '2031-01-06T09:00:00', timeZone: 'America/Santo_Domingo' };

test('the clock makes each occurrence once, with the content of the first task', async () => {
  const made = await recurringBoard(weekly, {
    labels: ['caja'],
    startsAt: '2031-01-06T12:00:00Z',
    dueAt: '2031-01-06T13:00:00Z',
  });
  assert.equal(made.task.dueAt, '2031-01-06T13:00:00.000Z');
  await moveClock(made.business, inSandbox('2031-01-20T13:00:00Z'));
  const tasks = await seriesTasks(made, made.task.recurrence!.seriesId);
  assert.deepEqual(
    tasks.map(({ dueAt }) => dueAt),
    ['06', '13', '20'].map((day) => `2031-01-${day}T13:00:00.000Z`),
  );
  assert.deepEqual(
    [tasks[2]!.title, tasks[2]!.labels, tasks[2]!.startsAt],
    ['Cierre', ['caja'], '2031-01-20T12:00:00.000Z'],
  );
  await moveClock(made.business, inSandbox('2031-01-21T13:00:00Z'));
  assert.equal((await occurrencesOf(made)).length, 3);
});

async function pendingOf({ api, task }: Awaited<ReturnType<typeof recurringBoard>>): Promise<string[]> {
  const params = { path: { taskId: task.id } };
  const { data } = await api.GET('/v1/tasks/board-task/{taskId}/recurrence/pending-schedules', { params });
  return data!.data.map(({ occurrence }) => occurrence);
}

test('occurrences on an archived board stay pending, and those after it is back are made', async () => {
  const made = await recurringBoard(weekly);
  const archive = async (archived: boolean) => {
    const { id } = made.board;
    const { error } = await made.api.PATCH('/v1/tasks/board', { body: { id, archived } });
    assert.equal(error, undefined);
  };
  await archive(true);
  await moveClock(made.business, inSandbox('2031-01-14T13:00:00Z'));
  assert.deepEqual(await occurrencesOf(made), ['2031-01-06T09:00:00']);
  assert.deepEqual(await pendingOf(made), ['2031-01-13T09:00:00']);
  await archive(false);
  await moveClock(made.business, inSandbox('2031-01-21T13:00:00Z'));
  assert.deepEqual(await occurrencesOf(made), ['2031-01-06T09:00:00', '2031-01-20T09:00:00']);
});

test('a task is completed also where its column has no room for the next one, which stays pending', async () => {
  const made = await recurringBoard({ ...weekly, creates: 'on-completion' });
  await made.api.PATCH('/v1/tasks/board-column', { body: { id: made.columns[0]!.id, limit: 1 } });
  const done = await made.api.PATCH('/v1/tasks/board-task', { body: { id: made.task.id, completed: true } });
  assert.ok(done.data?.completedAt, JSON.stringify(done.error));
  assert.equal((await occurrencesOf(made)).length, 1);
});

test('a recurring task is not assigned to a member who left or is deactivated', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  const [leaving, resting] = [await newMember(business, 'seller'), await newMember(business, 'seller')];
  const everyone = [business.owner.id, leaving.id, resting.id];
  const members = everyone.map((userId) => ({ userId, role: 'admin' as const }));
  const made = await newBoard({ members }, business);
  const content = { title: 'Cierre', recurrence: weekly, assigneeIds: everyone };
  const task = await newTask(api, made.columns[0]!.id, content);
  await leaving.api.POST('/v1/organization/leave', {});
  await api.PATCH('/v1/organization/user/toggle', { body: { userId: resting.id, active: false } });
  await moveClock(business, inSandbox('2031-01-13T13:00:00Z'));
  const [, next] = await seriesTasks({ ...made, task }, task.recurrence!.seriesId);
  assert.deepEqual(
    next!.assignees.map(({ id }) => id),
    [business.owner.id],
  );
});

test('parallel requests and the clock make an occurrence once', async () => {
  const made = await recurringBoard(weekly);
  const path = { taskId: made.task.id };
  const occurrence = '2031-01-13T09:00:00';
  const create = () =>
    made.api.POST('/v1/tasks/board-task/{taskId}/recurrence/force-create', { params: { path }, body: { occurrence } });
  const answers = await Promise.all(Array.from({ length: 8 }, create));
  assert.equal(answers.filter(({ response }) => response.status === 201).length, 1);
  assert.ok(answers.every((answer) => answer.data || codeOf(answer) === 'occurrence_made'));
  const [task] = answers.flatMap(({ data }) => data ?? []);
  await made.api.DELETE('/v1/tasks/board-task/{taskId}', { params: { path: { taskId: task!.id } } });
  assert.equal(codeOf(await create()), 'occurrence_made');
  await moveClock(made.business, inSandbox('2031-01-20T14:00:00Z'));
  assert.deepEqual(await occurrencesOf(made), ['2031-01-06T09:00:00', '2031-01-20T09:00:00']);
  const unknown = { occurrence: '2031-01-14T09:00:00' };
  const other = await made.api.POST('/v1/tasks/board-task/{taskId}/recurrence/force-create', {
    params: { path },
    body: unknown,
  });
  assert.equal(codeOf(other), 'occurrence_unknown');
});

test('the next and the pending occurrences are listed, and past ones are made only on request', async () => {
  const start = Temporal.Now.zonedDateTimeISO('UTC')
    .subtract({ days: 3, hours: 1 })
    .toPlainDateTime()
    .round({ smallestUnit: 'second', roundingMode: 'floor' });
  const made = await recurringBoard({ rule: 'FREQ=DAILY', start: start.toString(), timeZone: 'UTC' });
  const path = { taskId: made.task.id };
  const names = (days: number[]) => days.map((day) => start.add({ days: day }).toString({ smallestUnit: 'second' }));
  const pending = async () =>
    (
      await made.api.GET('/v1/tasks/board-task/{taskId}/recurrence/pending-schedules', { params: { path } })
    ).data!.data.map(({ occurrence }) => occurrence);
  assert.deepEqual(await pending(), names([1, 2, 3]));
  const next = await made.api.GET('/v1/tasks/board-task/{taskId}/recurrence/next', {
    params: { path, query: { count: 2 } },
  });
  assert.deepEqual(
    next.data!.data.map(({ occurrence }) => occurrence),
    names([4, 5]),
  );
  const forced = await made.api.POST('/v1/tasks/board-task/{taskId}/recurrence/force-create', {
    params: { path },
    body: {},
  });
  assert.equal(forced.data!.recurrence!.occurrence, names([1])[0]);
  assert.deepEqual(await pending(), names([2, 3]));
  const plain = await newTask(made.api, made.columns[0]!.id);
  const refused = await made.api.GET('/v1/tasks/board-task/{taskId}/recurrence/next', {
    params: { path: { taskId: plain.id } },
  });
  assert.equal(codeOf(refused), 'not_recurring');
});

test('a late completion makes the next occurrence of the rule: none is skipped and none doubled', async () => {
  const made = await recurringBoard({ ...weekly, creates: 'on-completion' });
  await moveClock(made.business, inSandbox('2031-01-22T13:00:00Z'));
  assert.deepEqual(await occurrencesOf(made), ['2031-01-06T09:00:00']);
  const complete = (completed: boolean) =>
    made.api.PATCH('/v1/tasks/board-task', { body: { id: made.task.id, completed } });
  for (const completed of [true, false, true]) await complete(completed);
  assert.deepEqual(await occurrencesOf(made), ['2031-01-06T09:00:00', '2031-01-13T09:00:00']);
  const [, second] = await seriesTasks(made, made.task.recurrence!.seriesId);
  await made.api.PATCH('/v1/tasks/board-task/move', {
    body: { id: second!.id, version: second!.version, columnId: made.columns[2]!.id },
  });
  assert.deepEqual((await occurrencesOf(made)).at(-1), '2031-01-20T09:00:00');
});

test('COUNT, UNTIL and excluded dates are kept by the clock', async () => {
  const counted = await recurringBoard({
    ...weekly,
    rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
    excluded: ['2031-01-13T09:00:00'],
  });
  await moveClock(counted.business, inSandbox('2031-03-01T00:00:00Z'));
  assert.deepEqual(await occurrencesOf(counted), ['2031-01-06T09:00:00', '2031-01-20T09:00:00']);
  assert.equal((await readTask(counted.api, counted.task.id)).recurrence!.ended, true);
});

test('a change of this and the following tasks splits the series', async () => {
  const made = await recurringBoard({ ...weekly, rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5' });
  await moveClock(made.business, inSandbox('2031-01-13T13:00:00Z'));
  const [, second] = await seriesTasks(made, made.task.recurrence!.seriesId);
  const { data: split } = await made.api.PATCH('/v1/tasks/board-task', {
    body: { id: second!.id, title: 'Cierre con conteo', scope: 'following' },
  });
  assert.notEqual(split!.recurrence!.seriesId, made.task.recurrence!.seriesId);
  await moveClock(made.business, inSandbox('2031-06-01T00:00:00Z'));
  assert.deepEqual(await occurrencesOf(made), ['2031-01-06T09:00:00']);
  const tasks = await seriesTasks(made, split!.recurrence!.seriesId);
  assert.deepEqual(
    tasks.map(({ recurrence }) => recurrence!.occurrence.slice(5, 10)),
    ['01-13', '01-20', '01-27', '02-03'],
  );
  assert.ok(tasks.every(({ title }) => title === 'Cierre con conteo'));
  assert.equal((await readTask(made.api, made.task.id)).title, 'Cierre');
});

test('a new rule holds from its task on, and an ended recurrence makes nothing more', async () => {
  const made = await recurringBoard(weekly);
  await moveClock(made.business, inSandbox('2031-01-13T13:00:00Z'));
  const [, second] = await seriesTasks(made, made.task.recurrence!.seriesId);
  const { data: changed } = await made.api.PATCH('/v1/tasks/board-task', {
    body: { id: second!.id, recurrence: { rule: 'FREQ=DAILY', timeZone: weekly.timeZone } },
  });
  await moveClock(made.business, inSandbox('2031-01-15T14:00:00Z'));
  const days = async () =>
    (await seriesTasks(made, changed!.recurrence!.seriesId)).map(({ dueAt }) => dueAt!.slice(5, 10));
  assert.deepEqual(await days(), ['01-13', '01-14', '01-15']);
  await made.api.PATCH('/v1/tasks/board-task', { body: { id: second!.id, recurrence: null } });
  await moveClock(made.business, inSandbox('2031-02-15T14:00:00Z'));
  assert.deepEqual(await days(), ['01-13', '01-14', '01-15']);
});

test('an occurrence that a full column cannot take stays pending and does not stop the series', async () => {
  const made = await recurringBoard(weekly);
  await made.api.PATCH('/v1/tasks/board-column', { body: { id: made.columns[0]!.id, limit: 1 } });
  await moveClock(made.business, inSandbox('2031-01-13T13:00:00Z'));
  assert.deepEqual(await pendingOf(made), ['2031-01-13T09:00:00']);
  await made.api.PATCH('/v1/tasks/board-column', { body: { id: made.columns[0]!.id, limit: null } });
  await moveClock(made.business, inSandbox('2031-01-20T13:00:00Z'));
  assert.deepEqual(await occurrencesOf(made), ['2031-01-06T09:00:00', '2031-01-20T09:00:00']);
});

test('the database keeps one task for each occurrence', async () => {
  const made = await recurringBoard(weekly);
  const { seriesId, occurrence } = made.task.recurrence!;
  const other = await newTask(made.api, made.columns[0]!.id);
  const doubling = app.engine.within(made.business.id, ({ tx, organizationId }) =>
    tx
      .updateTable('boardTasks')
      .set({ seriesId, occurrence })
      .where('organizationId', '=', organizationId)
      .where('id', '=', other.id)
      .execute(),
  );
  await assert.rejects(doubling, /board_tasks_occurrence/);
});

test('a calendar shows tasks by their dates and the occurrences that are still to come', async () => {
  const made = await recurringBoard(weekly);
  await newTask(made.api, made.columns[1]!.id, { title: 'Inventario', dueAt: '2031-01-08T15:00:00Z' });
  const event = {
    kind: 'event',
    title: 'Reunión',
    startsAt: '2031-01-09T14:00:00Z',
    endsAt: '2031-01-09T15:00:00Z',
  } as const;
  await made.api.POST('/v1/tasks/schedule', { body: { ...event, taskId: made.task.id } });
  const read = (from: string, to: string) =>
    made.api.GET('/v1/tasks/board-task/schedules', { params: { query: { from, to } } });
  const { data } = await read('2031-01-01T00:00:00Z', '2031-01-28T00:00:00Z');
  assert.deepEqual(
    data!.data.map(({ title, kind, startsAt }) => `${startsAt.slice(8, 10)} ${kind} ${title}`),
    [
      ...[
        '06 task Cierre',
        '08 task Inventario',
        '09 schedule Cierre',
        '13 occurrence Cierre',
        '20 occurrence Cierre',
        '27 occurrence Cierre',
      ],
    ],
  );
  assert.equal(codeOf(await read('2031-01-01T00:00:00Z', '2032-01-01T00:00:00Z')), 'window_too_long');
});

test('an hourly series that is split keeps its hours', async () => {
  const hourly = { rule: 'FREQ=HOURLY;INTERVAL=2', start: '2031-01-06T09:00:00', timeZone: 'America/Santo_Domingo' };
  const made = await recurringBoard(hourly);
  const { data } = await made.api.PATCH('/v1/tasks/board-task', {
    body: { id: made.task.id, title: 'Arqueo', scope: 'following' },
  });
  assert.equal(data!.recurrence!.start, hourly.start);
  await moveClock(made.business, inSandbox('2031-01-06T17:30:00Z'));
  assert.deepEqual(await occurrencesOf(made, data!), [
    '2031-01-06T13:00:00Z',
    '2031-01-06T15:00:00Z',
    '2031-01-06T17:00:00Z',
  ]);
});
