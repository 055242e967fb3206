import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery, pageWindow, toPage } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound, VersionConflict } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { BookValueUnknown } from '../division/book-value.ts';
import { DivisionArchived, DivisionBalanceClosed } from '../division/closed-balances.ts';
import { Amount, TillClosePreview, TillCloseView, TillStateView } from '../division/division.schema.ts';
import { selectDivision } from '../division/division.sql.ts';
import { AmountTooSmall, CurrenciesDiffer, DivisionBalanceInsufficient, NothingToMove } from '../division/transfer.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { PeriodLocked } from '../record/guards.ts';
import { RecordIsVoid } from '../record/write-record.ts';
import { selectCloses } from './close.sql.ts';
import {
  CountMissing,
  cancelClose,
  closeBalance,
  describeCloses,
  NoCloseToCancel,
  NothingToClose,
  NotTheLastClose,
  previewClose,
} from './close.ts';
import { FloatNotCovered, NotACashAccount, openPos, PosAlreadyOpen, readOpenState } from './opening.ts';

const accountId = exampleId;
const safeId = otherExampleId;
const params = z.strictObject({ divisionId: z.uuid() });

export const closeRoutes = [
  route({
    method: 'POST',
    path: '/v1/division/:divisionId/pos-open',
    action: 'open',
    summary: 'Open the point of sale',
    description:
      'Begins the day of a till. Each of `floats` tells what lies in the drawer of a cash account; cash accounts that are not named begin with what the books hold. Where the books hold less, the rest is moved from the account in `from`; where they hold more, what is missing is posted as cash short. The next close counts from here. Only one opening at a time.',
    access: { permission: 'accounting:write' },
    status: 201,
    params,
    body: z.strictObject({
      floats: uniqueList(
        z.strictObject({
          accountId: z.uuid(),
          amount: Amount,
          from: z
            .strictObject({ accountId: z.uuid(), divisionId: z.uuid().nullable().default(null) })
            .optional()
            .describe('Where the float was taken: a safe, a bank, the same account in another division or in none.'),
        }),
        { max: 100, by: ({ accountId }) => accountId },
      ).default([]),
      note: z.string().trim().min(1).max(1_000).optional(),
    }),
    returns: TillStateView,
    refusals: [
      PosAlreadyOpen,
      ReferenceNotFound,
      NotACashAccount,
      FloatNotCovered,
      DivisionArchived,
      DivisionBalanceClosed,
      DivisionBalanceInsufficient,
      NothingToMove,
      AmountTooSmall,
      CurrenciesDiffer,
      BookValueUnknown,
      PeriodLocked,
      AccountNotPostable,
    ],
    examples: {
      body: { floats: [{ accountId, amount: '2000.00', from: { accountId: safeId } }], note: 'Turno de la mañana' },
    },
    handler: (ctx, { params, body }) => openPos(ctx, params.divisionId, body),
  }),
  route({
    method: 'GET',
    path: '/v1/division/:divisionId/pos-open-state',
    action: 'getState',
    summary: 'Whether the point of sale is open',
    description: 'The opening with its floats, if there is one, and the last close.',
    access: { permission: 'accounting:read' },
    params,
    returns: TillStateView,
    handler: (ctx, { params }) => readOpenState(ctx, params.divisionId),
  }),
  route({
    method: 'GET',
    path: '/v1/division/:divisionId/close-balance',
    action: 'previewClose',
    summary: 'See what a close would say',
    description:
      'What each account did in the division since its point of sale was opened, else since its last close: where it began, what came in, went out and was moved, and what should be there now. It takes as long with ten thousand tickets as with ten.',
    access: { permission: 'accounting:read' },
    params,
    returns: TillClosePreview,
    handler: (ctx, { params }) => previewClose(ctx, params.divisionId),
  }),
  route({
    method: 'POST',
    path: '/v1/division/:divisionId/close-balance',
    action: 'close',
    summary: 'Close the balances',
    description:
      'Fixes the balance of every account of the division. `counts` tells what was counted; cash that moved or is there must be counted, for the others the books are right. A difference is posted as cash over or cash short. From then on nothing inside can change: no record posted before the close, and none dated on an earlier day can be added. Works with and without an open point of sale, and ends it. Emits `division:balance-closed`.',
    access: { permission: 'accounting:write' },
    status: 201,
    params,
    body: z.strictObject({
      counts: uniqueList(z.strictObject({ accountId: z.uuid(), amount: Amount }), {
        max: 1_000,
        by: ({ accountId }) => accountId,
      }).default([]),
      details: z.string().trim().min(1).max(2_000).optional(),
      number: z.number().int().optional().describe('As in the preview: refuses if another close came first.'),
    }),
    returns: TillCloseView,
    refusals: [
      ReferenceNotFound,
      VersionConflict,
      NothingToClose,
      CountMissing,
      BookValueUnknown,
      PeriodLocked,
      DivisionBalanceClosed,
      AccountNotPostable,
    ],
    examples: { body: { counts: [{ accountId, amount: '6480.00' }], details: 'Cierre del turno', number: 7 } },
    handler: (ctx, { params, body }) => closeBalance(ctx, params.divisionId, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/division/:divisionId/close-balance',
    action: 'cancelClose',
    summary: 'Cancel the last close',
    description:
      'Takes the last close back: its differences are reversed and what it held can change again, as if it had not been; the point of sale that it ended is open again. An opening made since then is withdrawn, its floats stay. `id` makes sure that it is the close you mean. Emits `division:balance-close-canceled`.',
    access: { permission: 'accounting:write' },
    params,
    body: z.strictObject({ id: z.uuid().optional().describe('The close: refuses if it is not the last.') }),
    returns: TillCloseView,
    refusals: [NoCloseToCancel, NotTheLastClose, PeriodLocked, RecordIsVoid, AccountNotPostable],
    examples: { body: { id: thirdExampleId } },
    handler: (ctx, { params, body }) => cancelClose(ctx, params.divisionId, body.id),
  }),
  route({
    method: 'GET',
    path: '/v1/division/:divisionId/close-list',
    action: 'listCloses',
    summary: 'List past closes',
    description: 'The closes of a division, newest first, with what was expected and counted of each account.',
    access: { permission: 'accounting:read' },
    params,
    query: z.strictObject({
      ...pageQuery,
      from: CalendarDate.optional(),
      to: CalendarDate.optional(),
      canceled: z.boolean().optional().describe('Only canceled ones, or only those that stand.'),
    }),
    returns: pageOf(TillCloseView),
    examples: { query: { from: '2026-11-01', to: '2026-11-30', canceled: 'false' } },
    handler: async (ctx, { params: { divisionId }, query }) => {
      const { from = null, to = null, canceled = null } = query;
      if (!(await selectDivision(ctx, divisionId))) throw NotFound();
      const filter = { divisionId, from, to, canceled };
      const { rows, counted } = await selectCloses(ctx, filter, pageWindow(query));
      return toPage(query, await describeCloses(ctx, rows), counted);
    },
  }),
];
