import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';

const Snapshot = z.record(z.string(), z.unknown()).describe('Only the fields that changed.');

export const taskCreated = event({
  type: 'task:created',
  emittedWhen: 'a task is created in a board',
  payload: z.object({
    taskId: z.uuid(),
    creatorId: z.uuid().optional().describe('The member who created it; absent where the service did.'),
    columnId: z.uuid().optional().describe('The initial column.'),
  }),
  example: { taskId: exampleId, creatorId: otherExampleId, columnId: otherExampleId },
});

export const taskUpdated = event({
  type: 'task:updated',
  emittedWhen: 'status, assignments or custom fields change',
  payload: z.object({
    taskId: z.uuid(),
    editorId: z.uuid().optional().describe('The member who changed it; absent where the service did.'),
    columnId: z.uuid().optional().describe('The resulting column.'),
    old: Snapshot,
    new: Snapshot,
  }),
  example: {
    taskId: exampleId,
    editorId: otherExampleId,
    columnId: otherExampleId,
    old: { priority: 'low' },
    new: { priority: 'urgent' },
  },
});
