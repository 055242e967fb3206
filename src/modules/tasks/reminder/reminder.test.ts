import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask } from '#test/boards.ts';
import { newBusiness, newMember, type Person } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

const now = Temporal.Now.instant().round('second');
const inHours = (hours: number) => now.add({ minutes: hours * 60 });
const dueIn = (hours: number) => ({ dueAt: inHours(hours).toString() });

const reminded = async ({ api }: Person) =>
  (await api.GET('/v1/organization/user/notifications'))
    .data!.data.filter(({ kind }) => kind === 'task-due')
    .map(({ title }) => title.replace('Tarea por vencer: ', ''))
    .sort();

async function boardWithMember() {
  const made = await newBoard({}, await newBusiness({ sandbox: true }));
  const member = await newMember(made.business, 'agent');
  const { owner } = made.business;
  await made.api.PATCH('/v1/tasks/board', {
    body: {
      id: made.board.id,
      members: [
        { userId: owner.id, role: 'admin' },
        { userId: member.id, role: 'editor' },
      ],
    },
  });
  const add = (title: string, task: object) => newTask(made.api, made.columns[0]!.id, { title, ...task });
  return { ...made, member, owner, add };
}

test('assignees are reminded once, a day before a task is due or as long before as it says', async () => {
  const { api, business, member, owner, add } = await boardWithMember();
  const assigneeIds = [member.id];
  await add('Un día antes', { ...dueIn(48), assigneeIds });
  await add('Una hora antes', { ...dueIn(48), assigneeIds, reminderMinutes: 60 });
  await add('Nunca', { ...dueIn(48), assigneeIds, reminderMinutes: null });
  await add('Sin responsable', dueIn(48));
  const done = await add('Hecha', { ...dueIn(48), assigneeIds });
  await api.PATCH('/v1/tasks/board-task', { body: { id: done.id, completed: true } });
  const later = await add('Pospuesta', { ...dueIn(48), assigneeIds });
  await api.PATCH('/v1/tasks/board-task', { body: { id: later.id, ...dueIn(96) } });
  await moveClock(business, inHours(23));
  assert.deepEqual(await reminded(member), []);
  await moveClock(business, inHours(25));
  assert.deepEqual(await reminded(member), ['Un día antes']);
  assert.deepEqual(await reminded(owner), ['Sin responsable']);
  await moveClock(business, inHours(47.5));
  assert.deepEqual(await reminded(member), ['Un día antes', 'Una hora antes']);
  await moveClock(business, inHours(73));
  assert.deepEqual(await reminded(member), ['Pospuesta', 'Un día antes', 'Una hora antes']);
});

test('a task whose reminder would be in the past is not reminded of, and one that recurs is each time', async () => {
  const { business, member, add } = await boardWithMember();
  const assigneeIds = [member.id];
  await add('Muy tarde', { ...dueIn(20), assigneeIds });
  const start = inHours(72).toZonedDateTimeISO('UTC').toPlainDateTime().toString();
  const recurrence = { rule: 'FREQ=DAILY', timeZone: 'UTC', start, leadMinutes: 2880 };
  await add('Cuadrar la caja', { assigneeIds, recurrence, reminderMinutes: 30 });
  await moveClock(business, inHours(71.75));
  assert.deepEqual(await reminded(member), ['Cuadrar la caja']);
  await moveClock(business, inHours(95.75));
  assert.deepEqual(await reminded(member), ['Cuadrar la caja', 'Cuadrar la caja']);
});

test('the watchers are reminded of a task whose assignee has left, and nobody of the tasks of an archived board', async () => {
  const { api, business, board, member, owner, add } = await boardWithMember();
  await add('Del que se fue', { ...dueIn(48), assigneeIds: [member.id] });
  await member.api.POST('/v1/organization/leave');
  await moveClock(business, inHours(25));
  assert.deepEqual(await reminded(owner), ['Del que se fue']);
  const { data } = await owner.api.GET('/v1/organization/user/notifications');
  assert.match(data!.data.find(({ kind }) => kind === 'task-due')!.body, /^Vence el .+, \d+:\d\d [ap]\. m\.$/);
  await add('Archivada con su tablero', dueIn(96));
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, archived: true } });
  await moveClock(business, inHours(73));
  assert.deepEqual(await reminded(owner), ['Del que se fue']);
});
