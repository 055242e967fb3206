import { z } from 'zod';
import { readSettings, tasksSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { CalendarDate, LocalTime, TimeOfDay, TimeZone, toTimestamp } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { isRule, nameAt, occurrencesAfter } from './rule.ts';
import { type RuleParts, readSentence } from './sentence.ts';
import { RuleWithoutDates } from './start.ts';
import { inWords } from './words.ts';

export const NotUnderstood = refusal(
  'not_understood',
  'The text was not understood as a recurrence: phrase it differently, or give the parts of the rule.',
);

const NEXT = 10;
const whole = (min: number, max: number) => z.number().int().min(min).max(max);

export const Description = z
  .strictObject({
    text: z.string().trim().min(1).max(200).describe('A sentence in Spanish or English.'),
    frequency: z.enum(['hourly', 'daily', 'weekly', 'monthly', 'yearly']).describe('The unit. Instead of `text`.'),
    interval: whole(1, 1000).describe('Every so many of `frequency`. Default: 1.'),
    weekdays: uniqueList(z.string().regex(/^(-?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/, 'must be a day such as MO or -1FR'), {
      max: 35,
    }).describe('`MO` to `SU`; with a number the first, second … or last of a month: `-1FR`.'),
    monthDays: uniqueList(
      whole(-31, 31).refine((day) => day !== 0, 'must not be 0'),
      { max: 62 },
    ).describe('-1 is the last day.'),
    months: uniqueList(whole(1, 12), { max: 12 }).describe('1 is January.'),
    setPosition: whole(-366, 366)
      .refine((place) => place !== 0, 'must not be 0')
      .describe('Only this one of each period.'),
    time: TimeOfDay.describe('The time of day. Default: when the working day begins.'),
    until: CalendarDate.describe('The last day on which it may happen.'),
    count: whole(1, 366).describe('Ends after so many occurrences.'),
    timeZone: TimeZone,
    start: LocalTime.describe('Default: today at `time`, or when the working day begins.'),
  })
  .partial()
  .refine(({ text, frequency }) => (text === undefined) !== (frequency === undefined), {
    path: ['text'],
    message: 'give a sentence, or the parts with their frequency',
  });

export async function generateRule(ctx: TenantContext, given: z.output<typeof Description>) {
  const timeZone = given.timeZone ?? ctx.timeZone;
  const today = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate();
  const parts = partsOf(given, today);
  const { workingHours } = await readSettings(ctx, tasksSettings);
  const start = given.start ?? `${today}T${parts.time ?? workingHours.start}:00`;
  const startsLocal = given.start && parts.time ? `${given.start.slice(0, 10)}T${parts.time}:00` : start;
  const rule = ruleOf(parts);
  if (!isRule(rule)) throw NotUnderstood(`The rule ${rule} has no meaning.`);
  const recurring = { rule, timeZone, startsLocal, excluded: [], endsBefore: null };
  const next = occurrencesAfter(recurring, given.start ? null : nameAt(recurring, ctx.now))
    .take(NEXT)
    .toArray();
  if (next.length === 0) throw RuleWithoutDates();
  return {
    rule,
    timeZone,
    start: startsLocal,
    text: inWords(parts, startsLocal),
    next: next.map(({ occurrence, at }) => ({ occurrence, at: toTimestamp(at) })),
  };
}

function partsOf({ text, frequency, ...given }: z.output<typeof Description>, today: Temporal.PlainDate): RuleParts {
  const none = { interval: 1, weekdays: [], monthDays: [], months: [], setPosition: null };
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const ends = { time: null, until: null, count: null };
  if (text === undefined) return { ...none, ...ends, ...defined, frequency: frequency! };
  const read = readSentence(text, today);
  if ('unknown' in read) throw NotUnderstood(`“${read.unknown}” is not understood.`);
  return { ...read, ...defined };
}

function ruleOf(parts: RuleParts): string {
  const list = (name: string, values: readonly unknown[]) =>
    values.length > 0 ? `${name}=${[...new Set(values)]}` : null;
  return [
    `FREQ=${parts.frequency.toUpperCase()}`,
    parts.interval > 1 ? `INTERVAL=${parts.interval}` : null,
    list('BYMONTH', parts.months),
    list('BYMONTHDAY', parts.monthDays),
    list('BYDAY', parts.weekdays),
    parts.setPosition === null ? null : `BYSETPOS=${parts.setPosition}`,
    parts.count === null ? null : `COUNT=${parts.count}`,
    parts.until === null || parts.count !== null ? null : `UNTIL=${parts.until.replaceAll('-', '')}`,
  ]
    .filter((part) => part !== null)
    .join(';');
}
