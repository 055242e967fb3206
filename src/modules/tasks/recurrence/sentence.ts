import { folded } from '#platform/search/folded.ts';
import { type Frequency, fillers, months, numbers, ordinals, type Unit, units, weekdays } from './sentence-words.ts';

/** A rule as people describe it. */
export interface RuleParts {
  frequency: Frequency;
  interval: number;
  weekdays: string[];
  monthDays: number[];
  months: number[];
  setPosition: number | null;
  /** `HH:MM`; null where the description names none. */
  time: string | null;
  until: string | null;
  count: number | null;
}

const alternatives = (words: Record<string, unknown>): string =>
  Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .join('|');

const WORKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR'];
const NUMBER = `\\d{1,3}|${alternatives(numbers)}`;
const ORDINAL = alternatives(ordinals);
const WEEKDAY = alternatives(weekdays);
const MONTH = alternatives(months);
const numberOf = (word: string): number => numbers[word] ?? Number(word);

/** A sentence that is read piece by piece. Pieces that are understood are removed; the remainder was not understood. */
class Sentence {
  text: string;

  constructor(text: string) {
    this.text = ` ${folded(text)
      .replace(/[.,;!?¡¿"()]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()} `;
  }

  /** Takes every match of a pattern out. */
  take(pattern: string): RegExpExecArray[] {
    const found: RegExpExecArray[] = [];
    const search = new RegExp(`(?<= )(?:${pattern})(?= )`);
    for (let match = search.exec(this.text); match; match = search.exec(this.text)) {
      found.push(match);
      this.text = `${this.text.slice(0, match.index)}${this.text.slice(match.index + match[0].length)}`.replace(
        /\s+/g,
        ' ',
      );
    }
    return found;
  }

  get leftOver(): string[] {
    return this.text.split(' ').filter((word) => word !== '' && !fillers.has(word));
  }
}

/** Reads a sentence in Spanish or English. `unknown` is the first word that it does not understand. */
export function readSentence(text: string, today: Temporal.PlainDate): RuleParts | { unknown: string } {
  const sentence = new Sentence(text);
  const until = readUntil(sentence, today);
  const count = readCount(sentence);
  const time = readTime(sentence);
  const isAlternate = sentence.take(`(?:every|cada) (?:other|otro|otra)(?= (?:${WEEKDAY}) )`).length > 0;
  const days = readDays(sentence);
  const unit = readUnit(sentence);
  const [unknown] = sentence.leftOver;
  if (unknown !== undefined) return { unknown };
  const frequency = frequencyOf(days, unit);
  const interval = unit?.[1] ?? (isAlternate ? 2 : 1);
  if (frequency === null || interval === 0) return { unknown: text };
  return { ...days, frequency, interval, time, until, count };
}

type Days = Pick<RuleParts, 'weekdays' | 'monthDays' | 'months' | 'setPosition'>;

function frequencyOf({ weekdays: on, monthDays, months: inMonths, setPosition }: Days, unit: Unit | null) {
  if (unit?.[0] === 'hourly' || unit?.[0] === 'yearly') return unit[0];
  if (inMonths.length > 0) return 'yearly';
  if (monthDays.length > 0 || setPosition !== null || on.some((day) => day.length > 2)) return 'monthly';
  if (on.length > 0) return unit?.[0] === 'monthly' ? null : 'weekly';
  return unit?.[0] ?? null;
}

