import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { Timestamp } from '#platform/date.ts';
import { isOverdue } from '../board-task/describe.ts';
import { FieldValues } from '../board-task/task.schema.ts';
import type { Board, BoardColumn } from '../tables.ts';
import { BoardLabel } from './board.schema.ts';
import { type SharedTask, TASKS_SHOWN_MAX } from './board.sql.ts';

/** Public: fields are listed one by one, so that a new column of a table is never published by accident. */
export const SharedBoard = z.object({
  name: z.string(),
  description: z.string(),
  colour: z.string().nullable(),
  issuer: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
  timeZone: z.string(),
  dateFormat: z.enum(['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd']),
  labels: z.array(BoardLabel),
  fields: z.array(z.object({ key: z.string(), name: z.string(), type: z.string() })),
  columns: z.array(
    z.object({
      name: z.string(),
      colour: z.string().nullable(),
      done: z.boolean(),
      hasMore: z.boolean().describe('Whether it has more tasks than are shown.'),
      tasks: z.array(
        z.object({
          title: z.string(),
          description: z.string().nullable().describe('Null unless the link shows descriptions.'),
          priority: z.enum(['none', 'low', 'medium', 'high', 'urgent']),
          startsAt: Timestamp.nullable(),
          dueAt: Timestamp.nullable(),
          overdue: z.boolean(),
          completed: z.boolean(),
          labels: z.array(z.string()),
          checklist: z.object({ done: z.number().int(), total: z.number().int() }),
          fields: FieldValues,
        }),
      ),
    }),
  ),
});

interface Shown {
  columns: BoardColumn[];
  tasks: SharedTask[];
  issuer: { name: string; logoUrl: string | null };
  dateFormat: z.output<typeof SharedBoard>['dateFormat'];
}

export function describeShared(
  ctx: TenantContext,
  board: Board,
  { columns, tasks, issuer, dateFormat }: Shown,
): z.input<typeof SharedBoard> {
  const describe = (task: SharedTask) => ({
    title: task.title,
    description: task.description,
    priority: task.priority,
    startsAt: task.startsAt,
    dueAt: task.dueAt,
    overdue: isOverdue(task, ctx.now),
    completed: task.completedAt !== null,
    labels: task.labels,
    checklist: { done: task.done, total: task.total },
    fields: task.fields,
  });
  return {
    name: board.name,
    description: board.description,
    colour: board.colour,
    labels: board.labels,
    issuer,
    timeZone: ctx.timeZone,
    dateFormat,
    fields: sharedFields(board).map(({ key, name, type }) => ({ key, name, type })),
    columns: columns.map(({ id, name, colour, isDone }) => {
      const own = tasks.filter(({ columnId }) => columnId === id);
      const hasMore = own.length > TASKS_SHOWN_MAX;
      return { name, colour, done: isDone, hasMore, tasks: own.slice(0, TASKS_SHOWN_MAX).map(describe) };
    }),
  };
}

export const sharedFields = ({ fields }: Board) => fields.filter(({ shared, type }) => shared && type !== 'person');
