import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { requireBoard, requireRole, requireRoleAt } from '../access.ts';
import { KEY_LENGTH_MAX, keyBetween, keysBetween } from '../order/keys.ts';
import { moveAllTasks } from '../order/place.sql.ts';
import { NeighbourMoved, type Place } from '../order/place.ts';
import { type BoardColumn, boardColumns, boards, boardTasks, taskSeries } from '../tables.ts';
import type { ColumnChange, ColumnMove, NewColumn } from './column.schema.ts';

const COLUMNS_MAX = 50;

export const TooManyColumns = refusal('too_many_columns', `A board has at most ${COLUMNS_MAX} columns.`);
export const ColumnFull = refusal(
  'column_full',
  'The column has reached its limit of tasks: move one out, or raise the limit.',
);
export const ColumnNotEmpty = refusal(
  'column_not_empty',
  'The column has tasks, archived ones included: name the column that they move to.',
);
export const LastColumn = refusal('last_column', 'A board needs at least one column: create another one first.');

export function describeColumn({ isDone, taskLimit, ...column }: BoardColumn) {
  return { ...column, done: isDone, limit: taskLimit };
}

export async function createColumn(ctx: TenantContext, { boardId, ...given }: z.output<typeof NewColumn>) {
  if (!(await boards.exists(ctx, boardId))) throw unknownReference('body.boardId', 'The board');
  await requireRoleAt(ctx, { boardId }, 'admin', 'body.boardId');
  const columns = await lockOrder(ctx, boardId);
  if (columns.length >= COLUMNS_MAX) throw TooManyColumns();
  const { beforeId, afterId, done, limit, ...fields } = given;
  const row = { boardId, ...fields, isDone: done, taskLimit: limit };
  const position = await positionAt(ctx, columns, { beforeId, afterId });
  return describeColumn(await boardColumns.insert(ctx, { ...row, position }));
}

/** The columns of a board in their order. The lock on the board lets one column move at a time. */
async function lockOrder(ctx: TenantContext, boardId: string): Promise<BoardColumn[]> {
  await boards.find(ctx, boardId, { lock: 'FOR NO KEY UPDATE', columns: ['id'] });
  return boardColumns.all(ctx, { boardId }, { orderBy: ['position'] });
}

async function positionAt(ctx: TenantContext, columns: BoardColumn[], { beforeId, afterId }: Place): Promise<string> {
  const neighbour = beforeId ?? afterId;
  const at = neighbour === undefined ? columns.length - 1 : columns.findIndex(({ id }) => id === neighbour);
  if (neighbour !== undefined && at < 0) throw NeighbourMoved();
  const gap = beforeId === undefined ? at + 1 : at;
  const key = keyBetween(columns[gap - 1]?.position ?? null, columns[gap]?.position ?? null);
  if (key.length <= KEY_LENGTH_MAX) return key;
  const keys = keysBetween(null, null, columns.length + 1);
  const moved = columns.map(({ id, version }, index) => ({
    id,
    version,
    position: keys[index < gap ? index : index + 1]!,
  }));
  await boardColumns.updateMany(ctx, moved);
  return keys[gap]!;
}

/** The column, if the caller works on its board in this role. */
export async function requireColumn(ctx: TenantContext, id: string, least: 'viewer' | 'admin'): Promise<BoardColumn> {
  const column = await boardColumns.get(ctx, id);
  await requireRole(ctx, column, least);
  return column;
}

export async function listColumns(ctx: TenantContext, boardId: string) {
  await requireBoard(ctx, boardId, 'viewer');
  return (await boardColumns.all(ctx, { boardId }, { orderBy: ['position'] })).map(describeColumn);
}

export async function changeColumn(ctx: TenantContext, change: z.output<typeof ColumnChange>) {
  const { id, version, done, limit, ...fields } = change;
  await requireColumn(ctx, id, 'admin');
  await boardColumns.lock(ctx, id, version);
  const row = { ...fields, isDone: done, taskLimit: limit, updatedAt: ctx.now };
  return describeColumn(await boardColumns.update(ctx, id, row).catch(refuseFull));
}

/** A limit that the column exceeds, or a task that it has no room for. */
export const refuseFull = onViolation('board_columns_limit', ColumnFull);

export async function moveColumn(ctx: TenantContext, { id, version, ...place }: z.output<typeof ColumnMove>) {
  const { boardId } = await requireColumn(ctx, id, 'admin');
  const columns = await lockOrder(ctx, boardId);
  await boardColumns.lock(ctx, id, version);
  const others = columns.filter((column) => column.id !== id);
  const position = await positionAt(ctx, others, place);
  return describeColumn(await boardColumns.update(ctx, id, { position, updatedAt: ctx.now }));
}

/** Deletes a column, after its tasks went to the end of another column of the board. */
export async function deleteColumn(ctx: TenantContext, id: string, moveTasksTo: string | undefined): Promise<void> {
  const { boardId } = await requireColumn(ctx, id, 'admin');
  const columns = await lockOrder(ctx, boardId);
  if (columns.length === 1) throw LastColumn();
  const isUsed = (await boardTasks.exists(ctx, { columnId: id })) || (await taskSeries.exists(ctx, { columnId: id }));
  if (isUsed) {
    if (moveTasksTo === undefined) throw ColumnNotEmpty();
    const target = columns.find((column) => column.id === moveTasksTo && column.id !== id);
    if (!target) throw unknownReference('query.moveTasksTo', 'The column');
    await moveAllTasks(ctx, { from: id, to: target }, ctx.now).catch(refuseFull);
    await taskSeries.updateAll(ctx, { columnId: id }, { columnId: target.id });
  }
  await boardColumns.remove(ctx, id);
}
