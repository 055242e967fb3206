import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { inventTaxId, lookUpTaxId } from './look-up.ts';
import { followTaxCheck, RegistryEmpty } from './tax-check.ts';
import { TaxCheck, TaxIdLookUp } from './tax-id.schema.ts';

export const taxIdRoutes = [
  route('GET', '/v1/beneficiary/taxId/random', 'contacts:read', {
    action: 'invent',
    summary: 'Invent a tax id for tests',
    description: 'A number for tests: its check digit is valid, and the registry does not contain it.',
    query: z.strictObject({ kind: z.enum(['rnc', 'cedula']).default('rnc').describe('Which number to make.') }),
    returns: z.object({
      taxId: z.string().describe('Digits only.'),
      formatted: z.string().describe('As people write it.'),
      kind: z.enum(['rnc', 'cedula']).describe('Which number it is.'),
    }),
    examples: { query: { kind: 'cedula' } },
    handler: (ctx, { query }) => inventTaxId(ctx, query.kind),
  }),
  route('GET', '/v1/beneficiary/taxId/:taxId', 'contacts:read', {
    action: 'lookUp',
    summary: 'Look up a tax id',
    description:
      'The entry of an RNC or a cédula in the registry of taxpayers, whether its check digit is valid, and which contacts (customers, suppliers) have it. An invalid check digit is only a warning, because such numbers have been issued. Dashes do not matter.',
    params: z.strictObject({
      taxId: z
        .string()
        .max(30)
        .regex(/^\d[\d -]{7,28}$/, 'must be a number of 8 to 11 digits')
        .refine((text) => /^\d{8,11}$/.test(text.replace(/\D/g, '')), { error: 'must be a number of 8 to 11 digits' })
        .describe('An RNC or a cédula.'),
    }),
    returns: TaxIdLookUp,
    handler: (ctx, { params }) => lookUpTaxId(ctx, params.taxId),
  }),
  route('GET', '/v1/beneficiary/tax-data/process', 'contacts:write', {
    action: 'checkContacts',
    summary: 'Check all contacts against the tax registry',
    description:
      'Compares every contact (customer, supplier) that has an RNC or a cédula with the registry of taxpayers, in the background. It writes `taxStatus` and fills in empty legal names. The first call starts a run; further calls report its progress. With `id` a run is only read, even after it has ended.',
    effect: true,
    query: z.strictObject({ id: z.uuid().optional().describe('The run to read.') }),
    returns: TaxCheck,
    refusals: [RegistryEmpty],
    handler: (ctx, { query }) => followTaxCheck(ctx, query.id),
  }),
];
