import { RRuleTemporal } from 'rrule-temporal';
import { isBefore } from '#platform/date.ts';

/** A rule with its start: wall times in a zone. */
export interface Recurring {
  rule: string;
  timeZone: string;
  startsLocal: string;
  excluded: readonly string[];
  endsBefore: string | null;
}

export interface Occurrence {
  /** Its wall time, or its UTC time where the rule is hourly. It identifies the occurrence, whatever happens to the zone. */
  occurrence: string;
  at: Temporal.Instant;
}

const COUNT_MAX = 366;
const YEAR_MAX = 2999;
const INTERVAL_MAX = 1000;
/** Bounds the search for rules that match rarely or never, such as 30 February. */
const ITERATIONS_MAX = 4_000;
const CANDIDATES_MAX = 40_000;

const number = (digits: number) => `[+-]?\\d{1,${digits}}`;
const listOf = (item: string) => new RegExp(`^${item}(,${item}){0,60}$`);
const weekday = '(MO|TU|WE|TH|FR|SA|SU)';

/** The parts that a rule may have. Times below a minute would be expensive and mean nothing for a task. */
const parts: Record<string, (value: string) => boolean> = {
  FREQ: (value) => /^(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(value),
  INTERVAL: (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= INTERVAL_MAX,
  COUNT: (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= COUNT_MAX,
  UNTIL: (value) => untilOf(value) !== null,
  BYDAY: (value) => listOf(`([+-]?[1-9]\\d?)?${weekday}`).test(value),
  BYMONTH: (value) => within(value, 2, 1, 12),
  BYMONTHDAY: (value) => within(value, 2, -31, 31),
  BYYEARDAY: (value) => within(value, 3, -366, 366),
  BYWEEKNO: (value) => within(value, 2, -53, 53),
  BYSETPOS: (value) => within(value, 3, -366, 366),
  BYHOUR: (value) => within(value, 2, 0, 23, true),
  BYMINUTE: (value) => within(value, 2, 0, 59, true) && value.split(',').length <= 6,
  // Programs that write rules add it to every time of day.
  BYSECOND: (value) => value === '0',
  WKST: (value) => new RegExp(`^${weekday}$`).test(value),
};

const within = (value: string, digits: number, min: number, max: number, withZero = false): boolean =>
  listOf(number(digits)).test(value) &&
  value.split(',').every((item) => Number(item) >= min && Number(item) <= max && (withZero || Number(item) !== 0));

const HOURLY_PARTS = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST']);

const partsOf = (rule: string): [string, string][] =>
  rule.split(';').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]);

export function isRule(rule: string): boolean {
  const given = partsOf(rule);
  const names = given.map(([name]) => name);
  return (
    names.includes('FREQ') &&
    new Set(names).size === names.length &&
    !(names.includes('COUNT') && names.includes('UNTIL')) &&
    given.every(([name, value]) => Object.hasOwn(parts, name) && parts[name]!(value)) &&
    (!isHourly(rule) || names.every((name) => HOURLY_PARTS.has(name))) &&
    canBeRead(rule)
  );
}

const isHourly = (rule: string): boolean => rule.includes('FREQ=HOURLY');

/** Some parts are valid alone and not together: `BYWEEKNO` of a month. */
function canBeRead(rule: string): boolean {
  try {
    open({ rule, timeZone: 'UTC', startsLocal: '2026-01-01T09:00:00', excluded: [], endsBefore: null });
    return true;
  } catch {
    return false;
  }
}

/** `20261231`, `20261231T235959` or `20261231T235959Z` as a wall time, or as an instant. */
function untilOf(value: string): { local: Temporal.PlainDateTime; isInstant: boolean } | null {
  const match = /^(\d{8})(T\d{6})?(Z)?$/.exec(value);
  if (!match || (match[3] && !match[2])) return null;
  try {
    const local = Temporal.PlainDateTime.from(`${match[1]}${match[2] ?? 'T235959'}`, { overflow: 'reject' });
    return local.year >= 1900 && local.year <= YEAR_MAX ? { local, isInstant: match[3] === 'Z' } : null;
  } catch {
    return null;
  }
}

const UTC = 'UTC';

/**
 * The library leaves out wall times that a change of clocks skips, and every repeated hour. So it computes in UTC: wall times
 * of days, which are then placed in the zone, or elapsed hours.
 */
function open({ rule, timeZone, startsLocal }: Recurring): { dates: RRuleTemporal; start: Temporal.ZonedDateTime } {
  const hourly = isHourly(rule);
  const local = Temporal.PlainDateTime.from(startsLocal);
  const start = hourly ? local.toZonedDateTime(timeZone).withTimeZone(UTC) : local.toZonedDateTime(UTC);
  const rruleString = partsOf(rule)
    .map(([name, value]) => `${name}=${name === 'UNTIL' ? untilIn(value, timeZone, hourly) : value}`)
    .join(';');
  const limits = { maxIterations: ITERATIONS_MAX, maxCandidateEvaluations: CANDIDATES_MAX, cache: false };
  const dates = new RRuleTemporal({ rruleString, dtstart: start as never, temporal: Temporal as never, ...limits });
  return { dates, start };
}

/** The end of a rule on the clock that the library computes with. */
function untilIn(value: string, timeZone: string, hourly: boolean): string {
  const { local, isInstant } = untilOf(value)!;
  const wall = isInstant === hourly ? local : isInstant ? moved(local, UTC, timeZone) : moved(local, timeZone, UTC);
  return `${wall.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}Z`;
}

const moved = (local: Temporal.PlainDateTime, from: string, to: string): Temporal.PlainDateTime =>
  local.toZonedDateTime(from).withTimeZone(to).toPlainDateTime();

/** The occurrences behind one of them, or all, in their order. It ends where the rule ends or matches nothing any more. */
export function* occurrencesAfter(given: Recurring, after: string | null): Generator<Occurrence> {
  const excluded = new Set(given.excluded);
  for (const date of datesAfter(given, after)) {
    const found = occurrenceOf(given, date);
    if (given.endsBefore !== null && found.occurrence >= given.endsBefore) return;
    if (!excluded.has(wallTimeOf(found.at, given.timeZone)) && !excluded.has(found.occurrence)) yield found;
  }
}

/** Clocks skip or repeat less than this. */
const CLOCK_CHANGE = { hours: 3 };

/** The occurrences that are not before an instant. It does not walk through the earlier ones, which may be a million. */
export const occurrencesFrom = (given: Recurring, from: Temporal.Instant): IteratorObject<Occurrence> =>
  occurrencesAfter(given, nameAt(given, from.subtract(CLOCK_CHANGE))).filter(({ at }) => !isBefore(at, from));

function* datesAfter(given: Recurring, after: string | null): Generator<Temporal.ZonedDateTime> {
  const { dates, start } = open(given);
  const from = after === null ? null : Temporal.PlainDateTime.from(after.replace('Z', '')).toZonedDateTime(UTC);
  const isBehind = (date: Temporal.ZonedDateTime) => from === null || Temporal.ZonedDateTime.compare(date, from) > 0;
  try {
    // A rule with COUNT is counted from its start in any case.
    if (given.rule.includes('COUNT=')) return yield* countedDates(dates).filter(isBehind);
    let date = dates.next((from ?? start) as never, from === null) as unknown as Temporal.ZonedDateTime | null;
    while (date && date.year <= YEAR_MAX) {
      yield date;
      date = dates.next(date as never) as unknown as Temporal.ZonedDateTime | null;
    }
  } catch (error) {
    if (!isExhausted(error)) throw error;
  }
}

/** The dates of a rule with COUNT, up to where the search for them ends. */
function countedDates(dates: RRuleTemporal): Temporal.ZonedDateTime[] {
  const found: Temporal.ZonedDateTime[] = [];
  try {
    dates.all((date) => {
      const isNear = date.year <= YEAR_MAX;
      if (isNear) found.push(date as unknown as Temporal.ZonedDateTime);
      return isNear;
    });
  } catch (error) {
    if (!isExhausted(error)) throw error;
  }
  return found;
}

const isExhausted = (error: unknown): boolean =>
  error instanceof Error && /^Maximum (iterations|candidate)/.test(error.message);

export const wallTimeOf = (at: Temporal.Instant, timeZone: string): string =>
  at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'second' });

