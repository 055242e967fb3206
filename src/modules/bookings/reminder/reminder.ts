import { notify } from '#modules/collaboration/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { inEachLanguage } from '#platform/pages/language.ts';
import { proximityAlert } from '../events.ts';
import { giversOf } from '../letter/host-notice.ts';
import { sendReminder } from '../letter/letter.ts';
import { formatTime, letterWords, wordsUntil } from '../letter/words.ts';
import { type Schedule, schedules, sessionReminders } from '../tables.ts';
import { type DueReminder, selectReminded, takeDueReminders } from './reminder.sql.ts';

const BATCH = 100;

/** Sends the reminders that are due: as an event, to the people who give it, and by e-mail to those who are booked. */
export async function tickReminders(ctx: TenantContext): Promise<string | null> {
  const due = await takeDueReminders(ctx, { now: ctx.now, limit: BATCH });
  // After a pause several of one session may be due at once: people get one e-mail, the last.
  const lastOf = new Map(due.map((each) => [each.sessionId, each]));
  for (const reminder of due) {
    // No reminder after the start.
    if (!isAfter(reminder.startsAt, ctx.now)) continue;
    const schedule = await schedules.get(ctx, reminder.scheduleId);
    if (schedule.canceledAt) continue;
    announce(ctx, reminder, schedule);
    if (lastOf.get(reminder.sessionId) === reminder) await remindPeople(ctx, reminder, schedule);
  }
  return sessionReminders.min(ctx, 'dueAt');
}

function announce(ctx: TenantContext, { interval, startsAt }: DueReminder, schedule: Schedule): void {
  const { id, taskId, title, description, location, url } = schedule;
  ctx.emit(proximityAlert, {
    scheduleId: id,
    taskId,
    interval,
    scheduledStart: startsAt,
    title,
    ...(description && { description }),
    ...(location && { location }),
    ...(url && { url }),
  });
}

async function remindPeople(ctx: TenantContext, reminder: DueReminder, schedule: Schedule): Promise<void> {
  const { sessionId, startsAt } = reminder;
  const { timeZone } = schedule;
  const [booked, organization, giving] = await Promise.all([
    selectReminded(ctx, sessionId, reminder.dueAt),
    findOrganization(ctx.tx, ctx.organizationId),
    giversOf(ctx, sessionId, schedule),
  ]);
  for (const booking of booked) await sendReminder(ctx, { booking, schedule, organization });
  await notify(ctx, giving ?? [], {
    kind: 'booking-reminder',
    ...inEachLanguage((language) => ({
      title: letterWords[language].reminder.subject(
        schedule.title,
        wordsUntil(startsAt, { now: ctx.now, language, timeZone }),
      ),
      body: formatTime(startsAt, language, timeZone),
    })),
    data: { scheduleId: schedule.id },
  });
}
