import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { BulkDocument, copyFields, Quantity } from '../pending/pending.schema.ts';
import { writingRefusals } from '../pending/writing-refusals.ts';
import { PendingRecordView } from '../recurrence/recurrent-document.schema.ts';
import { describeRecurrent } from '../recurrence/recurrent-document.ts';
import { MoreThanIsLeft } from './conversion.ts';
import { BulkRefused, clonePendingRecord, createFrom, createMany, NotConvertible, NothingLeft } from './copy.ts';

const BULK_MAX = 500;

export const copyRoutes = [
  route({
    method: 'POST',
    path: '/v1/record/pending/clone',
    summary: 'Write the same document again',
    description:
      'Copies a document with its lines, as of today: with a number, days, rate and taxes of its own, and without its receipt and payments. Fields that are given are different in the copy. Emits `invoice:created`.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: z.strictObject({ id: z.uuid().describe('The document to copy.'), ...copyFields }),
    returns: PendingRecordView,
    refusals: writingRefusals,
    examples: { body: { id: exampleId, date: '2026-12-01', status: 'draft' } },
    handler: async (ctx, { body }) => describeRecurrent(ctx, await clonePendingRecord(ctx, body)),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/create-from',
    summary: 'Make the next document of a quote or an order',
    description:
      'Makes an order or an invoice from a quote, or an invoice from an order: of everything that is left of it, or of the lines and quantities that are named. What is in later documents cannot be taken again, however many try at once; voiding the later document gives it back.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: z.strictObject({
      id: z.uuid().describe('The quote or order.'),
      kind: z.enum(['order', 'invoice']).default('invoice').describe('What it becomes.'),
      elements: uniqueList(
        z.strictObject({ id: z.uuid(), quantity: Quantity.optional().describe('Default: all that is left.') }),
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
  route({
    method: 'POST',
    path: '/v1/record/pending/bulk',
    action: 'createMany',
    summary: 'Write many documents',
    description:
      'Writes up to 500 documents at once, all or none: if one cannot be drawn up, every wrong one is told with its place. With `skipInvalid`, wrong ones are left out and told in their results. Numbers are in the order given.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: z.strictObject({
      documents: z.array(BulkDocument).min(1).max(BULK_MAX),
      skipInvalid: z.boolean().default(false),
    }),
    returns: z.object({
      created: z.number().int(),
      refused: z.number().int(),
      results: z
        .array(
          z.object({
            id: z.uuid().nullable(),
            number: z.number().int().nullable(),
            error: z
              .object({
                code: z.string(),
                detail: z.string(),
                errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
              })
              .nullable(),
          }),
        )
        .describe('One for each document, in their order.'),
    }),
    refusals: [BulkRefused, ...writingRefusals],
    bodyBytesMax: 8 * 1024 * 1024,
    examples: {
      body: {
        documents: [
          { elements: [{ description: 'Mensualidad de noviembre', unitPrice: '1500.00' }] },
          { elements: [{ description: 'Mensualidad de noviembre', unitPrice: '1800.00' }] },
        ],
      },
    },
    handler: (ctx, { body }) => createMany(ctx, body),
  }),
];
