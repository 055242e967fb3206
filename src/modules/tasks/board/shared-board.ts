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
  name: z.string().describe('Of the board.'),
  description: z.string().describe('What the board is for.'),
  colour: z.string().nullable().describe('`#rrggbb`; null: none.'),
  issuer: z
    .object({ name: z.string().describe('The business, as its customers know it.'), logoUrl: z.string().nullable() })
    .describe('Who shares the board.'),
  timeZone: z.string(),
  dateFormat: z.enum(['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd']).describe('How the page shows dates.'),
  labels: z.array(BoardLabel).describe('The labels of the board, with their colours.'),
  fields: z
    .array(
      z.object({
        key: z.string().describe('Names the value in `fields` of a task.'),
        name: z.string().describe('What people see above the value.'),
        type: z.string().describe('Which values it takes.'),
      }),
    )
    .describe('The custom fields that are shared.'),
  columns: z
    .array(
      z.object({
        name: z.string().describe('What people see above its tasks.'),
        colour: z.string().nullable().describe('`#rrggbb`; null: none.'),
        done: z.boolean().describe('Whether its tasks are completed.'),
        hasMore: z.boolean().describe('Whether it has more tasks than are shown.'),
        tasks: z
          .array(
            z.object({
              title: z.string().describe('Of the task.'),
              description: z.string().nullable().describe('Null unless the link shows descriptions.'),
              priority: z.enum(['none', 'low', 'medium', 'high', 'urgent']).describe('How urgent it is.'),
              startsAt: Timestamp.nullable().describe('When work on it begins; null: no date.'),
              dueAt: Timestamp.nullable().describe('When it must be completed; null: no date.'),
              overdue: z.boolean().describe('Whether it is open and its due time has passed.'),
              completed: z.boolean().describe('Whether it is done.'),
              labels: z.array(z.string()).describe('Names of labels of the board.'),
              checklist: z
                .object({
                  done: z.number().int().describe('Items that are ticked off.'),
                  total: z.number().int().describe('All items.'),
                })
                .describe('The items of all its checklists.'),
              fields: FieldValues.describe('The values of the shared custom fields, by their key.'),
            }),
          )
          .describe('In their order; private ones are left out.'),
      }),
    )
    .describe('In their order.'),
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
