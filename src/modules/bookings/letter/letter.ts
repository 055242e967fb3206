import { findOrganization, type Organization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Attachment } from '#platform/mail/mail.ts';
import { depositDue } from '../deposit/due.ts';
import type { DepositRefund } from '../deposit/refund.ts';
import { bookingUrl, pageUrlOf } from '../secret-address.ts';
import { type Booking, type Schedule, scheduleLinks } from '../tables.ts';
import { calendarFile, hasPlace } from './calendar-file.ts';
import { formatTime, type LetterKind, letterWords, wordsUntil } from './words.ts';

/** The iTIP method of each e-mail, for the reader's calendar. */
const methods: Record<LetterKind, 'REQUEST' | 'CANCEL' | null> = {
  booked: 'REQUEST',
  moved: 'REQUEST',
  promoted: 'REQUEST',
  canceled: 'CANCEL',
  expired: null,
  held: null,
  waiting: null,
};

/** Writes to the person of a booking, with the booking as a calendar file. Without an address there is no e-mail. */
export async function sendLetter(ctx: TenantContext, kind: LetterKind, { booking, schedule, refund = null }: Written) {
  if (!booking.email) return;
  const organization = await findOrganization(ctx.tx, ctx.organizationId);
  const words = letterWords[booking.language];
  // A booking enters the reader's calendar with its place.
  const method = methods[kind] === 'REQUEST' && !hasPlace(booking) ? null : methods[kind];
  const organizer = { name: organization.name, email: organization.email ?? addressOf(ctx) };
  ctx.mail({
    to: booking.email,
    subject: words.subject[kind](schedule.title),
    text: textOf(refund ? `${words.opening[kind]} ${words.refunded[refund]}` : words.opening[kind], {
      booking,
      schedule,
      business: organization.name,
      deposit: await depositDue(ctx, booking),
      url: bookingUrl(ctx, booking),
      anotherUrl: await anotherUrlOf(ctx, booking, schedule),
    }),
    ...(organization.email && { replyTo: organization.email }),
    ...(method && { attachments: [invitation(ctx, { booking, schedule }, organizer, method)] }),
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
  { booking, schedule, organization }: Omit<Written, 'refund'> & { organization: Organization },
): Promise<void> {
  if (!booking.email) return;
  const { language, timeZone, startsAt } = booking;
  const words = letterWords[language];
  ctx.mail({
    to: booking.email,
    subject: words.reminder.subject(schedule.title, wordsUntil(startsAt, { now: ctx.now, language, timeZone })),
    text: textOf(words.reminder.opening, {
      booking,
      schedule,
      business: organization.name,
      deposit: null,
      url: bookingUrl(ctx, booking),
      anotherUrl: null,
    }),
    ...(organization.email && { replyTo: organization.email }),
  });
}

/** Where somebody whose booking was canceled books another time. */
async function anotherUrlOf(ctx: TenantContext, { state }: Booking, schedule: Schedule): Promise<string | null> {
  if (state !== 'canceled' || schedule.kind === 'event' || schedule.canceledAt !== null) return null;
  const link = await scheduleLinks.find(ctx, { scheduleId: schedule.id, isOpen: true });
  return link ? pageUrlOf(ctx, link) : null;
}

/** Without an address of its own the organization writes from the service. */
const addressOf = ({ publicUrl }: TenantContext): string => `no-reply@${new URL(publicUrl).hostname}`;

function invitation(
  ctx: TenantContext,
  { booking, schedule }: Written,
  organizer: { name: string; email: string },
  method: 'REQUEST' | 'CANCEL',
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

interface Content {
  booking: Booking;
  schedule: Schedule;
  /** E-mails come from the address of the service, so they say whose they are. */
  business: string;
  deposit: Awaited<ReturnType<typeof depositDue>>;
  url: string;
  anotherUrl: string | null;
}

function textOf(opening: string, { booking, schedule, business, deposit, url, anotherUrl }: Content): string {
  const { language, timeZone } = booking;
  const words = letterWords[language];
  const lines = [
    words.greeting(booking.name),
    '',
    opening,
    '',
    schedule.title,
    business,
    `${words.when}: ${formatTime(booking.startsAt, language, timeZone)} (${timeZone})`,
    schedule.location !== '' && `${words.where}: ${schedule.location}`,
    hasPlace(booking) && schedule.url && `${words.online}: ${schedule.url}`,
    deposit?.payUrl &&
      `\n${words.pay(deposit.text, formatTime(booking.holdExpiresAt!, language, timeZone))}: ${deposit.payUrl}`,
    // Who has canceled by themselves knows why.
    booking.canceledBy === 'staff' && booking.cancellationReason && `\n${words.reason}: ${booking.cancellationReason}`,
    booking.state !== 'canceled' && `\n${words.manage}: ${url}`,
    anotherUrl && `\n${words.another}: ${anotherUrl}`,
  ];
  return lines.filter((line) => typeof line === 'string').join('\n');
}
