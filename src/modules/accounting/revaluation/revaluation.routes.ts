import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { several } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { AmountOutOfRange } from '../currency/convert.ts';
import { RateUnknown } from '../currency/currency.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { guardRefusals } from '../record/guards.ts';
import {
  NewRevaluation,
  RevaluationPreview,
  RevaluationSummary,
  RevaluationView,
  RevaluedKind,
} from './revaluation.schema.ts';
import { revaluationList } from './revaluation.sql.ts';
import {
  describeRevaluation,
  NothingToRevalue,
  previewRevaluation,
  RevaluedInFuture,
  readRevaluation,
  revalue,
  TooManyToRevalue,
  undoRevaluation,
} from './revaluation.ts';

export const revaluationRoutes = [
  route('GET', '/v1/currency/revaluation/preview', 'reports:read', {
    action: 'preview',
    summary: 'Preview a revaluation',
    description:
      'What is open in other currencies at the end of a day: its value in the books, and at the rate of that day. Posts nothing. To try other rates, send the revaluation with `Dry-Run: true`.',
    query: z.strictObject({
      date: CalendarDate.optional().describe('Default: today.'),
      only: several(RevaluedKind).optional().describe('Only these kinds of balances.'),
    }),
    returns: RevaluationPreview,
    refusals: [RevaluedInFuture, TooManyToRevalue, AmountOutOfRange],
    examples: { query: { date: '2026-10-31' } },
    handler: (ctx, { query: { date = ctx.today.toString(), only } }) => previewRevaluation(ctx, { date, only }),
  }),
  route('POST', '/v1/currency/revaluation', 'accounting:write', {
    summary: 'Revalue foreign balances',
    description:
      'Brings what is open in other currencies at the end of a day to the rate of that day. One record posts the differences as unrealized exchange gain and loss (`unrealizedExchangeGain`, `unrealizedExchangeLoss` of the posting rules); a second one reverses it on the next day, so that payments and transfers realize the same differences as without it. Balances in their own currency stay. Again for the same day, it posts only what has changed since.',
    status: 201,
    body: NewRevaluation,
    returns: RevaluationView,
    refusals: [
      RevaluedInFuture,
      NothingToRevalue,
      TooManyToRevalue,
      RateUnknown,
      AmountOutOfRange,
      AccountNotPostable,
      ...guardRefusals,
    ],
    examples: { body: { date: '2026-10-31', rates: [{ currency: 'USD', rate: '60.25' }] } },
    handler: (ctx, { body }) => revalue(ctx, body),
  }),
  route('GET', '/v1/currency/revaluation', 'accounting:read', {
    summary: 'List revaluations',
    description: 'Newest first, without their lines.',
    query: revaluationList.query,
    returns: pageOf(RevaluationSummary),
    examples: { query: { from: '2026-10-01' } },
    handler: (ctx, { query }) =>
      revaluationList.page(ctx, query, (rows) => rows.map((row) => describeRevaluation(ctx, row))),
  }),
  route('GET', '/v1/currency/revaluation/:revaluationId', 'accounting:read', {
    summary: 'Read a revaluation',
    description: 'With a line for each balance that differed.',
    returns: RevaluationView,
    handler: (ctx, { params }) => readRevaluation(ctx, params.revaluationId),
  }),
  route('DELETE', '/v1/currency/revaluation/:revaluationId', 'accounting:write', {
    summary: 'Undo a revaluation',
    description: 'Voids its record and the reversal of the next day.',
    refusals: guardRefusals,
    handler: (ctx, { params }) => undoRevaluation(ctx, params.revaluationId),
  }),
];
