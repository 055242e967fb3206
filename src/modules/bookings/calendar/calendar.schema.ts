import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const NewOutsideCalendar = z.strictObject({
  url: z
    .string()
    .min(8)
    .max(2000)
    .describe('Of a calendar in the iCalendar format (`.ics`): https, or `webcal:` as calendars show it.'),
  name: z.string().trim().min(1).max(200).optional().describe('Default: the site.'),
  userId: z.uuid().optional().describe('Who is busy then. Default: the caller.'),
});

export const OutsideCalendar = z.object({
  id: z.uuid(),
  userId: z.uuid().describe('Who is busy at its times.'),
  name: z.string().describe('What members see in the list of calendars.'),
  site: z.string().describe('The host of the address; the address itself is a key and is not shown.'),
  state: z.enum(['pending', 'read', 'failed']).describe('Whether its times could be read.'),
  problem: z.string().nullable().describe('Why it could not be read last time. The times read before stay.'),
  readAt: Timestamp.nullable().describe('When it was last read; null: not yet.'),
  nextReadAt: Timestamp.describe('When it is read again.'),
  createdAt: Timestamp,
});
