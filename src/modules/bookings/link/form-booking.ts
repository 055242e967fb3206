import { contactDataOf, findContact } from '#modules/contacts/index.ts';
import type { Makes, MakingSubmission } from '#modules/forms/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { InvalidRequest, unknownReference } from '#platform/refusal.ts';
import { notifyBooked } from '../letter/host-notice.ts';
import { sendLetter } from '../letter/letter.ts';
import { book } from '../registration/book.ts';
import { NoSuchStart, requireActive, requireStart } from '../registration/registration.ts';
import { planOf } from '../slot/offers.ts';
import { instantOf } from '../slot/wall-clock.ts';
import { schedules } from '../tables.ts';

/** A form may make bookings of a schedule that exists. */
export async function checkFormBooking(
  ctx: TenantContext,
  { makes, path, known }: { makes: Makes; path: string; known: Set<keyof Makes> },
): Promise<void> {
  known.add('booking');
  if (makes.booking && !(await schedules.exists(ctx, { id: makes.booking.scheduleId, canceledAt: null })))
    throw unknownReference(`${path}.booking.scheduleId`, 'This schedule');
}

/** Books the date and the time of a submission, in the zone of the schedule. A refusal names the answer. */
export async function makeFormBooking(ctx: TenantContext, submission: MakingSubmission): Promise<void> {
  const { makes, answers, made, forField } = submission;
  if (!makes.booking) return;
  const { scheduleId, date, time } = makes.booking;
  const booking = await forField(time, async () => {
    const schedule = await requireActive(ctx, scheduleId);
    const plan = await planOf(ctx, schedule);
    const start = instantOf(String(answers[date] ?? ''), String(answers[time] ?? '').slice(0, 5), schedule.timeZone);
    if (!start || !isAfter(start, ctx.now)) throw NoSuchStart();
    const booked = await book(ctx, plan, {
      start: requireStart(plan, start.toString()),
      ...(await personOf(ctx, submission.contactId)),
      notes: '',
      answers: null,
      timeZone: schedule.timeZone,
      source: 'form',
      mayWait: false,
    });
    await sendLetter(ctx, 'booked', { booking: booked, schedule });
    await notifyBooked(ctx, booked, schedule);
    return booked;
  });
  made.bookingId = booking.id;
}

/** A contact as the person of a booking: the one that remains, if it was merged. */
export async function personOf(ctx: TenantContext, contactId: string | null) {
  const contact = contactId ? await findContact(ctx, contactId, 'reference') : undefined;
  if (!contact) throw InvalidRequest('A booking without a form of its own needs a contact.');
  const data = await contactDataOf(ctx, [contact.id]);
  const first = (kind: string): string | null => data.find((each) => each.kind === kind)?.value ?? null;
  const name = contact.name.slice(0, 200);
  return { contactId: contact.id, name, email: first('email'), phone: first('phone')?.slice(0, 40) ?? null };
}
