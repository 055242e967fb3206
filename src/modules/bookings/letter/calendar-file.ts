import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Booking, Schedule } from '../tables.ts';

type Appointment = Pick<Booking, 'id' | 'startsAt' | 'endsAt' | 'sequence' | 'state' | 'updatedAt'>;
type Subject = Pick<Schedule, 'title' | 'description' | 'location' | 'url'>;

export interface Entry {
  booking: Appointment;
  schedule: Subject;
  /** Who comes, in the calendar of the business. */
  guest?: string;
  organizer?: { name: string; email: string };
  attendee?: { name: string; email: string };
}

const PRODUCT = { company: 'Colmado', product: 'Bookings' };

/**
 * A calendar file. Times are in UTC, because a time in a zone would need a description of the zone, and with a `Date` in a
 * zone the library writes the wrong hour.
 */
export function calendarFile(
  entries: readonly Entry[],
  { name, method, host }: { name: string; method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; host: string },
): string {
  // The library escapes texts of events, but not the name.
  const safeName = plain(name).replace(/[\\;,]/g, '\\$&');
  const calendar = ical({ prodId: PRODUCT, name: safeName, method: ICalCalendarMethod[method] });
  if (method === 'PUBLISH') calendar.ttl(3600);
  for (const { booking, schedule, guest, organizer, attendee } of entries) {
    const event = calendar.createEvent({
      id: `${booking.id}@${host}`,
      sequence: booking.sequence,
      stamp: new Date(booking.updatedAt),
      start: new Date(booking.startsAt),
      end: new Date(booking.endsAt),
      summary: plain(guest ? `${schedule.title}: ${guest}` : schedule.title),
      description: plain(schedule.description, '\n') || null,
      location: plain(schedule.location) || null,
      url: schedule.url && (guest || hasPlace(booking)) ? plain(schedule.url) : null,
      status: statusOf(booking),
    });
    if (organizer) event.organizer({ name: plain(organizer.name), email: plain(organizer.email) });
    if (attendee) event.createAttendee({ name: plain(attendee.name), email: plain(attendee.email), rsvp: false });
  }
  return calendar.toString();
}

/** Whether the person may come: only then they get the address of an online meeting. */
export const hasPlace = ({ state }: Pick<Booking, 'state'>): boolean => state === 'booked';

function statusOf({ state }: Pick<Booking, 'state'>): ICalEventStatus {
  if (state === 'canceled') return ICalEventStatus.CANCELLED;
  return state === 'held' || state === 'waiting' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}

/** Control characters have no place in a calendar; only a description has lines. Some readers end a line at U+2028. */
const plain = (text: string, line = ' '): string =>
  text
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, line)
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? character : ' '));
