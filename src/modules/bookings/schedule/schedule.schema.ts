import { z } from 'zod';
import { CalendarDate, TimeOfDay, Timestamp, TimeZone } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { Decimal } from '#platform/money.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const EndOfDay = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time such as 17:30, or 24:00');
const lasts = ({ from, to }: { from: string; to: string }): boolean => from !== to;
const empty = { error: 'must end after it starts', params: { code: 'invalid_order' } };

const window = {
  from: TimeOfDay.describe('When it begins, by the clocks of the schedule.'),
  to: EndOfDay.describe(
    '`24:00` is the end of the day. A time before `from` is one of the next day: from `20:00` to `02:00`.',
  ),
};
const Window = z.strictObject(window).refine(lasts, empty);
export const WeeklyWindow = z
  .strictObject({ weekday: z.enum(weekdays).describe('The day on which it begins.'), ...window })
  .refine(lasts, empty);
export type WeeklyWindow = z.output<typeof WeeklyWindow>;
export const ScheduleException = z.strictObject({
  date: CalendarDate.describe('The day that differs.'),
  hours: z
    .array(Window)
    .max(20)
    .describe(
      'Instead of the hours that begin on its weekday; none: closed. Hours of the day before go on past midnight.',
    ),
});
export type Exception = z.output<typeof ScheduleException>;

const minutes = (max: number) => z.number().int().min(0).max(max);
const lasting = z.number().int().min(5).max(1440);
export const hostIds = {
  userIds: z.array(z.uuid()).max(50).describe('Members who give it.'),
  resourceIds: z.array(z.uuid()).max(50).describe('Products or services that it needs: a room, a chair, a machine.'),
};

const fields = {
  title: z.string().trim().min(1).max(200).describe('What can be booked, as visitors see it.'),
  description: z.string().trim().max(5000).describe('What visitors should know.'),
  location: z.string().trim().max(500).describe('Where it takes place.'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .describe('Where it takes place online.'),
  taskId: z.uuid().nullable().describe('The task that it belongs to.'),
  timeZone: TimeZone.describe('The zone of its hours. Default: the organization’s.'),
  startsAt: Timestamp.nullable().describe('Of an event.'),
  endsAt: Timestamp.nullable().describe('Of an event: at most 14 days after it starts.'),
  weekly: z.array(WeeklyWindow).max(100).describe('Of an availability: its hours by weekday, in its zone.'),
  exceptions: z.array(ScheduleException).max(400).describe('Dates with other hours, or closed.'),
  durationMinutes: lasting.describe('Of an availability: how long one booking lasts.'),
  stepMinutes: lasting.nullable().describe('The distance between starts. Default: the duration with its buffers.'),
  bufferBeforeMinutes: minutes(1440).describe('Kept free before; buffers of neighbours add up.'),
  bufferAfterMinutes: minutes(1440).describe('Kept free after.'),
  closedOnHolidays: z.boolean().describe('On the holidays of the settings `bookings`. Default: true.'),
  capacity: z.number().int().min(1).max(10_000).describe('Places at one time. Default: 1, of an event 100.'),
  assignment: z
    .enum(['any', 'round_robin', 'together'])
    .describe(
      'Who gives a booking, of several hosts: the first who is free, the free one who has waited longest, or all of them. An event needs all.',
    ),
  ...hostIds,
  waitingList: z.boolean().describe('Whether people can wait for a place where all are taken.'),
  deposit: Decimal.nullable().describe(
    'To be paid online before a booking by the link is confirmed, in the organization’s currency.',
  ),
  depositRefundHours: z
    .number()
    .int()
    .min(0)
    .max(8760)
    .nullable()
    .describe(
      'How many hours before the start a visitor who cancels gets the deposit back, on the card that paid it. Null (default): never. A cancellation by staff refunds it at any time, unless they decide otherwise.',
    ),
  holdMinutes: z.number().int().min(5).max(10_080).describe('How long a place is held for the deposit. Default: 30.'),
};

export const NewSchedule = z
  .strictObject({
    kind: z.enum(['event', 'availability']).describe('An `event` has one time; an `availability` hours with slots.'),
    ...fields,
  })
  .partial()
  .required({ kind: true, title: true });
export const ScheduleChange = z
  .strictObject({
    version: readVersion,
    ...fields,
  })
  .partial();

export const Schedule = z.object({
  ...fields,
  id: z.uuid(),
  kind: z.enum(['event', 'availability']).describe('An `event` has one time; an `availability` hours with slots.'),
  version: z.number().int(),
  url: z.string().nullable().describe('Where it takes place online; null: it does not.'),
  weekly: z
    .array(
      z.object({
        weekday: z.enum(weekdays).describe('The day on which it begins.'),
        from: z.string().describe('When it begins, by the clocks of the schedule.'),
        to: z.string().describe('When it ends; before `from`: on the next day.'),
      }),
    )
    .describe('The hours of an availability by weekday.'),
  exceptions: z
    .array(
      z.object({
        date: z.string().describe('The day that differs.'),
        hours: z
          .array(
            z.object({
              from: z.string().describe('When it begins, by the clocks of the schedule.'),
              to: z.string().describe('When it ends; before `from`: on the next day.'),
            }),
          )
          .describe('Instead of those of its weekday; none: closed.'),
      }),
    )
    .describe('Dates with other hours, or closed.'),
  durationMinutes: z.number().int().nullable().describe('How long one booking lasts; null: an event.'),
  deposit: z.string().nullable().describe('To be paid online before a booking by the link is confirmed; null: none.'),
  currency: z.string(),
  calendarUrl: z.string().describe('The calendar of its bookings (`.ics`), for anyone who has the address.'),
  canceledAt: Timestamp.nullable().describe('When it was canceled; null: it was not.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
