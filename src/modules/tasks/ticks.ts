import { tick } from '#platform/tick.ts';

export const dueOccurrences = tick('task-occurrences');
export const taskReminders = tick('task-reminders');