/** `2026-12-31`, `31 de diciembre de 2026`, `December 31st 2026`. Without a year it is the next one. */
function readUntil(sentence: Sentence, today: Temporal.PlainDate): string | null {
  const [match] = sentence.take(
    `(?:hasta|until|till)(?: el| the)?(?: dia)? (?:(\\d{4}-\\d\\d-\\d\\d)|(\\d{1,2})(?:st|nd|rd|th)?(?: de| of)? (${MONTH})(?:(?: de| del)? (\\d{4}))?|(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?)`,
  );
  if (!match) return null;
  const [, iso, dayA, monthA, yearA, monthB, dayB, yearB] = match;
  try {
    if (iso) return Temporal.PlainDate.from(iso, { overflow: 'reject' }).toString();
    const given = { day: Number(dayA ?? dayB), month: months[(monthA ?? monthB)!]! };
    const year = yearA ?? yearB;
    const date = Temporal.PlainDate.from({ ...given, year: year ? Number(year) : today.year }, { overflow: 'reject' });
    return (year || Temporal.PlainDate.compare(date, today) >= 0 ? date : date.add({ years: 1 })).toString();
  } catch {
    sentence.text += `${match[0]} `;
    return null;
  }
}

function readCount(sentence: Sentence): number | null {
  const [match] = sentence.take(`(?:por |for |durante )?(${NUMBER}) (?:veces|times|ocurrencias|occurrences)`);
  return match ? numberOf(match[1]!) : null;
}

