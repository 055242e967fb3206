import ical, { type VEvent } from 'node-ical';
import type { BusyTime, GivenCalendar } from './busy-time.ts';

const EVENTS_MAX = 5000;
const TIMES_MAX = 10_000;
/** No appointment recurs so often; expanding such a rule would never end. */
const TOO_FREQUENT = /^RRULE[^\r\n]*FREQ=(SECONDLY|MINUTELY)[^\r\n]*\r?\n/gim;

/** The times at which a calendar makes its person busy, in order and without overlaps. */
export default function readCalendar({ text, from, until }: GivenCalendar): BusyTime[] {
  const events = Object.values(ical.sync.parseICS(text.replace(TOO_FREQUENT, ''))).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  );
  if (events.length > EVENTS_MAX) throw new Error('The calendar has too many events.');
  const times: BusyTime[] = [];
  for (const event of events) {
    if (times.length > TIMES_MAX) break;
    if (isFree(event)) continue;
    for (const time of timesOf(event, from, until)) if (time.end > from && time.start < until) times.push(time);
  }
  return merged(times.slice(0, TIMES_MAX));
}

const isFree = ({ status, transparency }: VEvent): boolean => status === 'CANCELLED' || transparency === 'TRANSPARENT';

function timesOf(event: VEvent, from: number, until: number): BusyTime[] {
  const instances = ical.expandRecurringEvent(event, {
    from: new Date(from),
    to: new Date(until),
    expandOngoing: true,
  });
  return instances
    .filter((instance) => !isFree(instance.event as VEvent))
    .map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))
    .filter(({ start, end }) => Number.isFinite(start) && end > start);
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
