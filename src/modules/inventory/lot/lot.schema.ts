import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { StockMovementType } from '../resource-record/record.schema.ts';

export const Lot = z
  .object({
    id: z.uuid(),
    resourceId: z.uuid(),
    resource: z
      .object({
        name: z.string(),
        code: z.string().nullable().describe('Your own code of the product; null: none.'),
        unit: z.string(),
      })
      .describe('The product, as lists show it.'),
    lot: z.string().describe('The number of the batch, as on the goods.'),
    expiresOn: CalendarDate.nullable().describe('The last day on which it can be sold.'),
    expired: z.boolean().describe('Its last day has passed.'),
    blocked: z.boolean().describe('It is neither sold nor used.'),
    blockedReason: z.string().nullable().describe('Why it is blocked; null: it is not.'),
    note: z.string().nullable().describe('For your own people.'),
    quantity: z.string().describe('In stock, in all branches.'),
    divisions: z
      .array(z.object({ divisionId: z.uuid(), quantity: z.string().describe('In stock there.') }))
      .describe('Where it is.'),
    version: z.number().int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Lot' });

export const LotChange = z
  .strictObject({
    version: z.number().int().optional(),
    expiresOn: CalendarDate.nullable()
      .optional()
      .describe('The last day on which it can be sold; null: it does not expire.'),
    blocked: z.boolean().optional().describe('A blocked lot is neither sold nor used.'),
    blockedReason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .nullable()
      .optional()
      .describe('Why it is blocked, for your own people.'),
    note: z.string().trim().max(1000).nullable().optional().describe('For your own people.'),
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
  date: CalendarDate.describe('The day of the movement.'),
  divisionId: z.uuid().describe('Where the goods arrived or left.'),
  counterpartDivisionId: z.uuid().nullable().describe('The other division of a transfer; null: it is none.'),
  quantity: z.string().describe('Negative for goods that left.'),
  cause: z
    .object({
      kind: z.string().describe('`invoice`, `delivery`, `return`, `resource-record` (by hand), `stock-count`, …'),
      id: z.uuid(),
    })
    .describe('The document or action that moved it.'),
  document: z
    .object({
      pendingRecordId: z.uuid().nullable().describe('The document; null: a transfer.'),
      number: z.number().int().nullable().describe('Of the document; null: none.'),
      fiscalNumber: z.string().nullable().describe('The NCF or e-NCF; null: none.'),
      contactId: z.uuid().nullable().describe('The customer or supplier; null: none.'),
      contactName: z.string().nullable().describe('As printed on the document.'),
      deliveryId: z.uuid().nullable().describe('The delivery that moved it; null: none.'),
      returnId: z.uuid().nullable().describe('The return that moved it; null: none.'),
    })
    .nullable()
    .describe('Null for movements by hand.'),
  reversesId: z.uuid().nullable().describe('The movement that this one reverses; null: none.'),
  reversedById: z.uuid().nullable().describe('Its document was changed or voided.'),
  note: z.string().nullable().describe('What was noted with it.'),
});
