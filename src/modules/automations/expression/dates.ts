const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
const COUNT_MAX = 1_000_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** A date stays a date, and a time becomes a time; days, months and years are those of the zone. A month ends on its last day. */
export function addToDate(at: unknown, count: number, unit: string, timeZone: string): string {
  const given = UNITS.find((each) => each === unit || each === `${unit}s`);
  if (!given) throw new Error(`Units are ${UNITS.join(', ')}.`);
  if (Math.abs(count) > COUNT_MAX) throw new Error(`At most ${COUNT_MAX} ${given} are added.`);
  const length = { [given]: count };
  const time = timeOf(at, timeZone);
  if (typeof at !== 'string' || !DATE.test(at)) return toText(time.add(length));
  if (given === 'minutes' || given === 'hours')
    throw new Error('Minutes and hours are added to a time, not to a date.');
  return time.toPlainDate().add(length).toString();
}

const toText = (time: Temporal.ZonedDateTime): string => time.toInstant().toString({ smallestUnit: 'millisecond' });

/** A date is its first moment in the zone. */
export function timeOf(at: unknown, timeZone: string): Temporal.ZonedDateTime {
  const text = at instanceof Date ? at.toISOString() : at;
  if (typeof text !== 'string') throw new Error('A date or time is text, such as 2026-11-16 or 2026-11-16T09:30:00Z.');
  try {
    if (DATE.test(text)) return Temporal.PlainDate.from(text).toZonedDateTime(timeZone);
    return Temporal.Instant.from(text).toZonedDateTimeISO(timeZone);
  } catch {
    throw new Error(`Not a date or time in the zone ${timeZone}: ${text.slice(0, 40)}.`);
  }
}

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

const FIELDS: Record<string, (time: Temporal.ZonedDateTime) => string> = {
  yyyy: ({ year }) => padded(year, 4),
  yy: ({ year }) => padded(year % 100),
  MM: ({ month }) => padded(month),
  dd: ({ day }) => padded(day),
  HH: ({ hour }) => padded(hour),
  hh: ({ hour }) => padded(hour % 12 || 12),
  mm: ({ minute }) => padded(minute),
  ss: ({ second }) => padded(second),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
};

/** `dd/MM/yyyy HH:mm`: letters that are no field stay as they are, and so does whatever is in single quotes. */
export function formatDate(at: unknown, pattern: string, timeZone: string): string {
  const time = timeOf(at, timeZone);
  return pattern.replace(
    /'([^']*)'|yyyy|yy|MM|dd|HH|hh|mm|ss|\ba\b/g,
    (field, quoted?: string) => quoted ?? FIELDS[field]!(time),
  );
}

/** Whole calendar days in the zone; negative if the second is earlier. */
export function daysBetween(from: unknown, to: unknown, timeZone: string): bigint {
  const dayOf = (at: unknown) => timeOf(at, timeZone).toPlainDate();
  return BigInt(dayOf(from).until(dayOf(to), { largestUnit: 'days' }).days);
}
