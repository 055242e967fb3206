import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { type InSeries, insertTask } from '../board-task/create.ts';
import { presentMembers } from '../board-task/members.ts';
import { type BoardTask, boardColumns, boards, type TaskSeries, taskOccurrences, taskSeries } from '../tables.ts';
import { findOccurrence, nameAt, type Occurrence, occurrencesAfter } from './rule.ts';
import { lockDue, selectMade } from './series.sql.ts';
import { timesAt, wakeFor } from './start.ts';

export const NotRecurring = refusal('not_recurring', 'This task does not recur: give it a recurrence first.');
export const OccurrenceUnknown = refusal(
  'occurrence_unknown',
  'The rule has no occurrence at this time: choose one of its dates.',
);
export const OccurrenceMade = refusal('occurrence_made', 'The task of this occurrence already exists.', 409);

const AT_ONCE = 50;
const PENDING_MAX = 100;

export async function seriesOf(ctx: TenantContext, task: BoardTask): Promise<TaskSeries> {
  if (task.seriesId === null) throw NotRecurring();
  return taskSeries.get(ctx, task.seriesId);
}

/** The next occurrences of a series from now on, made or not. */
export const nextOccurrences = (series: TaskSeries, now: Temporal.Instant, count: number): Occurrence[] =>
  occurrencesAfter(series, nameAt(series, now)).take(count).toArray();

/** The occurrences that are due and not made yet, oldest first. */
export async function pendingOccurrences(ctx: TenantContext, series: TaskSeries): Promise<Occurrence[]> {
  const made = await selectMade(ctx, series.id);
  return occurrencesAfter(series, null)
    .take(PENDING_MAX + made.size)
    .filter(({ occurrence }) => !made.has(occurrence))
    .filter(({ at }) => !isAfter(at, ctx.now))
    .take(PENDING_MAX)
    .toArray();
}

/** Makes one occurrence now: the one that is named, or the first that has no task yet. */
export async function forceCreate(ctx: TenantContext, seriesId: string, name: string | undefined): Promise<BoardTask> {
  const series = await taskSeries.lock(ctx, seriesId);
  const wanted = name === undefined ? await firstWithoutTask(ctx, series) : findOccurrence(series, name);
  if (!wanted) throw OccurrenceUnknown();
  const made = await makeOccurrence(ctx, series, wanted);
  if (!made) throw OccurrenceMade();
  return made;
}

async function firstWithoutTask(ctx: TenantContext, series: TaskSeries): Promise<Occurrence | undefined> {
  const made = await selectMade(ctx, series.id);
  return occurrencesAfter(series, null).find(({ occurrence }) => !made.has(occurrence));
}

/** The row of an occurrence is its lock and its proof: only one caller inserts it, and only that one makes the task. */
async function makeOccurrence(ctx: TenantContext, series: TaskSeries, due: Occurrence): Promise<BoardTask | undefined> {
  const inSeries: InSeries = { seriesId: series.id, occurrence: due.occurrence };
  if (!(await taskOccurrences.insertUnlessTaken(ctx, { ...inSeries, madeAt: ctx.now }))) return undefined;
  const { startMinutesBefore: _, ...template } = series.template;
  const people = [...new Set([...template.assigneeIds, ...template.watcherIds])];
  const [board, column, present] = await Promise.all([
    boards.get(ctx, series.boardId),
    boardColumns.get(ctx, series.columnId),
    presentMembers(ctx, series.boardId, people),
  ]);
  // The board may have changed since the template was written.
  const isPresent = (userId: string) => present.includes(userId);
  const keys = new Set(board.fields.map(({ key }) => key));
  const given = {
    ...template,
    ...timesAt(series, due),
    assigneeIds: template.assigneeIds.filter(isPresent),
    watcherIds: template.watcherIds.filter(isPresent),
    fields: Object.fromEntries(Object.entries(template.fields).filter(([key]) => keys.has(key))),
  };
  return insertTask(ctx, column, given, inSeries);
}

/** A task that cannot be made stays pending, and blocks neither the others nor the completion of the one before. */
async function makeIfPossible(ctx: TenantContext, series: TaskSeries, due: Occurrence): Promise<void> {
  const outcome = await ctx.attempt((part) => makeOccurrence(part, series, due));
  if (outcome.status === 'rejected')
    ctx.log.warn({ err: outcome.reason, seriesId: series.id, occurrence: due.occurrence }, 'a task was not made');
}

/** Makes the tasks of all series that are due. */
export async function makeDueOccurrences(ctx: TenantContext): Promise<string | null> {
  for (const series of await lockDue(ctx, ctx.now, AT_ONCE)) await catchUp(ctx, series);
  return taskSeries.min(ctx, 'nextAt');
}

async function catchUp(ctx: TenantContext, series: TaskSeries): Promise<void> {
  const { leadMinutes, version } = series;
  // On an archived board they stay pending: nobody works there.
  const isWorkedOn = (await boards.get(ctx, series.boardId)).archivedAt === null;
  let { handled } = series;
  let next: Occurrence | undefined;
  let made = 0;
  for (const due of occurrencesAfter(series, handled)) {
    next = due;
    const at = due.at.subtract({ minutes: leadMinutes });
    if (made === AT_ONCE || isAfter(at, ctx.now)) break;
    if (isWorkedOn) await makeIfPossible(ctx, series, due);
    made++;
    handled = due.occurrence;
    next = undefined;
  }
  const nextAt = wakeFor(ctx, next, leadMinutes);
  await taskSeries.update(ctx, series.id, { handled, nextAt, version });
}

/** Makes the task after a completed one, if its series goes by completion: the next of the rule, however late it is. */
export async function followCompletion(ctx: TenantContext, { seriesId, occurrence }: BoardTask): Promise<void> {
  if (seriesId === null) return;
  const series = await taskSeries.lock(ctx, seriesId);
  if (series.creates !== 'on-completion') return;
  const [next] = occurrencesAfter(series, occurrence).take(1);
  if (next) await makeIfPossible(ctx, series, next);
}
