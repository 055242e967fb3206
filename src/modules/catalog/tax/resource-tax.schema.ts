import { z } from 'zod';
import { validRowsOnly } from '#platform/http/bulk.schema.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { TAXES_MAX } from '../resource/resource.schema.ts';

export const ResourceTax = z.strictObject({
  resourceId: z.uuid(),
  taxId: z.uuid().describe('A tax of `GET /v1/taxes/list`.'),
});

export const ResourceTaxes = z.object({
  resourceId: z.uuid(),
  data: z
    .array(
      z.object({
        id: z.uuid(),
        code: z.string().describe('Of the tax.'),
        name: z.string().describe('As printed on documents.'),
        kind: z.string().describe('`withheld-…`: the payer keeps it and pays it to the tax authority.'),
        rate: z.string().nullable().describe('Percent, today. Null: it is not in force today.'),
        archived: z.boolean().describe('The tax is archived.'),
      }),
    )
    .describe('The taxes that it has.'),
});

export const ResourceTaxesChange = z.strictObject({
  resourceIds: uniqueList(z.uuid(), { min: 1, max: 1_000 }).describe('The products and services.'),
  taxIds: uniqueList(z.uuid(), { max: TAXES_MAX }).describe('Taxes of `GET /v1/taxes/list`.'),
  mode: z.enum(['add', 'remove', 'replace']).describe('`replace`: they have these taxes and no others.'),
  validRowsOnly,
});
