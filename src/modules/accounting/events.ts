import { z } from 'zod';
import { event } from '#platform/events/event.ts';

const id = '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d';
const Snapshot = z.record(z.string(), z.unknown()).describe('Only the fields that changed.');

export const recordCreated = event({
  type: 'record:created',
  emittedWhen: 'an accounting entry is created',
  payload: z.object({ recordId: z.uuid(), editorId: z.uuid() }),
  example: { recordId: id, editorId: id },
});

export const recordUpdated = event({
  type: 'record:updated',
  emittedWhen: 'an existing record is modified',
  payload: z.object({ recordId: z.uuid(), editorId: z.uuid().optional(), old: Snapshot, new: Snapshot }),
  example: { recordId: id, editorId: id, old: { description: 'Luz' }, new: { description: 'Luz de octubre' } },
});
