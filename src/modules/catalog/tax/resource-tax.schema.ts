import { z } from 'zod';
import { validRowsOnly } from '#platform/http/bulk.schema.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { TAXES_MAX } from '../resource/resource.schema.ts';

export const ResourceTax = z.strictObject({ resourceId: z.uuid(), taxId: z.uuid() });

export const ResourceTaxes = z.object({
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

export const ResourceTaxesChange = z.strictObject({
  resourceIds: uniqueList(z.uuid(), { min: 1, max: 1_000 }),
  taxIds: uniqueList(z.uuid(), { max: TAXES_MAX }),
  mode: z.enum(['add', 'remove', 'replace']),
  validRowsOnly,
});
