import type { Language } from '#platform/pages/language.ts';
import type { RuleParts } from './sentence.ts';

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const WORKDAYS = 'MO,TU,WE,TH,FR';
/** Some months have no day after it. */
const LAST_DAY_OF_ALL_MONTHS = 28;

const es = {
  units: {
    hourly: ['hora', 'horas'],
    daily: ['día', 'días'],
    weekly: ['semana', 'semanas'],
    monthly: ['mes', 'meses'],
    yearly: ['año', 'años'],
  },
  every: ([one, many]: string[], interval: number) => (interval === 1 ? `cada ${one}` : `cada ${interval} ${many}`),
  weekday: (day: string) =>
    ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'][days.indexOf(day)]!,
  weekdays: (names: string[]) =>
    `los ${list(
      'es',
      names.map((name) => (name.endsWith('s') ? name : `${name}s`)),
    )}`,
  workdays: 'de lunes a viernes',
  ordinal: (place: number) =>
    ({ 1: 'primer', 2: 'segundo', 3: 'tercer', 4: 'cuarto', 5: 'quinto', [-1]: 'último', [-2]: 'penúltimo' })[place] ??
    (place > 0 ? `${place}.º` : `${-place}.º último`),
  nthWeekdays: (ones: string[]) =>
    list(
      'es',
      ones.map((one) => `el ${one}`),
    ),
  nthOf: (ordinal: string, isWorkdays: boolean, names: string[]) =>
    isWorkdays ? `el ${ordinal} día laborable` : `el ${ordinal} día que sea ${list('es', names, 'disjunction')}`,
  monthDays: (given: number[], ordinal: (place: number) => string) => {
    const counted = given.filter((day) => day > 0).map(String);
    const fromEnd = given.filter((day) => day < 0).map((day) => `el ${ordinal(day)} día`);
    const first = counted.length === 1 ? `el día ${counted}` : `los días ${list('es', counted)}`;
    return list('es', counted.length > 0 ? [first, ...fromEnd] : fromEnd);
  },
  rare: '(solo en los meses que tienen ese día)',
  months: (names: string[]) => `en ${list('es', names)}`,
  date: (text: string) => `el ${text}`,
  at: (hour: number, minute: string) => `a ${hour === 1 ? 'la' : 'las'} ${hour}:${minute}`,
  times: (count: number) => (count === 1 ? '1 vez' : `${count} veces`),
  until: (text: string) => `hasta el ${text}`,
};

const en: typeof es = {
  units: {
    hourly: ['hour', 'hours'],
    daily: ['day', 'days'],
    weekly: ['week', 'weeks'],
    monthly: ['month', 'months'],
    yearly: ['year', 'years'],
  },
  every: ([one, many], interval) => (interval === 1 ? `every ${one}` : `every ${interval} ${many}`),
  weekday: (day) => ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][days.indexOf(day)]!,
  weekdays: (names) => `on ${list('en', names)}`,
  workdays: 'from Monday to Friday',
  ordinal: (place) =>
    ({ 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', [-1]: 'last', [-2]: 'second to last' })[place] ??
    (place > 0 ? `${place}th` : `${-place}th to last`),
  nthWeekdays: (ones) =>
    `on ${list(
      'en',
      ones.map((one) => `the ${one}`),
    )}`,
  nthOf: (ordinal, isWorkdays, names) =>
    isWorkdays
      ? `on the ${ordinal} business day`
      : `on the ${ordinal} day that is a ${list('en', names, 'disjunction')}`,
  monthDays: (given, ordinal) => {
    const counted = given.filter((day) => day > 0).map(String);
    const fromEnd = given.filter((day) => day < 0).map((day) => `the ${ordinal(day)} day`);
    const first = `${counted.length === 1 ? 'day' : 'days'} ${list('en', counted)}`;
    return `on ${list('en', counted.length > 0 ? [first, ...fromEnd] : fromEnd)}`;
  },
  rare: '(only in months that have this day)',
  months: (names) => `in ${list('en', names)}`,
  date: (text) => `on ${text}`,
  at: (hour, minute) => `at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
  until: (text) => `until ${text}`,
};

const words = { es, en };

function list(language: Language, items: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(language, { type }).format(items);
}

/** A rule in words, so that a person can check what was understood. Parts that it takes from its start are named too. */
export const inWords = (parts: RuleParts, startsLocal: string): Record<Language, string> => ({
  es: sentenceOf('es', parts, startsLocal),
  en: sentenceOf('en', parts, startsLocal),
});

function sentenceOf(language: Language, parts: RuleParts, startsLocal: string): string {
  const say = words[language];
  const { frequency, interval, count, until } = parts;
  const start = Temporal.PlainDateTime.from(startsLocal);
  const dateText = (date: Temporal.PlainDate, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleString(language, { day: 'numeric', month: 'long', ...options });
  const said = [
    say.every(say.units[frequency], interval),
    frequency !== 'hourly' && dayWords(language, parts, start.toPlainDate()),
    frequency !== 'hourly' && say.at(start.hour, String(start.minute).padStart(2, '0')),
    count === null && until !== null && say.until(dateText(Temporal.PlainDate.from(until), { year: 'numeric' })),
  ]
    .filter(Boolean)
    .join(' ');
  return count === null ? said : `${said}, ${say.times(count)}`;
}

function dayWords(language: Language, parts: RuleParts, start: Temporal.PlainDate): string {
  const say = words[language];
  const { frequency, weekdays, monthDays, months, setPosition } = parts;
  const isPlain = weekdays.length + monthDays.length + months.length === 0;
  if (isPlain && frequency === 'yearly')
    return say.date(start.toLocaleString(language, { day: 'numeric', month: 'long' }));
  const onDays = monthDays.length === 0 && isPlain && frequency === 'monthly' ? [start.day] : monthDays;
  const onWeekdays = isPlain && frequency === 'weekly' ? [days[start.dayOfWeek - 1]!] : weekdays;
  const isRare = onDays.some((day) => Math.abs(day) > LAST_DAY_OF_ALL_MONTHS) && !onDays.includes(-1);
  return [
    months.length > 0 && say.months(months.map((month) => monthName(language, month))),
    onDays.length > 0 && say.monthDays(onDays, say.ordinal),
    onWeekdays.length > 0 && weekdayWords(language, onWeekdays, setPosition),
    isRare && say.rare,
  ]
    .filter(Boolean)
    .join(' ');
}

const monthName = (language: Language, month: number): string =>
  new Temporal.PlainDate(2026, month, 1).toLocaleString(language, { month: 'long' });

function weekdayWords(language: Language, given: readonly string[], setPosition: number | null): string {
  const say = words[language];
  const names = given.map((day) => say.weekday(day.slice(-2)));
  const isWorkdays = given.join() === WORKDAYS;
  if (setPosition !== null) return say.nthOf(say.ordinal(setPosition), isWorkdays, names);
  if (given.some((day) => day.length > 2))
    return say.nthWeekdays(
      given.map((day, index) =>
        day.length > 2 ? `${say.ordinal(Number(day.slice(0, -2)))} ${names[index]}` : names[index]!,
      ),
    );
  return isWorkdays ? say.workdays : say.weekdays(names);
}
