import { z } from 'zod';
import { selectDebtors } from '#modules/invoicing/index.ts';
import { type ChangedSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { CalendarDate, realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Currency } from '#platform/money.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { TooManyRequests } from '#platform/refusal.ts';
import { reminderSettings } from '../settings.ts';
import { paymentReminderRuns } from '../tables.ts';
import { nextTimeAt, reminding } from '../ticks.ts';
import { remindAsPlanned } from './reminder.ts';

const SENT_AT_HOUR = 9;
const LETTERS_PER_DAY = 5000;
const DAYS_TRIED = 3;
/** After a longer pause the letters of older days are left out: several at once would tell a contact nothing new. */
const DAYS_MADE_UP_FOR = 7;

/** The plan of the organization was changed: it is carried out from the next morning on. */
export async function wakeReminders(ctx: TenantContext, { section }: ChangedSettings): Promise<void> {
  if (section === reminderSettings.name) ctx.wakeAt(reminding, nextTimeAt(ctx, SENT_AT_HOUR));
}

/**
 * Has a letter sent to each contact with an invoice that reached one of the days of the plan, and answers when to look again.
 * Every day counts once, also those on which the service did not run.
 */
export async function tickReminders(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const { enabled, days } = await readSettings(ctx, reminderSettings);
  if (!enabled) {
    await paymentReminderRuns.delete(ctx, {});
    return null;
  }
  const run = await paymentReminderRuns.find(ctx, {}, { lock: 'FOR UPDATE' });
  const dueOn = daysSince(ctx, run?.ranOn).flatMap((day) =>
    days.map((after) => day.subtract({ days: after }).toString()),
  );
  const until = ctx.today.add({ days: DAYS_TRIED }).toString();
  for (const debtor of await selectDebtors(ctx, dueOn, LETTERS_PER_DAY))
    ctx.enqueue(sendReminder, { reminderId: newId(), ...debtor, until });
  await paymentReminderRuns.upsert(ctx, { ranOn: ctx.today.toString() }, []);
  return nextTimeAt(ctx, SENT_AT_HOUR);
}

/** The days after the last run until today. A plan that never ran begins today. */
function daysSince({ today }: TenantContext, ranOn: string | undefined): Temporal.PlainDate[] {
  const passed = ranOn === undefined ? 1 : Temporal.PlainDate.from(ranOn).until(today).days;
  const count = Math.min(Math.max(passed, 0), DAYS_MADE_UP_FOR);
  return Array.from({ length: count }, (_, back) => today.subtract({ days: back }));
}

/**
 * The id of the letter is chosen by the tick, so a job that runs twice sends it once. Beyond the quota of letters of a day it is tried
 * again every hour, for some days.
 */
export const sendReminder = tenantJob({
  name: 'paypages/send-reminder',
  payload: { reminderId: z.uuid(), contactId: z.uuid(), currency: Currency, until: CalendarDate },
  run: async (steps, { reminderId, contactId, currency, until }) => {
    try {
      await steps.transaction((ctx) => remindAsPlanned(ctx, reminderId, contactId, currency));
    } catch (error) {
      if (!isRefusal(error, TooManyRequests)) throw error;
      await steps.transaction(async (ctx) => {
        if (ctx.today.toString() > until) return;
        const again = { reminderId, contactId, currency, until };
        ctx.enqueue(sendReminder, again, { startAt: realNow().add({ hours: 1 }) });
      });
    }
  },
});
