import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { type BoardTask, boardTasks, type TaskSeries, taskPeople, taskSeries } from '../tables.ts';
import type { Recurrence } from './recurrence.schema.ts';
import { instantOf, laterOf, nameAt, occurrencesAfter, type Recurring, wallTimeOf } from './rule.ts';
import { moveOccurrences } from './series.sql.ts';
import { insertSeries, RuleWithoutDates, startSeries, templateOf, timesOf } from './start.ts';

type Given = z.output<typeof Recurrence>;

async function peopleOf(ctx: TenantContext, { id: taskId }: BoardTask) {
  const people = await taskPeople.all(ctx, { taskId });
  const inRole = (wanted: string) => people.filter(({ role }) => role === wanted).map(({ userId }) => userId);
  return { assigneeIds: inRole('assignee'), watcherIds: inRole('watcher') };
}

/** Starts, changes or ends the recurrence of a task from this occurrence on. Earlier occurrences stay as they are. */
export async function changeRecurrence(ctx: TenantContext, task: BoardTask, given: Given | null): Promise<BoardTask> {
  if (task.seriesId === null) return given ? startSeries(ctx, task, given, await peopleOf(ctx, task)) : task;
  const series = await taskSeries.lock(ctx, task.seriesId);
  if (given === null) {
    await endBefore(ctx, series, task.occurrence!, true);
    return task;
  }
  return split(ctx, series, task, { ...given, excluded: given.excluded, timeZone: given.timeZone ?? series.timeZone });
}

/** Makes this and the following occurrences a series of their own, with the content that this task has now. */
export async function splitHere(ctx: TenantContext, task: BoardTask): Promise<BoardTask> {
  const series = await taskSeries.lock(ctx, task.seriesId!);
  const { rule, timeZone, excluded, creates, leadMinutes } = series;
  const remaining = countFrom(series, task.occurrence!);
  const rest = remaining === null ? rule : rule.replace(/COUNT=\d+/, `COUNT=${remaining}`);
  return split(ctx, series, task, { rule: rest, timeZone, excluded, creates, leadMinutes });
}

/** How many occurrences of a rule with COUNT are left from this one on. Excluded ones count, as the rule counts them. */
function countFrom(series: Recurring, occurrence: string): number | null {
  const count = Number(/COUNT=(\d+)/.exec(series.rule)?.[1] ?? 0);
  if (count === 0) return null;
  const all = occurrencesAfter({ ...series, excluded: [], endsBefore: null }, null).take(count);
  return count - all.filter((one) => one.occurrence < occurrence).toArray().length;
}

async function split(ctx: TenantContext, series: TaskSeries, task: BoardTask, given: Given & { timeZone: string }) {
  const occurrence = task.occurrence!;
  const { rule, timeZone, excluded, creates, leadMinutes } = given;
  const at = instantOf(series, occurrence);
  const startsLocal = given.start ?? wallTimeOf(at, timeZone);
  const recurring = { rule, timeZone, startsLocal, excluded, endsBefore: null };
  const [first] = occurrencesAfter(recurring, null).take(1);
  if (!first) throw RuleWithoutDates();
  await endBefore(ctx, series, occurrence, false);
  const handled = laterOf(nameAt(recurring, ctx.now), nameAt(recurring, at));
  const { boardId, columnId } = series;
  const template = templateOf(task, await peopleOf(ctx, task));
  const following = await insertSeries(ctx, {
    ...recurring,
    boardId,
    columnId,
    creates,
    leadMinutes,
    template,
    handled,
  });
  await moveOccurrences(ctx, { from: series.id, to: following.id, since: occurrence });
  const times = first.occurrence === occurrence ? timesOf(ctx, following, first) : {};
  return boardTasks.update(ctx, task.id, { ...times, version: task.version });
}

/** Ends a series before an occurrence, or after it with `keeps`. */
async function endBefore(ctx: TenantContext, series: TaskSeries, occurrence: string, keeps: boolean): Promise<void> {
  const [next] = keeps ? occurrencesAfter(series, occurrence).take(1) : [{ occurrence }];
  const end = { endsBefore: next?.occurrence ?? series.endsBefore, nextAt: null, updatedAt: ctx.now };
  await taskSeries.update(ctx, series.id, end);
}
