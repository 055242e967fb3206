import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

export const stockAlert = event({
  type: 'resource:stock-alert',
  emittedWhen: 'stock falls below the configured minimum',
  payload: z.object({
    divisionId: z.uuid().describe('Where it runs out.'),
    resourceId: z.uuid().describe('What runs out.'),
    quantity: z.string().describe('The current quantity.'),
    minStockAlert: z.string().describe('The minimum that it fell below.'),
  }),
  example: { divisionId: id, resourceId: id, quantity: '3', minStockAlert: '5' },
});

const Movement = {
  resourceId: z.uuid().describe('The product.'),
  resourceRecordId: z.uuid().describe('The stock movement.'),
  userId: z.uuid().optional().describe('Who did it; left out where the service did.'),
  serialNumbers: z.array(z.string()).optional().describe('Of the units, if they have them.'),
  type: z
    .enum(['IN', 'OUT', 'TRANSFER'])
    .optional()
    .describe('Whether the goods came, left, or went to another division.'),
  divisionId: z.uuid().optional().describe('Where the goods arrived or left.'),
};

export const resourceRecordCreated = event({
  type: 'resource:record-created',
  emittedWhen: 'an inventory movement is recorded',
  payload: z.object(Movement),
  example: { resourceId: id, resourceRecordId: id, userId: id, serialNumbers: ['SN-001'], type: 'IN', divisionId: id },
});

const Snapshot = z.object({ serialNumbers: z.array(z.string()).describe('Of the units.') });

export const resourceRecordUpdated = event({
  type: 'resource:record-updated',
  emittedWhen: 'an inventory record is updated, specifically when serial numbers change',
  payload: z.object({
    ...Movement,
    old: Snapshot.optional().describe('Before the correction.'),
    new: Snapshot.optional().describe('After the correction.'),
  }),
  example: {
    resourceId: id,
    resourceRecordId: id,
    userId: id,
    serialNumbers: ['SN-002'],
    type: 'IN',
    divisionId: id,
    old: { serialNumbers: ['SN-001'] },
    new: { serialNumbers: ['SN-002'] },
  },
});
