import { z } from 'zod';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { NeighbourMoved } from '../order/place.ts';
import { Column, ColumnChange, ColumnMove, NewColumn } from './column.schema.ts';
import {
  ColumnFull,
  ColumnNotEmpty,
  changeColumn,
  createColumn,
  deleteColumn,
  describeColumn,
  LastColumn,
  listColumns,
  moveColumn,
  requireColumn,
  TooManyColumns,
} from './column.ts';

const path = '/v1/tasks/board-column';

export const columnRoutes = [
  route('POST', path, 'tasks:write', {
    summary: 'Add a column to a board',
    description: 'In front of or behind another column, or at the end. Only admins of the board change its columns.',
    status: 201,
    body: NewColumn,
    returns: Column,
    refusals: [TooManyColumns, NeighbourMoved, ReferenceNotFound],
    examples: { body: { boardId: exampleId, name: 'En revisión', limit: 5 } },
    handler: (ctx, { body }) => createColumn(ctx, body),
  }),
  route('GET', path, 'tasks:read', {
    summary: 'List the columns of a board',
    description: 'In their order, each with the number of its tasks.',
    query: z.strictObject({ boardId: z.uuid() }),
    returns: z.object({ data: z.array(Column) }),
    refusals: [NotFound],
    examples: { query: { boardId: exampleId } },
    handler: async (ctx, { query }) => ({ data: await listColumns(ctx, query.boardId) }),
  }),
  route('GET', `${path}/:columnId`, 'tasks:read', {
    summary: 'Read a column',
    description: 'Its name, its limit and the number of its tasks. Its tasks are listed by `GET /v1/tasks/board-task`.',
    returns: Column,
    handler: async (ctx, { params }) => describeColumn(await requireColumn(ctx, params.columnId, 'viewer')),
  }),
  route('PATCH', path, 'tasks:write', {
    summary: 'Change a column',
    description:
      'Fields that are left out stay as they are. A limit below the number of tasks is refused. `done` holds for tasks that enter or leave from now on.',
    body: ColumnChange,
    returns: Column,
    refusals: [ColumnFull],
    examples: { body: { id: exampleId, version: 1, limit: 8 } },
    handler: (ctx, { body }) => changeColumn(ctx, body),
  }),
  route('PATCH', `${path}/move`, 'tasks:write', {
    action: 'move',
    summary: 'Move a column',
    description:
      'The server computes the place from the neighbour that is named. A stale `version` is refused with 409.',
    body: ColumnMove,
    returns: Column,
    refusals: [NeighbourMoved],
    examples: { body: { id: exampleId, version: 1, afterId: otherExampleId } },
    handler: (ctx, { body }) => moveColumn(ctx, body),
  }),
  route('DELETE', `${path}/:columnId`, 'tasks:write', {
    summary: 'Delete a column',
    description: 'Its tasks, archived ones included, move to the end of `moveTasksTo`, a column of the same board.',
    query: z.strictObject({ moveTasksTo: z.uuid().optional().describe('Another column, which takes its tasks.') }),
    refusals: [ColumnNotEmpty, ColumnFull, LastColumn, ReferenceNotFound],
    examples: { query: { moveTasksTo: otherExampleId } },
    handler: (ctx, { params, query }) => deleteColumn(ctx, params.columnId, query.moveTasksTo),
  }),
];
