import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { LawUnknown } from '../law/parameter.ts';
import {
  CurrentFiscalSequenceView,
  End,
  exampleNext,
  exampleNumerals,
  FiscalTypeCode,
  NextFiscalNumberView,
  NumeralsFields,
  NumeralsView,
  Start,
  VoidedFiscalNumbersView,
  VoidReasonCode,
} from './numerals.schema.ts';
import { statuses } from './numerals.sql.ts';
import {
  addNumerals,
  changeNumerals,
  currentNumerals,
  listNumerals,
  NumeralsExpiry,
  NumeralsOrder,
  NumeralsOverlap,
  NumeralsUsed,
  nextNumber,
  nextNumbers,
  TooManyNumerals,
} from './numerals.ts';
import { listVoided, NumbersNotFree, voidUnused } from './void.ts';

const divisionQuery = {
  divisionId: z.uuid().optional().describe('Whose document it would be. Default: of a division without own ranges.'),
};

export const numeralsRoutes = [
  route({
    method: 'GET',
    path: '/v1/taxes/numerals',
    summary: 'List the ranges of fiscal numbers',
    description: 'By type and number, with what is used and left of each.',
    access: { permission: 'taxes:read' },
    query: z.strictObject({
      ...pageQuery,
      type: FiscalTypeCode.optional(),
      divisionId: z.uuid().optional(),
      status: z.enum(statuses).optional(),
    }),
    returns: pageOf(NumeralsView),
    examples: {
      query: { type: 'B01', status: 'active' },
      answer: { data: [exampleNumerals], page: 1, itemsPerPage: 25, total: 1, hasMore: false },
    },
    handler: (ctx, { query }) => listNumerals(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/taxes/numerals',
    summary: 'Add a range of fiscal numbers',
    description:
      'The numbers that the tax authority has authorised for a type of receipt. Several ranges of a type are used up one after another, the lowest first; they cannot share a number. `next` continues a range that was begun elsewhere. Emits `numerals:created`.',
    access: { permission: 'taxes:write' },
    status: 201,
    body: z.strictObject({
      type: FiscalTypeCode,
      start: Start,
      end: End,
      next: z.number().int().min(1).max(10_000_000_000).optional().describe('Default: the first.'),
      ...NumeralsFields,
    }),
    returns: NumeralsView,
    refusals: [NumeralsOverlap, NumeralsOrder, NumeralsExpiry, TooManyNumerals, ReferenceNotFound, LawUnknown],
    examples: {
      body: { type: 'B01', start: 1, end: 500, authorizationNumber: '8600123456', authorizedOn: '2026-01-10' },
      answer: { ...exampleNumerals, next: 'B0100000001', used: 0, remaining: 500 },
    },
    handler: (ctx, { body }) => addNumerals(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/taxes/numerals/:id',
    summary: 'Adjust a range',
    description:
      'Its end, its day of expiry, its division, and whether it is archived; its start as long as no number is used. An archived range gives no numbers. Emits `numerals:updated`.',
    access: { permission: 'taxes:write' },
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({
      version: z.number().int().optional().describe('The one you read; refused if it changed meanwhile.'),
      start: Start.optional(),
      end: End.optional(),
      ...NumeralsFields,
      archived: z.boolean().optional(),
    }),
    returns: NumeralsView,
    refusals: [NumeralsOverlap, NumeralsOrder, NumeralsUsed, NumeralsExpiry, ReferenceNotFound, LawUnknown],
    examples: {
      body: { version: 1, end: 1000 },
      answer: { ...exampleNumerals, end: 1000, remaining: 960, version: 2 },
    },
    handler: (ctx, { params, body }) => changeNumerals(ctx, params.id, body),
  }),
  route({
    method: 'GET',
    path: '/v1/taxes/numerals/next',
    summary: 'The next number of a type',
    description: 'Shows what the next document of the type would get. It is not taken: another may get it first.',
    access: { permission: 'taxes:read' },
    query: z.strictObject({ type: FiscalTypeCode, ...divisionQuery }),
    returns: NextFiscalNumberView,
    examples: { query: { type: 'B01' }, answer: exampleNext },
    handler: (ctx, { query }) => nextNumber(ctx, query.type, query.divisionId ?? null),
  }),
  route({
    method: 'GET',
    path: '/v1/taxes/numerals/next/all',
    action: 'listNext',
    summary: 'The next number of every type',
    description: 'Like `next`, for every type of receipt at once.',
    access: { permission: 'taxes:read' },
    query: z.strictObject(divisionQuery),
    returns: z.object({ data: z.array(NextFiscalNumberView) }),
    examples: { query: {}, answer: { data: [exampleNext] } },
    handler: (ctx, { query }) => nextNumbers(ctx, query.divisionId ?? null),
  }),
  route({
    method: 'GET',
    path: '/v1/taxes/numerals/current/all',
    action: 'listCurrent',
    summary: 'The range in use of every type',
    description:
      'For every type of receipt: the range that gives the next number, the last number given, what is left.',
    access: { permission: 'taxes:read' },
    query: z.strictObject(divisionQuery),
    returns: z.object({ data: z.array(CurrentFiscalSequenceView) }),
    examples: {
      query: {},
      answer: {
        data: [
          {
            type: 'B01',
            name: 'Factura de crédito fiscal',
            current: exampleNumerals,
            lastNumber: 'B0100000040',
            remaining: 460,
          },
        ],
      },
    },
    handler: (ctx, { query }) => currentNumerals(ctx, query.divisionId ?? null),
  }),
  route({
    method: 'GET',
    path: '/v1/taxes/numerals/void',
    action: 'listVoided',
    summary: 'List the voided numbers',
    description: 'Numbers that were voided unused, and those of voided documents: what the 608 declares. Newest first.',
    access: { permission: 'taxes:read' },
    query: z.strictObject({
      ...pageQuery,
      type: FiscalTypeCode.optional(),
      from: CalendarDate.optional(),
      to: CalendarDate.optional(),
    }),
    returns: pageOf(VoidedFiscalNumbersView),
    examples: { query: { from: '2026-11-01', to: '2026-11-30' } },
    handler: (ctx, { query }) => listVoided(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/taxes/numerals/void',
    summary: 'Void unused numbers',
    description:
      'Numbers that will never be on a document, a lost booklet for example. They are the next ones of their range: from the one that would be taken next up to `to`.',
    access: { permission: 'taxes:write' },
    status: 201,
    body: z
      .strictObject({
        numeralsId: z.uuid(),
        from: Start.describe('The next number of the range; refused if it was taken meanwhile.'),
        to: End,
        reason: VoidReasonCode,
        date: CalendarDate.optional().describe('Default: today.'),
      })
      .refine(({ from, to }) => to - from < 10_000, {
        path: ['to'],
        error: 'is at most 9,999 behind the first: 10,000 numbers at once',
        params: { code: 'out_of_range' },
      }),
    returns: VoidedFiscalNumbersView,
    refusals: [ReferenceNotFound, NumbersNotFree],
    examples: { body: { numeralsId: exampleNumerals.id, from: 41, to: 50, reason: '10' } },
    handler: (ctx, { body }) => voidUnused(ctx, body),
  }),
];
