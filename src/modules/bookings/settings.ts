import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';
import { uniqueList } from '#platform/unique-list.ts';

const Holiday = z
  .string()
  .regex(
    /^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
    'must be a date such as 2026-04-03, or 12-25 for every year',
  );

export const bookingSettings = settingsSection({
  name: 'bookings',
  description: 'When schedules are closed.',
  fields: {
    holidays: uniqueList(Holiday, { max: 400 })
      .default([])
      .describe('Days on which schedules are closed: a date, or month and day for every year.'),
  },
});
