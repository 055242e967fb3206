import { z } from 'zod';

export const Person = z.object({ id: z.uuid(), name: z.string().describe('The person’s name.') });

/** Where something goes in its order: in front of another one, behind it, or to the end. */
export const place = {
  beforeId: z.uuid().optional().describe('In front of this one.'),
  afterId: z.uuid().optional().describe('Behind this one. Without either: to the end.'),
};

export const oneNeighbour = z.refine<{ id?: string; beforeId?: string | undefined; afterId?: string | undefined }>(
  ({ id, beforeId, afterId }) => !(beforeId && afterId) && (id === undefined || (id !== beforeId && id !== afterId)),
  { path: ['afterId'], error: 'name one neighbour, and not itself' },
);
