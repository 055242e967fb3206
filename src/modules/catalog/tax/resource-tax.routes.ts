import { z } from 'zod';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused, NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { BulkAnswer } from '../bulk/bulk.ts';
import { TAXES_MAX } from '../resource/resource.schema.ts';
import { addTax, changeTaxes, listTaxes, removeTax, TooManyTaxes } from './resource-tax.ts';

const ROWS_MAX = 1_000;
const taxId = otherExampleId;
const OneTax = z.strictObject({ resourceId: z.uuid(), taxId: z.uuid() });

const ResourceTaxes = z.object({
  resourceId: z.uuid(),
  data: z.array(
    z.object({
      id: z.uuid(),
      code: z.string(),
      name: z.string(),
      kind: z.string(),
      rate: z.string().nullable().describe('Percent, today. Null: it is not in force today.'),
      archived: z.boolean(),
    }),
  ),
});

export const resourceTaxRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/tax',
    summary: 'Put a tax on a resource',
    description:
      'New documents take the taxes of their resources. A tax that is there stays. Emits `resource:updated`.',
    access: { permission: 'catalog:write' },
    status: 201,
    body: OneTax,
    returns: ResourceTaxes,
    refusals: [ReferenceNotFound, TooManyTaxes],
    examples: { body: { resourceId: exampleId, taxId } },
    handler: (ctx, { body }) => addTax(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/resource/tax',
    summary: 'Take a tax off a resource',
    description: 'Documents that were issued keep their taxes. Emits `resource:updated`.',
    access: { permission: 'catalog:write' },
    body: OneTax,
    returns: ResourceTaxes,
    refusals: [NotFound],
    examples: { body: { resourceId: exampleId, taxId } },
    handler: (ctx, { body }) => removeTax(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/tax/:resourceId',
    action: 'list',
    summary: 'The taxes of a resource',
    description: 'The taxes that are put on a resource, with their rates of today.',
    access: { permission: 'catalog:read' },
    params: z.strictObject({ resourceId: z.uuid() }),
    returns: ResourceTaxes,
    handler: (ctx, { params }) => listTaxes(ctx, params.resourceId),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/tax/bulk',
    action: 'updateMany',
    summary: 'Change the taxes of many resources',
    description:
      'Adds taxes to up to 1,000 resources, removes some, or replaces all by exactly these, with what became of each. By default all are changed or none.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({
      resourceIds: uniqueList(z.uuid(), { min: 1, max: ROWS_MAX }),
      taxIds: uniqueList(z.uuid(), { max: TAXES_MAX }),
      mode: z.enum(['add', 'remove', 'replace']),
      validRowsOnly: z.boolean().default(false),
    }),
    returns: BulkAnswer,
    refusals: [BulkRefused, ReferenceNotFound],
    examples: { body: { resourceIds: [exampleId], taxIds: [taxId], mode: 'replace' } },
    handler: (ctx, { body }) => changeTaxes(ctx, body),
  }),
];
