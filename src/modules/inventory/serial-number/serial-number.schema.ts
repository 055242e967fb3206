import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { SerialNumber } from '../resource-record/record.schema.ts';

export const SerialNumberStatus = z
  .enum(['in-stock', 'reserved', 'sold', 'returned', 'used', 'scrapped', 'in-transit', 'withdrawn'])
  .describe('`withdrawn`: entered by mistake, or its receipt was reversed.');

const Cause = z.object({
  kind: z.string().describe('`invoice`, `delivery`, `return`, `resource-record` (by hand), `stock-count`, …'),
  id: z.uuid().describe('Of the document or action.'),
});

export const SerialExportFilters = z.strictObject({
  resourceId: z.uuid().optional().describe('Only units of this product.'),
  divisionId: z.uuid().optional().describe('Where it is now.'),
  status: SerialNumberStatus.optional(),
  search: z.string().trim().min(1).max(60).optional().describe('The beginning of the number, in any letter case.'),
});

export const SerialNumberView = z.object({
  resourceId: z.uuid().describe('The product.'),
  serialNumber: z.string().describe('As on the unit.'),
  status: SerialNumberStatus.describe(
    '`returned`: sent back to the supplier. `withdrawn`: entered by mistake, or its receipt was reversed.',
  ),
  divisionId: z.uuid().nullable().describe('The division (branch or till) where it is; null once it has left.'),
  reservedFor: Cause.nullable().describe('The document that it is reserved for; null: none.'),
  note: z.string().nullable().describe('For your own people.'),
  warrantyUntil: CalendarDate.nullable().describe('The last day of its warranty; null: not given.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const SerialNumberHistory = SerialNumberView.extend({
  history: z
    .array(
      z.object({
        kind: z
          .enum([
            'received',
            'reserved',
            'released',
            'sold',
            'returned',
            'moved',
            'used',
            'scrapped',
            'in-transit',
            'restored',
            'withdrawn',
          ])
          .describe('What happened to it.'),
        divisionId: z.uuid().nullable().describe('Where it was then; null: nowhere.'),
        recordId: z.uuid().nullable().describe('The stock movement.'),
        cause: Cause.describe('The document or action that caused it.'),
        userId: z.uuid().nullable().describe('Who did it; null: the service.'),
        at: Timestamp.describe('When it happened.'),
      }),
    )
    .describe('The history of the unit, oldest first; at most the last 1,000 entries.'),
});

export const SerialPath = z.strictObject({
  resourceId: z.uuid().describe('The product.'),
  serialNumber: SerialNumber.describe('As on the unit.'),
});

export const SerialNumberChange = z
  .strictObject({
    note: z.string().trim().max(1000).nullable().optional().describe('For your own people.'),
    warrantyUntil: CalendarDate.nullable().optional().describe('The last day of its warranty; null removes it.'),
    status: z
      .literal('scrapped')
      .optional()
      .describe('Removes the unit from stock, against `inventoryAdjustments` of the posting rules.'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'must have at least one field',
    params: { code: 'required' },
  });
