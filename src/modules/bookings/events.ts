import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';

export const proximityAlert = event({
  type: 'task-schedule:proximity-alert',
  emittedWhen: 'a scheduled reminder fires ahead of the deadline',
  payload: z.object({
    scheduleId: z.uuid(),
    taskId: z.uuid().nullable().describe('The task of the schedule; null where it belongs to none.'),
    interval: z.enum(['1_day', '3_hours', '1_hour', '30_minutes']),
    scheduledStart: Timestamp,
    title: z.string().optional(),
    description: z.string().optional(),
    location: z.string().optional(),
    url: z.string().optional(),
  }),
  example: {
    scheduleId: exampleId,
    taskId: otherExampleId,
    interval: '1_hour',
    scheduledStart: '2026-11-20T14:00:00.000Z',
    title: 'Corte de pelo',
  },
});
