import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

const userId = z.uuid().optional().describe('Who did it; left out where the service did.');
const Snapshot = z.record(z.string(), z.unknown()).describe('Only the fields that changed.');

export const resourceCreated = event({
  type: 'resource:created',
  emittedWhen: 'a resource is created',
  payload: z.object({ resourceId: z.uuid().describe('The new product or service.'), userId }),
  example: { resourceId: id, userId: id },
});

export const resourceUpdated = event({
  type: 'resource:updated',
  emittedWhen: 'price, attributes or commercial rules change',
  payload: z.object({
    resourceId: z.uuid().describe('The product or service that changed.'),
    editorId: z.uuid().optional().describe('Who changed it; left out where the service did.'),
    old: Snapshot,
    new: Snapshot,
  }),
  example: { resourceId: id, editorId: id, old: { name: 'Arroz' }, new: { name: 'Arroz selecto' } },
});

const listId = z.uuid().describe('The pack, bundle or collection.');
const type = z.string().describe('PACK, BUNDLE or COLLECTION.');

export const resourceListCreated = event({
  type: 'resource-list:created',
  emittedWhen: 'a resource list (combo, kit, collection) is created',
  payload: z.object({ resourceListId: listId, name: z.string(), type, userId }),
  example: { resourceListId: id, name: 'Canasta navideña', type: 'PACK', userId: id },
});

export const resourceListUpdated = event({
  type: 'resource-list:updated',
  emittedWhen: 'list composition or metadata changes',
  payload: z.object({ resourceListId: listId, userId, old: Snapshot, new: Snapshot }),
  example: { resourceListId: id, userId: id, old: { name: 'Canasta' }, new: { name: 'Canasta navideña' } },
});

export const resourceListDeleted = event({
  type: 'resource-list:deleted',
  emittedWhen: 'a list is deleted',
  payload: z.object({ resourceListId: listId, name: z.string(), type }),
  example: { resourceListId: id, name: 'Canasta navideña', type: 'PACK' },
});
