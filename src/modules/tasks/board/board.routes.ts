import { z } from 'zod';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { TaskInUse } from '../board-task/delete.ts';
import { Board, BoardChange, BoardShare, BoardSummary, NewBoard } from './board.schema.ts';
import { allBoards, ownBoards } from './board.sql.ts';
import {
  BoardWithoutAdmin,
  changeBoard,
  createBoard,
  deleteBoard,
  FieldTypeChanged,
  readBoard,
  summarizeBoards,
} from './board.ts';
import { boardPage } from './board-page.ts';
import { readShared, shareBoard, unshareBoard } from './share.ts';
import { SharedBoard } from './shared-board.ts';

const path = '/v1/tasks/board';

export const boardRoutes = [
  route('POST', path, 'tasks:write', {
    summary: 'Create a board',
    description:
      'The caller becomes its admin. Without `columns` or `templateId` it gets the columns Por hacer, En curso and Hecho.',
    status: 201,
    body: NewBoard,
    returns: Board,
    refusals: [BoardWithoutAdmin, ReferenceNotFound],
    examples: {
      body: {
        name: 'Pedidos de la semana',
        members: [{ userId: otherExampleId, role: 'editor' }],
        columns: [{ name: 'Por hacer' }, { name: 'En curso', limit: 5 }, { name: 'Entregado', done: true }],
        fields: [{ key: 'zona', name: 'Zona', type: 'choice', options: ['Norte', 'Sur'] }],
      },
    },
    handler: (ctx, { body }) => createBoard(ctx, body),
  }),
  route('PATCH', path, 'tasks:write', {
    summary: 'Change or archive a board',
    description:
      'Fields that are left out stay as they are; lists are replaced as a whole. Only admins of the board change it.',
    body: BoardChange,
    returns: Board,
    refusals: [BoardWithoutAdmin, FieldTypeChanged, ReferenceNotFound],
    examples: { body: { id: exampleId, version: 1, members: [{ userId: otherExampleId, role: 'admin' }] } },
    handler: (ctx, { body }) => changeBoard(ctx, body),
  }),
  route('GET', path, 'tasks:read', {
    summary: 'List my boards',
    description: 'The boards that the caller takes part in, newest first, with the caller’s role on each.',
    query: ownBoards.query,
    returns: pageOf(BoardSummary),
    examples: { query: { search: 'pedidos' } },
    handler: (ctx, { query }) => ownBoards.page(ctx, query, (rows) => summarizeBoards(ctx, rows)),
  }),
  route('GET', `${path}/all`, 'boards:read', {
    summary: 'List all boards',
    description: 'Every board of the organization, for those who may see boards that they take no part in.',
    query: allBoards.query,
    returns: pageOf(BoardSummary),
    handler: (ctx, { query }) => allBoards.page(ctx, query, (rows) => summarizeBoards(ctx, rows)),
  }),
  route('GET', `${path}/:boardId`, 'tasks:read', {
    summary: 'Read a board',
    description:
      'Its members, labels, custom fields and columns with the number of their tasks. The tasks of a column are listed by `GET /v1/tasks/board-task`.',
    returns: Board,
    handler: (ctx, { params }) => readBoard(ctx, params.boardId),
  }),
  route('DELETE', `${path}/:boardId`, 'tasks:write', {
    summary: 'Delete a board',
    description: 'With its columns, its tasks and what they repeat. To keep them, archive the board instead.',
    refusals: [TaskInUse],
    handler: (ctx, { params }) => deleteBoard(ctx, params.boardId),
  }),
  route('POST', `${path}/:boardId/share`, 'tasks:write', {
    summary: 'Share a board by link',
    description:
      'Creates the link by which anyone can read this board, or answers the existing one. It shows titles, labels, priorities, dates and custom fields that are marked as `shared`; never people, comments, links, files or private tasks.',
    body: z.strictObject({ descriptions: z.boolean().default(false).describe('Also show the descriptions of tasks.') }),
    status: 201,
    returns: BoardShare,
    examples: { body: { descriptions: true } },
    handler: (ctx, { params, body }) => shareBoard(ctx, params.boardId, body.descriptions),
  }),
  route('DELETE', `${path}/:boardId/share`, 'tasks:write', {
    action: 'unshare',
    summary: 'Revoke the link of a board',
    description: 'The link stops working. The next share creates another one.',
    handler: (ctx, { params }) => unshareBoard(ctx, params.boardId),
  }),
  route('GET', `${path}/shared/:shareId/data`, 'public', {
    action: 'readShared',
    summary: 'Read a shared board',
    description:
      'For anyone who has the link: a page in a browser, JSON for a program. It shows up to 100 tasks of each column.',
    params: z.strictObject({ shareId: z.string().min(20).max(100) }),
    returns: SharedBoard,
    page: boardPage,
    handler: (ctx, { params }) => readShared(ctx, params.shareId),
  }),
];
