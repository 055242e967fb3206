import { tick } from '#platform/tick.ts';

export const holdExpiry = tick('booking-holds');
export const reminders = tick('booking-reminders');
export const calendarReading = tick('outside-calendars');
