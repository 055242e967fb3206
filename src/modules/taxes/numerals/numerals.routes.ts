import { z } from 'zod';
import { PeriodLocked } from '#modules/accounting/index.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { LawUnknown } from '../law/parameter.ts';
import {
  CurrentFiscalSequence,
  exampleNumerals,
  FiscalSequence,
  FiscalSequenceChange,
  FiscalTypeCode,
  NewFiscalSequence,
  NextFiscalNumber,
  NumbersToVoid,
  VoidedFiscalNumbers,
} from './numerals.schema.ts';
import { numeralsList } from './numerals.sql.ts';
import {
  addNumerals,
  changeNumerals,
  currentNumerals,
  describeRange,
  NumeralsExpiry,
  NumeralsOrder,
  NumeralsOverlap,
  NumeralsUsed,
  nextNumber,
  nextNumbers,
  TooManyNumerals,
} from './numerals.ts';
import { voidedList } from './void.sql.ts';
import { describeVoided, NumbersNotFree, voidUnused } from './void.ts';

const divisionQuery = {
  divisionId: z
    .uuid()
    .optional()
    .describe('The division (branch or till) of the document. Default: one without ranges of its own.'),
};

export const numeralsRoutes = [
  route('GET', '/v1/taxes/numerals', 'taxes:read', {
    summary: 'List fiscal sequences (NCF ranges)',
    description: 'Sorted by type and number, with how many numbers of each are used and left.',
    query: numeralsList.query,
    returns: pageOf(FiscalSequence),
    examples: { query: { type: 'B01', status: 'active' } },
    handler: (ctx, { query }) =>
      numeralsList.page(ctx, query, (rows) => rows.map((range) => describeRange(range, ctx.today.toString()))),
  }),
  route('POST', '/v1/taxes/numerals', 'taxes:write', {
    summary: 'Add a fiscal sequence (NCF range)',
    description:
      'Numbers that the tax authority has authorised for a type of receipt. Ranges of one type are used one after another, lowest first, and cannot overlap. `next` continues a range that was started in another system. Emits `numerals:created`.',
    status: 201,
    body: NewFiscalSequence,
    returns: FiscalSequence,
    refusals: [NumeralsOverlap, NumeralsOrder, NumeralsExpiry, TooManyNumerals, ReferenceNotFound, LawUnknown],
    examples: {
      body: { type: 'B01', start: 1, end: 500, authorizationNumber: '8600123456', authorizedOn: '2026-01-10' },
    },
    handler: (ctx, { body }) => addNumerals(ctx, body),
  }),
  route('PATCH', '/v1/taxes/numerals/:id', 'taxes:write', {
    summary: 'Change a fiscal sequence',
    description:
      'Its end, expiry date, division, and whether it is archived; its start while no number is used. An archived range issues no numbers. Emits `numerals:updated`.',
    body: FiscalSequenceChange,
    returns: FiscalSequence,
    refusals: [NumeralsOverlap, NumeralsOrder, NumeralsUsed, NumeralsExpiry, ReferenceNotFound, LawUnknown],
    examples: { body: { version: 1, end: 1000 } },
    handler: (ctx, { params, body }) => changeNumerals(ctx, params.id, body),
  }),
  route('GET', '/v1/taxes/numerals/next', 'taxes:read', {
    summary: 'Preview the next fiscal number of a type',
    description: 'The number that the next document of the type would get. It is not reserved.',
    query: z.strictObject({ type: FiscalTypeCode, ...divisionQuery }),
    returns: NextFiscalNumber,
    examples: { query: { type: 'B01' } },
    handler: (ctx, { query }) => nextNumber(ctx, query.type, query.divisionId ?? null),
  }),
  route('GET', '/v1/taxes/numerals/next/all', 'taxes:read', {
    action: 'listNext',
    summary: 'Preview the next fiscal number of every type',
    description: 'Like `next`, for every type of receipt at once.',
    query: z.strictObject(divisionQuery),
    returns: z.object({ data: z.array(NextFiscalNumber) }),
    examples: { query: {} },
    handler: (ctx, { query }) => nextNumbers(ctx, query.divisionId ?? null),
  }),
  route('GET', '/v1/taxes/numerals/current/all', 'taxes:read', {
    action: 'listCurrent',
    summary: 'List the sequence in use of every type',
    description:
      'For every type of receipt: the range that provides the next number, the last number issued, and how many are left.',
    query: z.strictObject(divisionQuery),
    returns: z.object({ data: z.array(CurrentFiscalSequence) }),
    examples: { query: {} },
    handler: (ctx, { query }) => currentNumerals(ctx, query.divisionId ?? null),
  }),
  route('GET', '/v1/taxes/numerals/void', 'taxes:read', {
    action: 'listVoided',
    summary: 'List voided numbers',
    description: 'Numbers voided unused and numbers of voided documents, as declared in the 608. Newest first.',
    query: voidedList.query,
    returns: pageOf(VoidedFiscalNumbers),
    examples: { query: { from: '2026-11-01', to: '2026-11-30' } },
    handler: (ctx, { query }) => voidedList.page(ctx, query, (rows) => rows.map(describeVoided)),
  }),
  route('POST', '/v1/taxes/numerals/void', 'taxes:write', {
    summary: 'Void unused numbers',
    description:
      'Numbers that will never be used, for example of a lost booklet: from the next one of the range up to `to`.',
    status: 201,
    body: NumbersToVoid,
    returns: VoidedFiscalNumbers,
    refusals: [ReferenceNotFound, PeriodLocked, NumbersNotFree],
    examples: { body: { numeralsId: exampleNumerals.id, from: 41, to: 50, reason: '10' } },
    handler: (ctx, { body }) => voidUnused(ctx, body),
  }),
];
