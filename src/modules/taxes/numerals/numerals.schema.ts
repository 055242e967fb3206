import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { fiscalTypeCodes } from './fiscal-type.ts';
import { statuses } from './numerals.sql.ts';
import { type VoidReason, voidReasons } from './void.ts';

export const FiscalTypeCode = z
  .enum(fiscalTypeCodes as [string, ...string[]])
  .describe('The type of receipt: `B01` on paper, `E31` electronic, and so on.')
  .meta({ example: 'B01' });

const Number10 = z.number().int().min(1).max(9_999_999_999);

export const NumeralsFields = {
  authorizationNumber: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .nullable()
    .optional()
    .describe('Of the authorisation by the tax authority.'),
  authorizedOn: CalendarDate.optional().describe('Default: today.'),
  expiresOn: CalendarDate.nullable()
    .optional()
    .describe(
      'The last day of use. Default: 31 December of the year after the authorisation. Consumer invoices (B02, E32), credit notes (B04, E34) and B12 never expire.',
    ),
  divisionId: z.uuid().nullable().optional().describe('Only documents of this division take numbers from it.'),
  warnAt: Number10.or(z.literal(0)).optional().describe('When so many are left, the owner is told. Default: 35 %.'),
};

export const Start = Number10.describe('The first number, without type and leading zeros.');
export const End = Number10.describe('The last number.');

export const NumeralsView = z.object({
  id: z.uuid(),
  type: FiscalTypeCode,
  name: z.string().describe('Of the type, as the tax authority calls it.'),
  divisionId: z.uuid().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  next: z.string().nullable().describe('The number that is taken next from this range, whole; null: none is left.'),
  used: z.number().int(),
  remaining: z.number().int(),
  isLow: z.boolean().describe('No more than `warnAt` are left.'),
  warnAt: z.number().int(),
  authorizationNumber: z.string().nullable(),
  authorizedOn: CalendarDate,
  expiresOn: CalendarDate.nullable(),
  status: z.enum(statuses),
  version: z.number().int(),
  createdAt: Timestamp,
});

export const NextFiscalNumberView = z.object({
  type: FiscalTypeCode,
  name: z.string(),
  number: z.string().nullable().describe('Null: there is none, and `unavailable` says why.'),
  numeralsId: z.uuid().nullable(),
  expiresOn: CalendarDate.nullable(),
  unavailable: z
    .enum(['missing', 'exhausted', 'expired'])
    .nullable()
    .describe('`missing`: no range. `exhausted`: all used. `expired`: what is left can no longer be used.'),
});

export const CurrentFiscalSequenceView = z.object({
  type: FiscalTypeCode,
  name: z.string(),
  current: NumeralsView.nullable().describe('The range from which the next number comes.'),
  lastNumber: z.string().nullable().describe('The last one given.'),
  remaining: z.number().int().describe('In all ranges of the type that can be used.'),
});

export const VoidReasonCode = z.enum(Object.keys(voidReasons) as [VoidReason, ...VoidReason[]]).describe(
  Object.entries(voidReasons)
    .map(([code, text]) => `\`${code}\` ${text}`)
    .join('; '),
);

export const VoidedFiscalNumbersView = z.object({
  id: z.uuid(),
  type: FiscalTypeCode,
  from: z.string(),
  to: z.string(),
  count: z.number().int(),
  date: CalendarDate,
  reason: VoidReasonCode,
  reasonText: z.string(),
  numeralsId: z.uuid().nullable().describe('The range of unused numbers; null: the number of a voided document.'),
  createdAt: Timestamp,
});

export const exampleNumerals = {
  id,
  type: 'B01',
  name: 'Factura de crédito fiscal',
  divisionId: null,
  start: 1,
  end: 500,
  next: 'B0100000041',
  used: 40,
  remaining: 460,
  isLow: false,
  warnAt: 175,
  authorizationNumber: '8600123456',
  authorizedOn: '2026-01-10',
  expiresOn: '2027-12-31',
  status: 'active',
  version: 1,
  createdAt: '2026-11-15T13:45:00.000Z',
};

export const exampleNext = {
  type: 'B01',
  name: 'Factura de crédito fiscal',
  number: 'B0100000041',
  numeralsId: id,
  expiresOn: '2027-12-31',
  unavailable: null,
};
