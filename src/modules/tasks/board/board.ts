import type { z } from 'zod';
import { releaseFiles } from '#modules/files/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { indexNewTexts, indexText } from '#platform/search/search.sql.ts';
import { requireBoard } from '../access.ts';
import { describeColumn } from '../board-column/column.ts';
import { textsOf } from '../board-task/create.ts';
import { deleteTasks } from '../board-task/delete.ts';
import { keysBetween } from '../order/keys.ts';
import { uncheck } from '../recurrence/start.ts';
import { type Board, boardColumns, boardMembers, boards, boardTasks, taskPeople } from '../tables.ts';
import type { BoardChange, Member, NewBoard } from './board.schema.ts';
import { deleteFieldValues, selectTemplate } from './board.sql.ts';
import { revokeShare } from './share.ts';

export const BoardWithoutAdmin = refusal(
  'board_without_admin',
  'A board needs at least one admin: name another one first.',
);
export const FieldTypeChanged = refusal(
  'field_type_changed',
  'The type of a custom field cannot change: add another field, or remove this one first.',
);

const DEFAULT_COLUMNS = [{ name: 'Por hacer' }, { name: 'En curso' }, { name: 'Hecho', done: true }];

type Members = z.output<typeof Member>[];

export async function createBoard(ctx: TenantContext, given: z.output<typeof NewBoard>) {
  const { template, templateId, columns, members = [], ...fields } = given;
  const model = templateId === undefined ? undefined : await readTemplate(ctx, templateId);
  const board = await boards.insert(ctx, {
    ...(model && { labels: model.labels, fields: model.fields, description: model.description, colour: model.colour }),
    ...fields,
    isTemplate: template,
  });
  const own: Members = ctx.userId === null ? [] : [{ userId: ctx.userId, role: 'admin' }];
  await setMembers(ctx, board.id, [...own, ...members.filter(({ userId }) => userId !== ctx.userId)]);
  if (model) await copyTemplate(ctx, model.id, board.id);
  else await insertColumns(ctx, board.id, columns ?? DEFAULT_COLUMNS);
  return describeChanged(ctx, board);
}

async function readTemplate(ctx: TenantContext, templateId: string): Promise<Board> {
  const model = await boards.find(ctx, { id: templateId, isTemplate: true });
  if (!model) throw unknownReference('body.templateId', 'The template');
  return model;
}

function insertColumns(
  ctx: TenantContext,
  boardId: string,
  columns: NonNullable<z.output<typeof NewBoard>['columns']>,
) {
  const keys = keysBetween(null, null, columns.length);
  const rows = columns.map(({ name, colour = null, done = false, limit = null }, index) => ({
    boardId,
    name,
    colour,
    isDone: done,
    taskLimit: limit,
    position: keys[index]!,
  }));
  return boardColumns.insertMany(ctx, rows);
}

/** Makes these the members of a board. Each must be an active member of the organization. */
async function setMembers(ctx: TenantContext, boardId: string, members: Members): Promise<void> {
  if (!members.some(({ role }) => role === 'admin')) throw BoardWithoutAdmin();
  const known = await boardMembers.all(ctx, { boardId });
  const before = new Map(known.map(({ userId, role }) => [userId, role]));
  const added = members.filter(({ userId }) => !before.has(userId));
  const userIds = added.map(({ userId }) => userId);
  const active = await selectActiveMembers(ctx, userIds);
  const unknown = added.find(({ userId }) => !active.has(userId));
  if (unknown) throw unknownReference(`body.members[${members.indexOf(unknown)}].userId`, 'This person');
  const kept = new Set(members.map(({ userId }) => userId));
  const gone = [...before.keys()].filter((userId) => !kept.has(userId));
  if (gone.length > 0) {
    await boardMembers.delete(ctx, { boardId, userId: gone });
    await taskPeople.delete(ctx, { boardId, userId: gone });
  }
  const rows = added.map((member) => ({ boardId, ...member }));
  await boardMembers.insertMany(ctx, rows);
  for (const { userId, role } of members) {
    const now = before.get(userId);
    if (now && now !== role) await boardMembers.update(ctx, { boardId, userId }, { role });
  }
}