/** A wall time that a change of clocks leaves out is shifted forward: no occurrence is lost. */
function occurrenceOf({ rule, timeZone }: Recurring, date: Temporal.ZonedDateTime): Occurrence {
  const wall = date.toPlainDateTime();
  const text = wall.toString({ smallestUnit: 'second' });
  return isHourly(rule)
    ? { occurrence: `${text}Z`, at: date.toInstant() }
    : { occurrence: text, at: wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant() };
}

/** The instant of an occurrence by its name. */
export const instantOf = ({ timeZone }: Pick<Recurring, 'timeZone'>, name: string): Temporal.Instant =>
  name.endsWith('Z')
    ? Temporal.Instant.from(name)
    : Temporal.PlainDateTime.from(name).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant();

/** The name that an occurrence at this instant would have. */
export const nameAt = ({ rule, timeZone }: Recurring, at: Temporal.Instant): string =>
  isHourly(rule) ? at.toString({ smallestUnit: 'second' }) : wallTimeOf(at, timeZone);

/** Names of occurrences sort by time. */
export const laterOf = (a: string, b: string): string => [a, b].sort().at(-1)!;

/** The occurrence of this name, if the rule has it. */
export function findOccurrence(given: Recurring, name: string): Occurrence | undefined {
  const before = Temporal.PlainDateTime.from(name.replace('Z', '')).subtract({ seconds: 1 });
  const [found] = occurrencesAfter(given, before.toString({ smallestUnit: 'second' })).take(1);
  return found?.occurrence === name ? found : undefined;
}
