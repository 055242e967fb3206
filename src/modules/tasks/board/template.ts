import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { indexNewTexts } from '#platform/search/search.sql.ts';
import { textsOf } from '../board-task/create.ts';
import { boardColumns, boardTasks } from '../tables.ts';
import { selectTemplate } from './board.sql.ts';

/** Copies columns and tasks of a template to a new board: their content, without people, dates and ticks of checklists. */
export async function copyTemplate(ctx: TenantContext, templateId: string, boardId: string): Promise<void> {
  const { columns, tasks } = await selectTemplate(ctx, templateId);
  const columnIds = new Map(columns.map(({ id }) => [id, newId()]));
  const times = { createdAt: ctx.now, updatedAt: ctx.now };
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
    checklists: task.checklists.map(({ name, items }) => ({
      name,
      items: items.map((item) => ({ ...item, done: false })),
    })),
    createdBy: ctx.userId,
    ...times,
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
      ...times,
      tasks: copies.filter(({ columnId }) => columnId === columnIds.get(id)).length,
    })),
  );
  await boardTasks.insertMany(ctx, copies);
  if (copies.length > 0) await indexNewTexts(ctx, 'task', new Map(copies.map((task) => [task.id, textsOf(task)])));
}
