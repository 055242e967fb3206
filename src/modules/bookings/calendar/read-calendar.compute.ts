import ical, { type VEvent } from 'node-ical';
import type { BusyTime, GivenCalendar } from './busy-time.ts';

const EVENTS_MAX = 5000;
const TIMES_MAX = 10_000;
const DAY_MS = 86_400_000;
/** No appointment recurs so often; expanding such a rule would never end. */
const TOO_FREQUENT = /^RRULE[^\r\n]*FREQ=(SECONDLY|MINUTELY)[^\r\n]*\r?\n/gim;

/** The times at which a calendar makes its person busy, in order and without overlaps. */
export default function readCalendar({ text, timeZone, from, until }: GivenCalendar): BusyTime[] {
  const ownZone = zoneOf(text) ?? timeZone;
  const events = Object.values(ical.sync.parseICS(text.replace(TOO_FREQUENT, ''))).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  );
  if (events.length > EVENTS_MAX) throw new Error('The calendar has too many events.');
  const times: BusyTime[] = [];
  for (const event of events) {
    if (times.length > TIMES_MAX) break;
    if (isFree(event)) continue;
    for (const time of timesOf(event, { timeZone: ownZone, from, until }))
      if (time.end > from && time.start < until) times.push(time);
  }
  return merged(times.slice(0, TIMES_MAX));
}

const isFree = ({ status, transparency }: VEvent): boolean => status === 'CANCELLED' || transparency === 'TRANSPARENT';

/** The zone that a calendar states for itself, if it is one of IANA. */
function zoneOf(text: string): string | null {
  const stated = /^X-WR-TIMEZONE(?:;[^:\r\n]*)?:([^\r\n]+)/im.exec(text)?.[1]?.trim();
  try {
    return stated ? new Intl.DateTimeFormat('en', { timeZone: stated }).resolvedOptions().timeZone : null;
  } catch {
    return null;
  }
}

function timesOf(event: VEvent, { timeZone, from, until }: Omit<GivenCalendar, 'text'>): BusyTime[] {
  const instances = ical.expandRecurringEvent(event, {
    from: new Date(from - DAY_MS),
    to: new Date(until + DAY_MS),
    expandOngoing: true,
  });
  return instances
    .filter((instance) => !isFree(instance.event as VEvent))
    .map(({ start, end }) => ({ start: placedIn(timeZone, start), end: placedIn(timeZone, end) }))
    .filter(({ start, end }) => Number.isFinite(start) && end > start);
}

/** The library reads a whole day or a time without a zone as one of the zone of this process. */
function placedIn(timeZone: string, at: Date & { tz?: string | undefined }): number {
  if (at.tz !== undefined || !Number.isFinite(at.getTime())) return at.getTime();
  const read = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(Temporal.Now.timeZoneId());
  return read.toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;
}

function merged(times: BusyTime[]): BusyTime[] {
  const result: BusyTime[] = [];
  for (const time of times.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && time.start <= last.end) last.end = Math.max(last.end, time.end);
    else result.push({ ...time });
  }
  return result;
}
