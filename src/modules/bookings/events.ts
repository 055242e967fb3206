import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';

export const proximityAlert = event({
  type: 'task-schedule:proximity-alert',
  emittedWhen: 'a scheduled reminder fires ahead of the deadline',
  payload: z.object({
    scheduleId: z.uuid().describe('The schedule of the booking.'),
    taskId: z.uuid().nullable().describe('The task of the schedule; null where it belongs to none.'),
    interval: z.enum(['1_day', '3_hours', '1_hour', '30_minutes']).describe('How long before the start it fires.'),
    scheduledStart: Timestamp.describe('When it begins.'),
    title: z.string().optional().describe('What is booked.'),
    description: z.string().optional().describe('What people should know.'),
    location: z.string().optional().describe('Where it takes place.'),
    url: z.string().optional().describe('Where it takes place online.'),
  }),
  example: {
    scheduleId: exampleId,
    taskId: otherExampleId,
    interval: '1_hour',
    scheduledStart: '2026-11-20T14:00:00.000Z',
    title: 'Corte de pelo',
  },
});
