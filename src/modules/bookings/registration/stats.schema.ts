import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';

export const Period = z.enum(['day', 'week', 'month']);

const within = {
  from: CalendarDate.describe('The first day, in the organization’s time zone.'),
  to: CalendarDate.describe('The last day, at most 366 days later.'),
  scheduleId: z.uuid().optional().describe('Of one schedule only.'),
  hostId: z.uuid().optional().describe('Of one person or resource.'),
};
export const statisticsQuery = z.strictObject(within);
export const periodQuery = z.strictObject({
  ...within,
  period: Period.default('month').describe('The length of each period.'),
  by: z.enum(['host', 'schedule']).optional().describe('Also by who gives it, or by schedule.'),
});

const counts = {
  booked: z.number().int().describe('Places taken: booked, held, attended and missed.'),
  attended: z.number().int().describe('People who came.'),
  noShow: z.number().int().describe('People who did not come.'),
  canceled: z.number().int().describe('Bookings that were canceled.'),
  waiting: z.number().int().describe('People on the waiting list.'),
  places: z.number().int().describe('Places that the hours offer.'),
  filledShare: z.number().min(0).max(1).nullable().describe('Places taken of those offered; null where none is.'),
};
export const Statistics = z.object({
  from: z.string().describe('The first day.'),
  to: z.string().describe('The last day, included.'),
  ...counts,
});
export const PeriodStatistics = z.object({
  period: z.string().describe('The first day of the period.'),
  hostId: z.uuid().nullable().describe('Who gave it, with `by=host`; otherwise null.'),
  scheduleId: z.uuid().nullable().describe('The schedule, with `by=schedule`; otherwise null.'),
  ...counts,
});
