import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { generateFor, generateFree } from './barcode.ts';

const COUNT_MAX = 1_000;

export const barcodeRoutes = [
  route('POST', '/v1/resource/barcode/generate', 'catalog:write', {
    action: 'generateBarcodes',
    summary: 'Generate barcodes',
    description:
      'Generates EAN-13 barcodes in the range for internal use (prefixes 20 to 29), unique in the organization. With `resourceIds`, each of these resources without a barcode gets one; otherwise `count` free barcodes are answered, which are never generated again.',
    status: 201,
    body: z.strictObject({
      resourceIds: uniqueList(z.uuid(), { min: 1, max: COUNT_MAX }).optional().describe('Those that get a barcode.'),
      count: z.number().int().min(1).max(COUNT_MAX).default(1).describe('The number of free barcodes.'),
      prefix: z.string().regex(/^2\d$/, 'must be 20 to 29').default('20').describe('The first two digits.'),
    }),
    returns: z.object({
      data: z
        .array(
          z.object({
            barcode: z.string().describe('EAN-13, with its check digit.'),
            resourceId: z.uuid().nullable().describe('Who has it; null: it is free.'),
            isNew: z.boolean().describe('False: the resource already had this barcode.'),
          }),
        )
        .describe('In the order of `resourceIds`.'),
    }),
    refusals: [ReferenceNotFound],
    examples: { body: { resourceIds: [exampleId], prefix: '21' } },
    handler: (ctx, { body: { resourceIds, count, prefix } }) =>
      resourceIds ? generateFor(ctx, prefix, resourceIds) : generateFree(ctx, prefix, count),
  }),
];
