import { type LabelRemoval, takeOffRows } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { boardTasks } from '../tables.ts';
import { textsOf } from './create.ts';
import { takeOffBoardsAndSeries } from './task.sql.ts';

/** Takes a label off tasks, off the labels that boards offer, and off recurring tasks, which would bring it back. */
export async function detachLabelFromTasks(ctx: TenantContext, removal: LabelRemoval): Promise<void> {
  await takeOffBoardsAndSeries(ctx, removal.name);
  const ids = await takeOffRows(ctx, boardTasks, removal);
  const tasks = await boardTasks.all(ctx, { id: ids });
  await indexTexts(ctx, 'task', new Map(tasks.map((task) => [task.id, textsOf(task)])));
}
