import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { taxStatuses } from '../beneficiary/beneficiary.schema.ts';
import { inventTaxId, lookUpTaxId } from './look-up.ts';
import { followTaxCheck, RegistryEmpty } from './tax-check.ts';
import { taxIdKinds } from './tax-id.ts';

const TaxpayerView = z.object({
  taxId: z.string(),
  name: z.string(),
  tradeName: z.string().nullable(),
  activity: z.string().nullable(),
  status: z.string().describe('In the words of the registry: ACTIVO, SUSPENDIDO, …'),
  regime: z.string().nullable(),
  startedOn: CalendarDate.nullable(),
});

const TaxIdView = z.object({
  taxId: z.string().describe('Letters and digits only.'),
  formatted: z.string().describe('As people write it.'),
  kind: z.enum(taxIdKinds),
  status: z
    .enum(taxStatuses)
    .describe('`unchecked`: a kind that the registry does not hold, or no registry was imported.'),
  checkDigitValid: z.boolean().nullable().describe('Null: this kind has no check digit.'),
  taxpayer: TaxpayerView.nullable().describe('What the registry knows.'),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  beneficiaries: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('Who has it here: at most 20.'),
});

const TaxCheckView = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'done', 'failed']),
  progress: z.number().describe('From 0 to 1.'),
  totalCount: z.number().int(),
  checkedCount: z.number().int(),
  activeCount: z.number().int(),
  inactiveCount: z.number().int(),
  unregisteredCount: z.number().int(),
  changedCount: z.number().int().describe('Whose status changed or whose legal name was filled.'),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const taxIdRoutes = [
  route({
    method: 'GET',
    path: '/v1/beneficiary/taxId/random',
    action: 'invent',
    summary: 'Invent a tax id',
    description: 'A number for trials: its check digit is right, and the registry does not have it.',
    access: { permission: 'contacts:read' },
    query: z.strictObject({ kind: z.enum(['rnc', 'cedula']).default('rnc') }),
    returns: z.object({ taxId: z.string(), formatted: z.string(), kind: z.enum(['rnc', 'cedula']) }),
    examples: { query: { kind: 'cedula' } },
    handler: (ctx, { query }) => inventTaxId(ctx, query.kind),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary/taxId/:taxId',
    action: 'lookUp',
    summary: 'Look up a tax id',
    description:
      'What the registry of taxpayers knows about an RNC or a cédula, whether the check digit is right, and which beneficiaries have it. A wrong check digit is a warning: such numbers have been issued. Dashes do not matter.',
    access: { permission: 'contacts:read' },
    params: z.strictObject({
      taxId: z
        .string()
        .max(30)
        .regex(/^\d[\d -]{7,28}$/, 'is a number of 8 to 11 digits')
        .refine((text) => /^\d{8,11}$/.test(text.replace(/\D/g, '')), { error: 'is a number of 8 to 11 digits' }),
    }),
    returns: TaxIdView,
    handler: (ctx, { params }) => lookUpTaxId(ctx, params.taxId),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary/tax-data/process',
    action: 'checkContacts',
    summary: 'Check everyone against the registry',
    description:
      'Compares every beneficiary that has an RNC or a cédula with the registry of taxpayers, in the background. It writes `taxStatus` and fills legal names that are empty. The first call starts it; further calls follow the run that is under way. With `id` a run is only read, also when it has ended.',
    access: { permission: 'contacts:write' },
    effect: true,
    query: z.strictObject({ id: z.uuid().optional().describe('The run to follow.') }),
    returns: TaxCheckView,
    refusals: [RegistryEmpty],
    handler: (ctx, { query }) => followTaxCheck(ctx, query.id),
  }),
];
