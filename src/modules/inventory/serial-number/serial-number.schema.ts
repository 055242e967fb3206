import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { SerialNumber } from '../resource-record/record.schema.ts';

export const SerialNumberStatus = z.enum([
  'in-stock',
  'reserved',
  'sold',
  'returned',
  'used',
  'scrapped',
  'in-transit',
  'withdrawn',
]);

const Cause = z.object({ kind: z.string(), id: z.uuid() });

export const SerialExportFilters = z.strictObject({
  resourceId: z.uuid().optional(),
  divisionId: z.uuid().optional().describe('Where it is now.'),
  status: SerialNumberStatus.optional(),
  search: z.string().trim().min(1).max(60).optional().describe('The beginning of the number, in any letter case.'),
});

export const SerialNumberView = z.object({
  resourceId: z.uuid(),
  serialNumber: z.string(),
  status: SerialNumberStatus.describe(
    '`returned`: sent back to the supplier. `withdrawn`: entered by mistake, or its receipt was reversed.',
  ),
  divisionId: z.uuid().nullable().describe('The division (branch or till) where it is; null once it has left.'),
  reservedFor: Cause.nullable(),
  note: z.string().nullable(),
  warrantyUntil: CalendarDate.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const SerialNumberHistory = SerialNumberView.extend({
  history: z
    .array(
      z.object({
        kind: z.enum([
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
        ]),
        divisionId: z.uuid().nullable(),
        recordId: z.uuid().nullable().describe('The stock movement.'),
        cause: Cause.describe('The document or action that caused it.'),
        userId: z.uuid().nullable(),
        at: Timestamp,
      }),
    )
    .describe('The history of the unit, oldest first; at most the last 1,000 entries.'),
});

export const SerialPath = z.strictObject({ resourceId: z.uuid(), serialNumber: SerialNumber });

export const SerialNumberChange = z
  .strictObject({
    note: z.string().trim().max(1000).nullable().optional(),
    warrantyUntil: CalendarDate.nullable().optional(),
    status: z
      .literal('scrapped')
      .optional()
      .describe('Removes the unit from stock, against `inventoryAdjustments` of the posting rules.'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'must have at least one field',
    params: { code: 'required' },
  });
