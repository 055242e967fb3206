import { payUrlFor } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Attachment } from '#platform/mail/mail.ts';
import type { DepositRefund } from '../deposit/refund.ts';
import type { Interval } from '../reminder/plan.ts';
import { bookingToken, bookingUrl } from '../secret-address.ts';
import type { Booking, Schedule } from '../tables.ts';
import { calendarFile, hasPlace } from './calendar-file.ts';
import { formatTime, type LetterKind, letterWords } from './words.ts';

/** The iTIP method of each letter, for the reader's calendar. */
const methods: Record<LetterKind, 'REQUEST' | 'CANCEL' | null> = {
  booked: 'REQUEST',
  moved: 'REQUEST',
  promoted: 'REQUEST',
  canceled: 'CANCEL',
  expired: null,
  held: null,
  waiting: null,
};

/** Writes to the person of a booking, with the booking as a calendar file. Without an address there is no letter. */
export async function sendLetter(
  ctx: TenantContext,
  kind: LetterKind,
  { booking, schedule, refund = null }: Written,
): Promise<void> {
  if (!booking.email) return;
  const organization = await findOrganization(ctx.tx, ctx.organizationId);
  const words = letterWords[booking.language];
  // A booking enters the reader's calendar with its place.
  const method = methods[kind] === 'REQUEST' && !hasPlace(booking) ? null : methods[kind];
  const isToBePaid = booking.state === 'held' && booking.invoiceId !== null;
  const organizer = { name: organization.name, email: organization.email ?? addressOf(ctx) };
  ctx.mail({
    to: booking.email,
    subject: words.subject[kind](schedule.title),
    text: textOf(refund ? `${words.opening[kind]} ${words.refunded[refund]}` : words.opening[kind], {
      booking,
      schedule,
      payUrl: isToBePaid ? await payUrlFor(ctx, booking.invoiceId!) : null,
      url: urlOf(ctx, booking),
    }),
    ...(organization.email && { replyTo: organization.email }),
    ...(method && { attachments: [invitation(ctx, { booking, schedule, organizer, method })] }),
  });
}

interface Written {
  booking: Booking;
  schedule: Schedule;
  refund?: DepositRefund | null;
}

/** Whether the person was written to: a hold without a deposit was made by staff, who confirm it first. */
export const isAnnounced = ({ state, invoiceId }: Booking): boolean => state !== 'held' || invoiceId !== null;

export async function sendReminder(
  ctx: TenantContext,
  interval: Interval,
  { booking, schedule, replyTo }: { booking: Booking; schedule: Schedule; replyTo: string | null },
): Promise<void> {
  if (!booking.email) return;
  const words = letterWords[booking.language];
  ctx.mail({
    to: booking.email,
    subject: words.reminder.subject(schedule.title, words.intervals[interval]),
    text: textOf(words.reminder.opening, { booking, schedule, payUrl: null, url: urlOf(ctx, booking) }),
    ...(replyTo && { replyTo }),
  });
}

const urlOf = (ctx: TenantContext, { id, sealedToken }: Booking): string =>
  bookingUrl(ctx, bookingToken.reveal(ctx, id, sealedToken));

/** Without an address of its own the organization writes from the service. */
const addressOf = ({ publicUrl }: TenantContext): string => `no-reply@${new URL(publicUrl).hostname}`;

function invitation(
  ctx: TenantContext,
  {
    booking,
    schedule,
    organizer,
    method,
  }: {
    booking: Booking;
    schedule: Schedule;
    organizer: { name: string; email: string };
    method: 'REQUEST' | 'CANCEL';
  },
): Attachment {
  const attendee = { name: booking.name, email: booking.email! };
  const text = calendarFile([{ booking, schedule, organizer, attendee }], {
    name: schedule.title,
    method,
    host: new URL(ctx.publicUrl).hostname,
  });
  return {
    fileName: method === 'CANCEL' ? 'cancel.ics' : 'invite.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    base64: Buffer.from(text).toString('base64'),
  };
}

function textOf(
  opening: string,
  { booking, schedule, payUrl, url }: { booking: Booking; schedule: Schedule; payUrl: string | null; url: string },
): string {
  const { language, timeZone } = booking;
  const words = letterWords[language];
  const lines = [
    words.greeting(booking.name),
    '',
    opening,
    '',
    schedule.title,
    `${words.when}: ${formatTime(booking.startsAt, language, timeZone)} (${timeZone})`,
    schedule.location !== '' && `${words.where}: ${schedule.location}`,
    hasPlace(booking) && schedule.url && `${words.online}: ${schedule.url}`,
    payUrl && `\n${words.pay(formatTime(booking.holdExpiresAt!, language, timeZone))}: ${payUrl}`,
    booking.state !== 'canceled' && `\n${words.manage}: ${url}`,
  ];
  return lines.filter((line) => line !== null && line !== false).join('\n');
}