/** `a las 9`, `a las 3:30 de la tarde`, `at 5pm`, `a mediodia`. */
function readTime(sentence: Sentence): string | null {
  const [named] = sentence.take('(?:a|al|at|a la)? ?(mediodia|noon|midday|medianoche|midnight)');
  if (named) return /noche|midnight/.test(named[1]!) ? '00:00' : '12:00';
  const part = 'de la manana|de la tarde|de la noche|in the morning|in the afternoon|in the evening|am|pm|a m|p m';
  const [match] = [
    ...sentence.take(`(?:a las?|at) (${NUMBER})(?::(\\d\\d))? ?(${part}|horas|h|o'clock)?`),
    ...sentence.take(`(\\d{1,2})(?::(\\d\\d))? ?(${part})`),
    ...sentence.take('(\\d{1,2}):(\\d\\d)'),
  ];
  if (!match) return null;
  const [, hourText, minutes = '00', half = ''] = match;
  const given = numberOf(hourText!);
  const isLate = /tarde|noche|pm|p m|afternoon|evening/.test(half);
  const hour = isLate && given < 12 ? given + 12 : /manana|^am$|^a m$|morning/.test(half) && given === 12 ? 0 : given;
  if (hour > 23 || Number(minutes) > 59) {
    sentence.text += `${match[0]} `;
    return null;
  }
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

function readDays(sentence: Sentence): Days {
  const days: Days = { weekdays: [], monthDays: [], months: [], setPosition: null };
  const work = '(?:dias? )?(?:laborables?|habil(?:es)?)|(?:business|working|week) ?days?|entre semana|dias? de semana';
  for (const [, ordinal] of sentence.take(
    `(${ORDINAL}) (?:${work})(?: del mes| de cada mes| of (?:the|every|each) month)?`,
  )) {
    days.weekdays.push(...WORKDAYS);
    days.setPosition = ordinals[ordinal!]!;
  }
  if (sentence.take(work).length > 0) days.weekdays.push(...WORKDAYS);
  if (sentence.take('fin(?:es)? de semana|weekends?').length > 0) days.weekdays.push('SA', 'SU');
  // In the Dominican Republic wages and rents go by the half month.
  if (sentence.take('quincenal|quincenalmente|(?:cada |todas las )?quincenas?').length > 0) days.monthDays.push(15, -1);
  for (const [, ordinal] of sentence.take(
    `(${ORDINAL}) (?:dia|day)(?: del mes| de cada mes| of (?:the|every|each) month| (?=de|of))`,
  ))
    days.monthDays.push(ordinals[ordinal!]!);
  readRanges(sentence, days);
  readDates(sentence, days);
  readWeekdays(sentence, days);
  for (const [, month] of sentence.take(`(${MONTH})`)) days.months.push(months[month!]!);
  return days;
}

const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const YEAR = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** `de lunes a viernes`, `from Monday to Saturday`, `de noviembre a enero`. */
function readRanges(sentence: Sentence, days: Days): void {
  const range = (name: string): string =>
    `(?:de |desde |from )?(?:el |los )?(${name}) (?:a|al|hasta|to|through)(?: el| los)? (${name})`;
  for (const [, first, last] of sentence.take(range(WEEKDAY)))
    days.weekdays.push(...between(WEEK, weekdays[first!]!, weekdays[last!]!));
  for (const [, first, last] of sentence.take(range(MONTH)))
    days.months.push(...between(YEAR, months[first!]!, months[last!]!));
}

/** From one value of a cycle to another, both included. */
function between<T>(cycle: T[], first: T, last: T): T[] {
  const [from, to] = [cycle.indexOf(first), cycle.indexOf(last)];
  return from <= to ? cycle.slice(from, to + 1) : [...cycle.slice(from), ...cycle.slice(0, to + 1)];
}

/** Days of a month: `el 15 y el 30`, `on the 1st`, `24 de diciembre`, `December 25`. */
function readDates(sentence: Sentence, days: Days): void {
  for (const [, day, month] of sentence.take(`(\\d{1,2})(?:st|nd|rd|th)?(?: de| of)? (${MONTH})`)) {
    days.monthDays.push(Number(day));
    days.months.push(months[month!]!);
  }
  for (const [, month, day] of sentence.take(`(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?`)) {
    days.monthDays.push(Number(day));
    days.months.push(months[month!]!);
  }
  for (const [, day] of sentence.take('(\\d{1,2})(?:st|nd|rd|th) of (?:the|every|each) month'))
    days.monthDays.push(Number(day));
  const list = '(?:el |los |dia |dias |on the |the |y |and )+';
  for (const [, day] of sentence.take(
    `${list}(\\d{1,2})(?:st|nd|rd|th)?(?! (?:${alternatives(units)}) )(?: de(?: cada)? mes| del mes| of (?:the|every|each) month)?`,
  ))
    days.monthDays.push(Number(day));
}

/** `ultimo viernes`, `first and third Monday`, `lunes y jueves`. */
function readWeekdays(sentence: Sentence, days: Days): void {
  const rest = '(?: del mes| de(?: cada)? mes| of (?:the|every|each) month)?';
  for (const match of sentence.take(`(${ORDINAL})((?: y| and)(?: el| the)? (?:${ORDINAL}))? (${WEEKDAY})${rest}`)) {
    const second = match[2]?.replace(/^ (?:y|and)(?: el| the)? /, '');
    for (const ordinal of [match[1]!, ...(second ? [second] : [])])
      days.weekdays.push(`${ordinals[ordinal]}${weekdays[match[3]!]}`);
  }
  for (const [, weekday] of sentence.take(`(${WEEKDAY})`)) days.weekdays.push(weekdays[weekday!]!);
}

/** `cada dos semanas`, `every other month`, `diario`, `dia por medio`. */
function readUnit(sentence: Sentence): Unit | null {
  if (sentence.take('dia por medio|dias alternos|interdiario|un dia si y otro no|un dia si y un dia no').length > 0)
    return ['daily', 2];
  const unit = alternatives(units);
  const [every] = sentence.take(
    `(?:cada|every|each|todos los|todas las) (?:(${NUMBER}|otro|otra|other|second|segunda?) )?(${unit})`,
  );
  const [match = every] = every ? [] : sentence.take(`(?:(${NUMBER}) )?(${unit})`);
  // “of every month” after an ordinal adds nothing.
  sentence.take(`(?:de |of |on |in |del |al? )?(?:cada |every |each |the )?(?:mes|month|ano|year)`);
  if (!match) return null;
  const [frequency, size] = units[match[2]!]!;
  const factor = match[1] === undefined ? 1 : /^(otr|other|second|segund)/.test(match[1]) ? 2 : numberOf(match[1]);
  return [frequency, size * factor];
}
