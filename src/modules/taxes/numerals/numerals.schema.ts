import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { fiscalTypeCodes } from './fiscal-type.ts';
import { statuses } from './numerals.sql.ts';
import { type VoidReason, voidReasons } from './void-reason.ts';

export const FiscalTypeCode = z
  .enum(fiscalTypeCodes)
  .describe('The type of receipt: `B01` on paper, `E31` electronic, and so on.')
  .meta({ example: 'B01' });

const Number10 = z.number().int().min(1).max(9_999_999_999);

const Start = Number10.describe('The first number, without type and leading zeros.');
const End = Number10.describe('The last number.');

const fields = {
  authorizationNumber: z.string().trim().min(1).max(40).nullable().describe('The authorisation by the tax authority.'),
  authorizedOn: CalendarDate.describe(
    'Default: today. Electronic documents with its numbers are not dated before a given day, nor before the year of the default.',
  ),
  expiresOn: CalendarDate.nullable().describe(
    'The last day of use. Default: 31 December of the year after the authorisation. Consumer invoices (B02, E32), credit notes (B04, E34) and B12 never expire.',
  ),
  divisionId: z.uuid().nullable().describe('Only documents of this division (branch or till) take numbers from it.'),
  warnAt: Number10.or(z.literal(0)).describe('Notify the owner when this many are left. Default: 35 %.'),
};

export const NewFiscalSequence = z.strictObject({
  type: FiscalTypeCode,
  start: Start,
  end: End,
  next: z
    .number()
    .int()
    .min(1)
    .max(10_000_000_000)
    .optional()
    .describe('The next number to issue. Default: the first.'),
  ...z.object(fields).partial().shape,
});

export const FiscalSequenceChange = z
  .strictObject({
    version: z.number().int().describe('As read: refused with `version_conflict` if it has changed since.'),
    start: Start,
    end: End,
    ...fields,
    archived: z.boolean(),
  })
  .partial();

export const FiscalSequence = z.object({
  id: z.uuid(),
  type: FiscalTypeCode,
  name: z.string().describe('The name of the type, as the tax authority uses it.'),
  divisionId: z
    .uuid()
    .nullable()
    .describe('Only documents of this branch or till take numbers from it; null: all others do.'),
  start: z.number().int().describe('The first number, without type and leading zeros.'),
  end: z.number().int().describe('The last number.'),
  next: z.string().nullable().describe('The full number that is issued next from this range; null: none is left.'),
  used: z.number().int().describe('How many numbers were issued or voided.'),
  remaining: z.number().int().describe('How many are left.'),
  isLow: z.boolean().describe('At most `warnAt` are left.'),
  warnAt: z.number().int().describe('The owner is notified when this many are left.'),
  authorizationNumber: z.string().nullable().describe('The authorisation by the tax authority; null: not given.'),
  authorizedOn: CalendarDate.describe('The day of the authorisation.'),
  expiresOn: CalendarDate.nullable().describe('The last day of use; null: they do not expire.'),
  status: z.enum(statuses).describe('`exhausted`: all are used. `expired`: its last day has passed.'),
  version: z.number().int(),
  createdAt: Timestamp,
});

export const NextFiscalNumber = z.object({
  type: FiscalTypeCode,
  name: z.string().describe('The name of the type, as the tax authority uses it.'),
  number: z.string().nullable().describe('Null: there is none, and `unavailable` says why.'),
  numeralsId: z.uuid().nullable().describe('The range that it comes from; null: there is none.'),
  expiresOn: CalendarDate.nullable().describe('The last day of use; null: none, or it does not expire.'),
  unavailable: z
    .enum(['missing', 'exhausted', 'expired'])
    .nullable()
    .describe('`missing`: no range. `exhausted`: all used. `expired`: what is left can no longer be used.'),
});

export const CurrentFiscalSequence = z.object({
  type: FiscalTypeCode,
  name: z.string().describe('The name of the type, as the tax authority uses it.'),
  current: FiscalSequence.nullable().describe('The range that provides the next number.'),
  lastNumber: z.string().nullable().describe('The last one issued.'),
  remaining: z.number().int().describe('In all ranges of the type that can be used.'),
});

export const VoidReasonCode = z.enum(Object.keys(voidReasons) as [VoidReason, ...VoidReason[]]).describe(
  Object.entries(voidReasons)
    .map(([code, text]) => `\`${code}\` ${text}`)
    .join('; '),
);

export const NumbersToVoid = z
  .strictObject({
    numeralsId: z.uuid().describe('The range: `GET /v1/taxes/numerals`.'),
    from: Start.describe('The next number of the range; refused if it has been taken meanwhile.'),
    to: End,
    reason: VoidReasonCode,
    date: CalendarDate.optional().describe('Default: today.'),
  })
  .refine(({ from, to }) => to - from < 10_000, {
    path: ['to'],
    error: 'must be at most 9,999 after `from`: 10,000 numbers at once',
    params: { code: 'out_of_range' },
  });

export const VoidedFiscalNumbers = z.object({
  id: z.uuid(),
  type: FiscalTypeCode,
  from: z.string().describe('The first number, with its type.'),
  to: z.string().describe('The last number, with its type.'),
  count: z.number().int().describe('How many numbers these are.'),
  date: CalendarDate.describe('The day on which they were voided: it decides on the 608 that has them.'),
  reason: VoidReasonCode,
  reasonText: z.string().describe('The reason in words.'),
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
