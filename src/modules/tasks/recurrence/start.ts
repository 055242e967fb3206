import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { tick } from '#platform/tick.ts';
import type { Checklist } from '../board-task/task.schema.ts';
import { remindAt } from '../reminder/reminder.ts';
import { type BoardTask, boardTasks, type TaskSeries, taskOccurrences, taskSeries } from '../tables.ts';
import type { Recurrence } from './recurrence.schema.ts';
import { laterOf, nameAt, type Occurrence, occurrencesAfter, type Recurring, wallTimeOf } from './rule.ts';
import type { SeriesTemplate } from './template.ts';

export const dueOccurrences = tick('task-occurrences');

export const RuleWithoutDates = refusal('rule_without_dates', 'The rule matches no date after its start: correct it.');

type People = Pick<SeriesTemplate, 'assigneeIds' | 'watcherIds'>;

/** Makes a task the first occurrence of a new series: it is due then. */
export async function startSeries(
  ctx: TenantContext,
  task: BoardTask,
  given: z.output<typeof Recurrence>,
  people: People,
): Promise<BoardTask> {
  const { rule, excluded, creates, leadMinutes, timeZone = ctx.timeZone } = given;
  const from = task.dueAt === null ? ctx.now : Temporal.Instant.from(task.dueAt);
  const startsLocal =
    given.start ?? wallTimeOf(from.round({ smallestUnit: 'second', roundingMode: 'floor' }), timeZone);
  const recurring = { rule, timeZone, startsLocal, excluded, endsBefore: null };
  const [first] = occurrencesAfter(recurring, null).take(1);
  if (!first) throw RuleWithoutDates();
  // Occurrences of the past are pending: the clock makes only those that come from now on.
  const handled = laterOf(nameAt(recurring, ctx.now), first.occurrence);
  const { boardId, columnId } = task;
  const template = templateOf(task, people);
  const series = await insertSeries(ctx, { ...recurring, boardId, columnId, creates, leadMinutes, template, handled });
  await taskOccurrences.insert(ctx, { seriesId: series.id, occurrence: first.occurrence, madeAt: ctx.now });
  return boardTasks.update(ctx, task.id, {
    seriesId: series.id,
    occurrence: first.occurrence,
    version: task.version,
    ...timesOf(ctx, series, first),
  });
}

type NewSeries = Parameters<typeof taskSeries.insert>[1] & Pick<TaskSeries, 'creates' | 'leadMinutes' | 'handled'>;

/** Writes a series. The clock makes the occurrences after `handled`, if it makes any. */
export function insertSeries(ctx: TenantContext, series: Recurring & NewSeries): Promise<TaskSeries> {
  const [next] = occurrencesAfter(series, series.handled).take(1);
  const nextAt = series.creates === 'on-schedule' ? wakeFor(ctx, next, series.leadMinutes) : null;
  return taskSeries.insert(ctx, { ...series, nextAt });
}

/** Checklists for another task, with nothing done yet. */
export const uncheck = (checklists: Checklist[]): Checklist[] =>
  checklists.map(({ name, items }) => ({ name, items: items.map((item) => ({ ...item, done: false })) }));

export function templateOf(task: BoardTask, people: People): SeriesTemplate {
  const { title, description, priority, reminderMinutes, estimateMinutes, labels, fields, startsAt, dueAt } = task;
  return {
    title,
    description,
    priority,
    reminderMinutes,
    estimateMinutes,
    labels,
    fields,
    private: task.isPrivate,
    startMinutesBefore: startsAt && dueAt ? Math.round((Date.parse(dueAt) - Date.parse(startsAt)) / 60_000) : null,
    checklists: uncheck(task.checklists),
    ...people,
  };
}

/** When the tasks of a series start and are due. */
export function timesAt({ template }: Pick<TaskSeries, 'template'>, { at }: Occurrence) {
  const { startMinutesBefore: minutes } = template;
  return { dueAt: at.toString(), startsAt: minutes === null ? null : at.subtract({ minutes }).toString() };
}

/** The times of a task that is already there, with its reminder. */
export function timesOf(ctx: TenantContext, series: Pick<TaskSeries, 'template'>, occurrence: Occurrence) {
  const times = timesAt(series, occurrence);
  const { reminderMinutes = null } = series.template;
  return { ...times, remindAt: remindAt(ctx, { ...times, reminderMinutes }) };
}

/** Asks the clock to make this occurrence in time. */
export function wakeFor(
  ctx: TenantContext,
  next: Occurrence | undefined,
  leadMinutes: number,
): Temporal.Instant | null {
  if (!next) return null;
  const at = next.at.subtract({ minutes: leadMinutes });
  ctx.wakeAt(dueOccurrences, at);
  return at;
}
