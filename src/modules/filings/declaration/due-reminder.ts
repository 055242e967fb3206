import { notifyOwner } from '#modules/collaboration/index.ts';
import { type ChangedSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatMoney } from '#platform/format.ts';
import { inEachLanguage, type Language, localeOf } from '#platform/pages/language.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { taxesSettings } from '../settings.ts';
import { taxReminders } from '../ticks.ts';
import { fiscalCalendar } from './calendar.ts';

const MORNING = '08:00';
/** They are filed also for a month without business. */
const filedEveryMonth: ReadonlySet<string> = new Set(['606', '607', 'it1']);

type Due = Awaited<ReturnType<typeof fiscalCalendar>>['data'][number];

/** The setting was changed: whatever is due soon is announced at once. */
export async function wakeTaxReminders(ctx: TenantContext, changed: ChangedSettings): Promise<void> {
  const isChanged = changed.old.dueReminderDays !== changed.new.dueReminderDays;
  if (changed.section === taxesSettings.name && isChanged) ctx.wakeAt(taxReminders, ctx.now);
}

/**
 * Notifies the owner of forms and payments of the last month that are due soon and neither sent nor paid. Answers when the next ones
 * come close. A run that was missed is made up for as long as they are not late.
 */
export async function remindOfTaxes(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const { dueReminderDays: days } = await readSettings(ctx, taxesSettings);
  if (days === null) return null;
  const { period, currency, data } = await fiscalCalendar(ctx, undefined);
  const [today, until] = [ctx.today.toString(), ctx.today.add({ days }).toString()];
  const due = data.filter((each) => isOpen(each) && each.dueOn >= today && each.dueOn <= until);
  if (due.length > 0) await announce(ctx, due, { period, currency });
  const later = data.find(({ dueOn }) => dueOn > until);
  const next = later
    ? Temporal.PlainDate.from(later.dueOn).subtract({ days })
    : ctx.today.add({ months: 1 }).with({ day: 1 });
  return next.toZonedDateTime({ timeZone: ctx.timeZone, plainTime: MORNING }).toInstant();
}

function isOpen({ filing, status, amount, rows }: Due): boolean {
  if (status === 'paid' || status === 'sent') return false;
  return filedEveryMonth.has(filing) || Number(amount) > 0 || (rows ?? 0) > 0;
}

const words = {
  es: {
    one: (name: string) => `Vence pronto: ${name}`,
    several: (count: number) => `${count} obligaciones fiscales vencen pronto`,
    on: 'vence el',
  },
  en: {
    one: (name: string) => `Due soon: ${name}`,
    several: (count: number) => `${count} tax filings are due soon`,
    on: 'due on',
  },
};

async function announce(ctx: TenantContext, due: Due[], { period, currency }: { period: string; currency: string }) {
  const notation = await readSettings(ctx, generalSettings);
  const textIn = (language: Language) => {
    const say = words[language];
    const lines = due.map(({ name, dueOn, amount }) => {
      const day = Temporal.PlainDate.from(dueOn).toLocaleString(localeOf(language), { dateStyle: 'long' });
      return `${name}, ${period}${amount ? `, ${formatMoney(amount, currency, notation)}` : ''}, ${say.on} ${day}`;
    });
    return { title: due.length === 1 ? say.one(due[0]!.name) : say.several(due.length), body: lines.join('\n') };
  };
  await notifyOwner(ctx, { kind: 'tax-due', ...inEachLanguage(textIn) });
}