export async function changeBoard(ctx: TenantContext, change: z.output<typeof BoardChange>) {
  const { id, version, archived, template, members, ...fields } = change;
  await requireBoard(ctx, id, 'admin');
  const board = await boards.lock(ctx, id, version);
  if (fields.fields) await changeFields(ctx, board, fields.fields);
  if (members) await setMembers(ctx, id, members);
  const archivedAt = archivedAtBy(ctx, archived, board);
  const row = { ...fields, isTemplate: template, archivedAt, updatedAt: ctx.now };
  const changed = await boards.change(ctx, id, row, members !== undefined);
  return describeChanged(ctx, changed);
}

async function changeFields(ctx: TenantContext, { id, fields }: Board, changed: Board['fields']): Promise<void> {
  const next = new Map(changed.map((field) => [field.key, field]));
  const other = fields.find(({ key, type }) => next.has(key) && next.get(key)!.type !== type);
  if (other) throw FieldTypeChanged(`The custom field ${other.key} is of the type ${other.type}.`);
  const gone = fields.flatMap(({ key }) => (next.has(key) ? [] : key));
  if (gone.length > 0) await deleteFieldValues(ctx, id, gone);
}

export async function deleteBoard(ctx: TenantContext, id: string): Promise<void> {
  await requireBoard(ctx, id, 'admin');
  await boards.lock(ctx, id);
  const tasks = await boardTasks.all(ctx, { boardId: id }, { columns: ['id'] });
  const taskIds = tasks.map((task) => task.id);
  await deleteTasks(ctx, taskIds);
  await revokeShare(ctx, id);
  await releaseFiles(ctx, [id]);
  await boards.delete(ctx, id);
  await indexText(ctx, 'board', id, []);
}

async function describeChanged(ctx: TenantContext, board: Board) {
  await indexText(ctx, 'board', board.id, [board.name, board.description]);
  return describeBoard(ctx, board);
}

export async function readBoard(ctx: TenantContext, id: string) {
  return describeBoard(ctx, await requireBoard(ctx, id, 'viewer'));
}

async function describeBoard(ctx: TenantContext, board: Board) {
  const [members, columns] = await Promise.all([
    boardMembers.all(ctx, { boardId: board.id }),
    boardColumns.all(ctx, { boardId: board.id }, { orderBy: ['position'] }),
  ]);
  const userIds = members.map(({ userId }) => userId);
  const users = await findUsers(ctx.tx, userIds);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return {
    ...summaryOf(board, members.find(({ userId }) => userId === ctx.userId)?.role ?? null),
    members: members.map(({ userId, role }) => ({ id: userId, name: names.get(userId) ?? '', role })),
    columns: columns.map(describeColumn),
  };
}

export async function summarizeBoards(ctx: TenantContext, rows: Board[]) {
  const ids = rows.map(({ id }) => id);
  const own = ctx.userId === null ? [] : await boardMembers.all(ctx, { boardId: ids, userId: ctx.userId });
  const roles = new Map(own.map(({ boardId, role }) => [boardId, role]));
  return rows.map((board) => summaryOf(board, roles.get(board.id) ?? null));
}

const summaryOf = <R>({ isTemplate, archivedAt, ...board }: Board, role: R) => ({
  ...board,
  template: isTemplate,
  archived: archivedAt !== null,
  role,
});

/** Copies columns and tasks of a template to a new board: their content, without people, dates and ticks of checklists. */
async function copyTemplate(ctx: TenantContext, templateId: string, boardId: string): Promise<void> {
  const { columns, tasks } = await selectTemplate(ctx, templateId);
  const columnIds = new Map(columns.map(({ id }) => [id, newId()]));
  const copies = tasks.map((task) => ({
    id: newId(),
    boardId,
    columnId: columnIds.get(task.columnId)!,
    position: task.position,
    title: task.title,
    description: task.description,
    priority: task.priority,
    labels: task.labels,
    reminderMinutes: task.reminderMinutes,
    estimateMinutes: task.estimateMinutes,
    isPrivate: task.isPrivate,
    fields: task.fields,
    checklists: uncheck(task.checklists),
  }));
  await boardColumns.insertMany(
    ctx,
    columns.map(({ id, name, colour, isDone, taskLimit, position }) => ({
      id: columnIds.get(id)!,
      boardId,
      name,
      colour,
      isDone,
      taskLimit,
      position,
      tasks: copies.filter(({ columnId }) => columnId === columnIds.get(id)).length,
    })),
  );
  await boardTasks.insertMany(ctx, copies);
  if (copies.length > 0) await indexNewTexts(ctx, 'task', new Map(copies.map((task) => [task.id, textsOf(task)])));
}
