import { payUrlFor } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { refusal } from '#platform/refusal.ts';
import { wordsOf } from '#platform/search/words.ts';
import { book } from '../registration/book.ts';
import { selectBookable } from '../schedule/schedule.sql.ts';
import { bookingUrl, pageUrlOf } from '../secret-address.ts';
import { planOf } from '../slot/offers.ts';
import { bookings, type Schedule, scheduleLinks, schedules } from '../tables.ts';
import { concludeBooking, depositOf } from './conclude.ts';
import { personOf } from './form-booking.ts';
import { requireOpen } from './link.ts';
import { readSlots, requireOffered } from './slots.ts';

const BookedOnItsPage = refusal('booked_on_its_page', 'This schedule asks questions: book it on its page.');

const SEARCHED_MAX = 100;
const SCHEDULES_MAX = 5;
const SLOTS_MAX = 12;

/** The free slots of schedules that people may book themselves: as their booking pages offer them. */
export async function offerSlots(
  ctx: TenantContext,
  { search, first, days }: { search: string; first: Temporal.PlainDate; days: number },
) {
  const last = first.add({ days: days - 1 });
  const open = await selectBookable(ctx, ctx.now, SEARCHED_MAX);
  const wanted = new Set(wordsOf(search));
  const named = open.filter(({ title }) => wordsOf(title).some((word) => wanted.has(word)));
  const others = () => open.filter((schedule) => mayBeWithin(schedule, first, last));
  const offered = (named.length > 0 ? named : others()).slice(0, SCHEDULES_MAX);
  const links = await scheduleLinks.all(ctx, { scheduleId: offered.map(({ id }) => id) });
  return Promise.all(
    offered.map(async (schedule) => {
      const link = links.find(({ scheduleId }) => scheduleId === schedule.id)!;
      const { id, title, location, timeZone, durationMinutes } = schedule;
      const slots = await readSlots(ctx, { schedule, link, timeZone, first, last });
      return {
        scheduleId: id,
        title,
        location,
        timeZone,
        durationMinutes,
        deposit: await depositOf(ctx, schedule),
        url: pageUrlOf(ctx, link),
        slots: slots
          .filter(({ places }) => places > 0)
          .slice(0, SLOTS_MAX)
          .map(({ startsAt, date, startTime }) => ({ startsAt, date, time: startTime })),
      };
    }),
  );
}

/** An event has one day. */
function mayBeWithin({ startsAt, timeZone }: Schedule, first: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  if (startsAt === null) return true;
  const day = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone).toPlainDate();
  return Temporal.PlainDate.compare(first, day) <= 0 && Temporal.PlainDate.compare(day, last) <= 0;
}

/** Books an offered slot for a contact. The rules of the booking link hold: lead time, horizon, deposit and its form. */
export async function bookForContact(
  ctx: TenantContext,
  { scheduleId, startsAt, contactId }: { scheduleId: string; startsAt: string; contactId: string },
) {
  const opened = await requireOpen(ctx, scheduleId);
  const { schedule, link } = opened;
  if (link.formId !== null) throw BookedOnItsPage(`${BookedOnItsPage.title} ${pageUrlOf(ctx, link)}`);
  const { timeZone } = schedule;
  const start = await requireOffered(opened, Temporal.Instant.from(startsAt), timeZone);
  const person = await personOf(ctx, contactId);
  const booking = await book(ctx, await planOf(ctx, schedule), {
    start,
    ...person,
    notes: '',
    answers: null,
    timeZone,
    source: 'chat',
    mayWait: false,
  });
  if (person.email) await takeLetters(ctx, [person.email]);
  return { bookingId: booking.id, title: schedule.title, startsAt, ...(await concludeBooking(opened, booking)) };
}

/** Where the person of a booking sees it, and where its deposit is paid while it is awaited. */
export async function findBookingPages(ctx: TenantContext, id: string) {
  const booking = await bookings.find(ctx, id);
  if (!booking) return undefined;
  const { state, invoiceId } = booking;
  return {
    url: bookingUrl(ctx, booking),
    payUrl: state === 'held' && invoiceId ? await payUrlFor(ctx, invoiceId) : null,
  };
}

/** The booking pages of schedules that visitors may book, in the order of the ids. */
export async function findBookingLinks(ctx: TenantContext, scheduleIds: string[]) {
  const [links, found] = await Promise.all([
    scheduleLinks.all(ctx, { scheduleId: scheduleIds, isOpen: true }),
    schedules.all(ctx, { id: scheduleIds, canceledAt: null }),
  ]);
  return scheduleIds.flatMap((id) => {
    const [link, schedule] = [links.find(({ scheduleId }) => scheduleId === id), found.find((each) => each.id === id)];
    if (!link || !schedule) return [];
    return [{ id, title: schedule.title, url: pageUrlOf(ctx, link) }];
  });
}
