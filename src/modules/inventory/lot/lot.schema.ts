import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { StockMovementType } from '../resource-record/record.schema.ts';

export const Lot = z
  .object({
    id: z.uuid(),
    resourceId: z.uuid(),
    resource: z.object({ name: z.string(), code: z.string().nullable(), unit: z.string() }),
    lot: z.string(),
    expiresOn: CalendarDate.nullable().describe('The last day on which it can be sold.'),
    expired: z.boolean(),
    blocked: z.boolean(),
    blockedReason: z.string().nullable(),
    note: z.string().nullable(),
    quantity: z.string(),
    divisions: z.array(z.object({ divisionId: z.uuid(), quantity: z.string() })),
    version: z.number().int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Lot' });

export const LotChange = z
  .strictObject({
    version: z.number().int().optional(),
    expiresOn: CalendarDate.nullable().optional(),
    blocked: z.boolean().optional().describe('A blocked lot is neither sold nor used.'),
    blockedReason: z.string().trim().min(1).max(500).nullable().optional(),
    note: z.string().trim().max(1000).nullable().optional(),
  })
  .refine(({ version: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: 'must have at least one field',
    params: { code: 'required' },
  })
  .refine(({ blocked, blockedReason }) => !blockedReason || blocked, {
    error: 'must have a reason only with `blocked: true`',
    path: ['blockedReason'],
    params: { code: 'invalid' },
  });

export const TracedMovement = z.object({
  id: z.uuid(),
  type: StockMovementType,
  date: CalendarDate,
  divisionId: z.uuid(),
  counterpartDivisionId: z.uuid().nullable(),
  quantity: z.string().describe('Negative for goods that left.'),
  cause: z.object({ kind: z.string(), id: z.uuid() }),
  document: z
    .object({
      pendingRecordId: z.uuid().nullable(),
      number: z.number().int().nullable(),
      fiscalNumber: z.string().nullable(),
      contactId: z.uuid().nullable(),
      contactName: z.string().nullable(),
      deliveryId: z.uuid().nullable(),
      returnId: z.uuid().nullable(),
    })
    .nullable()
    .describe('Null for movements by hand.'),
  reversesId: z.uuid().nullable(),
  reversedById: z.uuid().nullable().describe('Its document was changed or voided.'),
  note: z.string().nullable(),
});
