import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { sessionReminders } from '../tables.ts';
import { reminders } from '../ticks.ts';

const intervals = ['1_day', '3_hours', '1_hour', '30_minutes'] as const;
export type Interval = (typeof intervals)[number];

/** A day before is the same time on the clock of the schedule, also over a change of the clock; the others are elapsed time. */
export function dueAt(interval: Interval, startsAt: Temporal.Instant, timeZone: string): Temporal.Instant {
  if (interval === '1_day') return startsAt.toZonedDateTimeISO(timeZone).subtract({ days: 1 }).toInstant();
  return startsAt.subtract(interval === '30_minutes' ? { minutes: 30 } : { hours: interval === '1_hour' ? 1 : 3 });
}

/** Plans the reminders of a session that are still to come, instead of those that it had. */
export async function planReminders(
  ctx: TenantContext,
  { sessionId, startsAt, timeZone }: { sessionId: string; startsAt: Temporal.Instant; timeZone: string },
): Promise<void> {
  await sessionReminders.delete(ctx, { sessionId });
  const planned = intervals
    .map((interval) => ({ sessionId, interval, dueAt: dueAt(interval, startsAt, timeZone) }))
    .filter((each) => isAfter(each.dueAt, ctx.now));
  sessionReminders.insertLater(ctx, planned);
  if (planned[0]) ctx.wakeAt(reminders, planned[0].dueAt);
}
