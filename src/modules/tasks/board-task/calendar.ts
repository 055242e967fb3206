import type { TenantContext } from '#platform/context.ts';
import { isBefore, toTimestamp } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { fillInSchedules, type ScheduledTime } from '../hooks.ts';
import { laterOf, nameAt, type Occurrence, occurrencesAfter } from '../recurrence/rule.ts';
import type { TaskSeries } from '../tables.ts';
import {
  ENTRIES_MAX,
  type Shown,
  selectComing,
  selectDated,
  selectMadeSince,
  selectNewest,
  selectShown,
  type Window,
} from './calendar.sql.ts';

const DAYS_MAX = 100;

export const WindowTooLong = refusal(
  'window_too_long',
  `A window has at most ${DAYS_MAX} days and ends after it begins.`,
);

/** Everything that a calendar shows of tasks in a window: their own dates, their schedules, and what will recur. */
export async function readCalendar(ctx: TenantContext, window: Window) {
  const from = Temporal.Instant.from(window.from);
  const to = Temporal.Instant.from(window.to);
  const hours = from.until(to).total('hours');
  if (hours <= 0 || hours > DAYS_MAX * 24) throw WindowTooLong();
  const scheduled: ScheduledTime[] = [];
  await fillInSchedules(ctx, { from: window.from, to: window.to, limit: ENTRIES_MAX }, scheduled);
  const dated = await selectDated(ctx, window);
  const known = await selectShown(
    ctx,
    window,
    scheduled.map(({ taskId }) => taskId),
  );
  const entries = [
    ...dated.map((task) =>
      entryOf(task, 'task', { startsAt: task.startsAt ?? task.dueAt!, endsAt: task.startsAt && task.dueAt }),
    ),
    ...scheduled.flatMap(({ taskId, ...time }) => {
      const task = known.get(taskId);
      return task ? [entryOf(task, 'schedule', time)] : [];
    }),
    ...(await coming(ctx, { from, to, boardId: window.boardId })),
  ].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  return { data: entries.slice(0, ENTRIES_MAX), hasMore: entries.length > ENTRIES_MAX };
}

interface Time {
  startsAt: string;
  endsAt: string | null;
  scheduleId?: string;
}

const entryOf = (task: Shown, kind: 'task' | 'schedule' | 'occurrence', { startsAt, endsAt, scheduleId }: Time) => ({
  taskId: task.id,
  boardId: task.boardId,
  columnId: task.columnId,
  title: task.title,
  kind,
  scheduleId: scheduleId ?? null,
  startsAt,
  endsAt,
  completed: task.completedAt !== null,
});

/** The occurrences in the window that have no task yet, shown with the newest task of their series. */
async function coming(
  ctx: TenantContext,
  { from, to, boardId }: { from: Temporal.Instant; to: Temporal.Instant; boardId: string | undefined },
) {
  const series = await selectComing(ctx, to, boardId);
  const ids = series.map(({ id }) => id);
  const [made, newest] = await Promise.all([selectMadeSince(ctx, ids, from), selectNewest(ctx, ids)]);
  return series.flatMap((one) => {
    const task = newest.get(one.id);
    if (!task) return [];
    const begin = nameAt(one, from.subtract({ seconds: 1 }));
    return occurrencesBefore(one, laterOf(begin, one.handled!), to)
      .filter(({ occurrence }) => !made.has(`${one.id} ${occurrence}`))
      .map(({ at }) =>
        entryOf({ ...task, title: one.template.title, completedAt: null }, 'occurrence', {
          startsAt: toTimestamp(at),
          endsAt: null,
        }),
      );
  });
}

function occurrencesBefore(series: TaskSeries, after: string, end: Temporal.Instant): Occurrence[] {
  const found: Occurrence[] = [];
  for (const one of occurrencesAfter(series, after)) {
    if (found.length >= ENTRIES_MAX || !isBefore(one.at, end)) break;
    found.push(one);
  }
  return found;
}
