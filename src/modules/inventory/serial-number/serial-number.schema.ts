import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { SerialNumber } from '../resource-record/record.schema.ts';
import { serialStatuses } from '../stock/serials.sql.ts';

const Cause = z.object({ kind: z.string(), id: z.uuid() });

export const SerialFilters = {
  divisionId: z.uuid().optional().describe('Where it is now.'),
  status: z.enum(serialStatuses).optional(),
  search: SerialNumber.optional().describe('The beginning of the number.'),
};

export const SerialNumberView = z.object({
  resourceId: z.uuid(),
  serialNumber: z.string(),
  status: z
    .enum(serialStatuses)
    .describe('`returned` went back to the supplier; `withdrawn` was named by mistake, or its receipt was taken back.'),
  divisionId: z.uuid().nullable().describe('Where it is; null once it has left.'),
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
        recordId: z.uuid().nullable().describe('The movement of stock.'),
        cause: Cause.describe('The document or act behind it.'),
        userId: z.uuid().nullable(),
        at: Timestamp,
      }),
    )
    .describe('The life of the unit, the oldest first; at most the last 1,000.'),
});

export const SerialPath = z.strictObject({ resourceId: z.uuid(), serialNumber: SerialNumber });

export const SerialNumberChange = z
  .strictObject({
    note: z.string().trim().max(1000).nullable().optional(),
    warrantyUntil: CalendarDate.nullable().optional(),
    status: z
      .literal('scrapped')
      .optional()
      .describe('Takes the unit out of stock, against `inventoryAdjustments` of the posting rules.'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'changes something',
    params: { code: 'required' },
  });
