import { z } from 'zod';
import { notifyOwner } from '#modules/collaboration/index.ts';
import { type Debtor, selectDebtors } from '#modules/invoicing/index.ts';
import { type ChangedSettings, readSettings } from '#modules/organization/index.ts';
import { selectInstalmentDebtors } from '#modules/receivables/index.ts';
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
const CONTACTS_AT_ONCE = 1000;
const DAYS_TRIED = 3;
/** After a longer outage the e-mails of older days are skipped, so that a contact does not get several at once. */
const DAYS_MADE_UP_FOR = 7;

/** The plan of the organization was changed: it is carried out from the next morning on. */
export async function wakeReminders(ctx: TenantContext, { section }: ChangedSettings): Promise<void> {
  if (section === reminderSettings.name) ctx.wakeAt(reminding, nextTimeAt(ctx, SENT_AT_HOUR));
}

/**
 * Has an e-mail sent to each contact with an invoice or instalment that reached one of the days of the plan, and answers when to look
 * again. Every day counts once, also those on which the service did not run.
 */
export async function tickReminders(
  ctx: TenantContext,
  contactsAtOnce = CONTACTS_AT_ONCE,
): Promise<Temporal.Instant | null> {
  const { enabled, days } = await readSettings(ctx, reminderSettings);
  if (!enabled) {
    await paymentReminderRuns.delete(ctx, {});
    return null;
  }
  const run = await paymentReminderRuns.find(ctx, {}, { lock: 'FOR UPDATE' });
  if (run && run.unsent > 0) await reportUnsent(ctx, run.unsent);
  // A plan that never ran begins today.
  const ranOn = run ? Temporal.PlainDate.from(run.ranOn) : ctx.today.subtract({ days: 1 });
  const plannedOn = run?.plannedOn ? Temporal.PlainDate.from(run.plannedOn) : ctx.today;
  const dueOn = daysAfter(ranOn, plannedOn).flatMap((day) =>
    days.map((after) => day.subtract({ days: after }).toString()),
  );
  const after = run?.plannedOn ? { contactId: run.afterContactId!, currency: run.afterCurrency! } : null;
  const debtors = await debtorsOf(ctx, dueOn, { after, limit: contactsAtOnce });
  const until = ctx.today.add({ days: DAYS_TRIED }).toString();
  for (const debtor of debtors) ctx.enqueue(sendReminder, { reminderId: newId(), ...debtor, until });
  if (debtors.length === contactsAtOnce) {
    const { contactId, currency } = debtors.at(-1)!;
    const place = { plannedOn: plannedOn.toString(), afterContactId: contactId, afterCurrency: currency };
    await paymentReminderRuns.upsert(ctx, { ranOn: ranOn.toString(), ...place }, []);
    return ctx.now;
  }
  const done = { ranOn: plannedOn.toString(), plannedOn: null, afterContactId: null, afterCurrency: null };
  await paymentReminderRuns.upsert(ctx, done, []);
  return nextTimeAt(ctx, SENT_AT_HOUR);
}

/** Notifies the owner of the reminders that were given up since the last run. */
async function reportUnsent(ctx: TenantContext, count: number): Promise<void> {
  await paymentReminderRuns.updateAll(ctx, {}, { unsent: 0 });
  await notifyOwner(ctx, {
    kind: 'payment-reminders-unsent',
    es: {
      title: count === 1 ? 'No se envió 1 recordatorio de pago' : `No se enviaron ${count} recordatorios de pago`,
      body: `Durante ${DAYS_TRIED} días no cupieron en el límite diario de correos. Revisa las facturas vencidas y avisa a esos clientes por otra vía.`,
    },
    en: {
      title: count === 1 ? '1 payment reminder was not sent' : `${count} payment reminders were not sent`,
      body: `For ${DAYS_TRIED} days the daily limit of e-mails had no room for them. Look at the overdue invoices and reach those customers another way.`,
    },
  });
}

/** The next contacts with documents or instalments that fall due on one of these days. */
async function debtorsOf(ctx: TenantContext, dueOn: string[], page: { after: Debtor | null; limit: number }) {
  const found = [await selectDebtors(ctx, dueOn, page), await selectInstalmentDebtors(ctx, dueOn, page)].flat();
  const keyOf = ({ contactId, currency }: Debtor): string => `${contactId} ${currency}`;
  const distinct = new Map(found.map((debtor) => [keyOf(debtor), debtor]));
  const inOrder = [...distinct.keys()].sort();
  return inOrder.slice(0, page.limit).map((key) => distinct.get(key)!);
}

/** The days after the last run until this one. */
function daysAfter(ranOn: Temporal.PlainDate, day: Temporal.PlainDate): Temporal.PlainDate[] {
  const count = Math.min(Math.max(ranOn.until(day).days, 0), DAYS_MADE_UP_FOR);
  return Array.from({ length: count }, (_, back) => day.subtract({ days: back }));
}

/**
 * The id of the e-mail is chosen by the tick, so a job that runs twice sends it once. Beyond the quota of e-mails of a day it is tried
 * again every hour, for some days; then it is given up, and the owner is notified on the next morning.
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
        if (ctx.today.toString() > until) return countUnsent(ctx);
        const again = { reminderId, contactId, currency, until };
        ctx.enqueue(sendReminder, again, { startAt: realNow().add({ hours: 1 }) });
      });
    }
  },
});

/** Counts a reminder that is given up. Where the plan was ended meanwhile, nobody waits for it. */
async function countUnsent(ctx: TenantContext): Promise<void> {
  const run = await paymentReminderRuns.find(ctx, {}, { lock: 'FOR UPDATE' });
  if (run) await paymentReminderRuns.updateAll(ctx, {}, { unsent: run.unsent + 1 });
}
