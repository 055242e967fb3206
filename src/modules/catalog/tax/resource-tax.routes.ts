import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused, NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { BulkResult } from '../bulk/bulk.schema.ts';
import { ResourceTax, ResourceTaxes, ResourceTaxesChange } from './resource-tax.schema.ts';
import { addTax, changeTaxes, listTaxes, removeTax, TooManyTaxes } from './resource-tax.ts';

const taxId = otherExampleId;

export const resourceTaxRoutes = [
  route('POST', '/v1/resource/tax', 'catalog:write', {
    summary: 'Add a tax to a resource',
    description:
      'New documents take the taxes of their resources. Adding a tax twice changes nothing. Emits `resource:updated`.',
    status: 201,
    body: ResourceTax,
    returns: ResourceTaxes,
    refusals: [ReferenceNotFound, TooManyTaxes],
    examples: { body: { resourceId: exampleId, taxId } },
    handler: (ctx, { body }) => addTax(ctx, body),
  }),
  route('DELETE', '/v1/resource/tax', 'catalog:write', {
    summary: 'Remove a tax from a resource',
    description: 'Documents that were issued keep their taxes. Emits `resource:updated`.',
    body: ResourceTax,
    returns: ResourceTaxes,
    refusals: [NotFound],
    examples: { body: { resourceId: exampleId, taxId } },
    handler: (ctx, { body }) => removeTax(ctx, body),
  }),
  route('GET', '/v1/resource/tax/:resourceId', 'catalog:read', {
    action: 'list',
    summary: 'List the taxes of a resource',
    description: 'The taxes of a resource with their rates of today.',
    returns: ResourceTaxes,
    handler: (ctx, { params }) => listTaxes(ctx, params.resourceId),
  }),
  route('PATCH', '/v1/resource/tax/bulk', 'catalog:write', {
    action: 'updateMany',
    summary: 'Change the taxes of many resources',
    description:
      'Adds taxes to up to 1,000 resources, removes them, or replaces all by exactly these, and answers the outcome of each. By default all are changed or none.',
    body: ResourceTaxesChange,
    rows: 'resourceIds',
    returns: BulkResult,
    refusals: [BulkRefused, ReferenceNotFound],
    examples: { body: { resourceIds: [exampleId], taxIds: [taxId], mode: 'replace' } },
    handler: (ctx, { body, rows }) => changeTaxes(ctx, body, rows),
  }),
];
