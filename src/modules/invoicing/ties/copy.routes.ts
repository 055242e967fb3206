import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { copyFields, Quantity } from '../pending/pending.schema.ts';
import { writingRefusals } from '../pending/writing-refusals.ts';
import { PendingRecordView } from '../recurrence/recurrent-document.schema.ts';
import { describeRecurrent } from '../recurrence/recurrent-document.ts';
import { MoreThanIsLeft } from './conversion.ts';
import { clonePendingRecord, createFrom, NotConvertible, NothingLeft } from './copy.ts';

export const copyRoutes = [
  route('POST', '/v1/record/pending/clone', 'invoicing:write', {
    summary: 'Copy a document',
    description:
      'Copies a document with its lines as of today: with its own number, dates, rate and taxes, and without the receipt and the payments. Given fields replace those of the original; in another `currency`, prices are converted at the rate of the copy. Emits `invoice:created`.',
    status: 201,
    body: z.strictObject({ id: z.uuid().describe('The document to copy.'), ...copyFields }),
    returns: PendingRecordView,
    refusals: writingRefusals,
    examples: { body: { id: exampleId, date: '2026-12-01', status: 'draft' } },
    handler: async (ctx, { body }) => describeRecurrent(ctx, await clonePendingRecord(ctx, body)),
  }),
  route('POST', '/v1/record/pending/create-from', 'invoicing:write', {
    summary: 'Convert a quote or an order',
    description:
      'Creates an order or an invoice from a quote, or an invoice from an order, with all that is left of it or with the given lines and quantities. In another `currency`, prices are converted. A quantity can be converted once, even by concurrent requests; voiding the later document makes it available again.',
    status: 201,
    body: z.strictObject({
      id: z.uuid().describe('The quote or order.'),
      kind: z.enum(['order', 'invoice']).default('invoice').describe('The kind of the new document.'),
      elements: uniqueList(
        z.strictObject({
          id: z.uuid().describe('The line of the quote or order.'),
          quantity: Quantity.optional().describe('Default: all that is left.'),
        }),
        { min: 1, max: 1000, by: ({ id }) => id },
      )
        .optional()
        .describe('The lines to take. Default: all that is left of all.'),
      ...copyFields,
    }),
    returns: PendingRecordView,
    refusals: [NotConvertible, NothingLeft, MoreThanIsLeft, ...writingRefusals],
    examples: { body: { id: exampleId, kind: 'invoice', elements: [{ id: exampleId, quantity: '2' }] } },
    handler: async (ctx, { body }) => describeRecurrent(ctx, await createFrom(ctx, body)),
  }),
];
