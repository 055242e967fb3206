import { tick } from '#platform/tick.ts';

export const taxReminders = tick('tax-reminders');
