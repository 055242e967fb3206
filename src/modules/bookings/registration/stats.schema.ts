import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';

export const Period = z.enum(['day', 'week', 'month']);

const within = {
  from: CalendarDate.describe('The first day, in the organization’s time zone.'),
  to: CalendarDate.describe('The last day, at most 366 days later.'),
  scheduleId: z.uuid().optional(),
  hostId: z.uuid().optional().describe('Of one person or resource.'),
};
export const statisticsQuery = z.strictObject(within);
export const periodQuery = z.strictObject({
  ...within,
  period: Period.default('month'),
  by: z.enum(['host', 'schedule']).optional().describe('Also by who gives it, or by schedule.'),
});

const counts = {
  booked: z.number().int().describe('Places taken: booked, held, attended and missed.'),
  attended: z.number().int(),
  noShow: z.number().int(),
  canceled: z.number().int(),
  waiting: z.number().int(),
  places: z.number().int().describe('Places that the hours offer.'),
  filledShare: z.number().min(0).max(1).nullable().describe('Places taken of those offered; null where none is.'),
};
export const Statistics = z.object({ from: z.string(), to: z.string(), ...counts });
export const PeriodStatistics = z.object({
  period: z.string().describe('The first day of the period.'),
  hostId: z.uuid().nullable(),
  scheduleId: z.uuid().nullable(),
  ...counts,
});
