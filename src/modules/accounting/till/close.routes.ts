import { z } from 'zod';
import { dates, isSet, listOf, oneOf } from '#platform/db/list.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound, VersionConflict } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { SignedAmount } from '../account/account.schema.ts';
import { BookValueUnknown } from '../division/book-value.ts';
import { DivisionArchived, DivisionBalanceClosed } from '../division/closed-balances.ts';
import { Amount, TillClosePreview, TillCloseView, TillStateView } from '../division/division.schema.ts';
import { AmountTooSmall, CurrenciesDiffer, DivisionBalanceInsufficient, NothingToMove } from '../division/transfer.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { PeriodLocked } from '../record/guards.ts';
import { RecordIsVoid } from '../record/write-record.ts';
import { divisionCloses, divisions } from '../tables.ts';
import {
  CountMissing,
  CountMomentUnclear,
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

const ExpectedAtCount = SignedAmount.optional().describe(
  'The balance of the books when the cash was counted: `expected` of the preview. What was sold or paid since then is added to the count, so that it is no difference. Without it the count is of this moment. If the account has moved since your preview of the last 30 minutes, a count that equals the balance then or now is of that moment, and any other one is refused.',
);

const closeList = listOf(divisionCloses, {
  filters: { ...dates('closedOn'), canceled: isSet('canceledAt', 'Only canceled ones, or only the others.') },
  scope: { divisionId: oneOf('divisionId', z.uuid()) },
  sort: { closed: 'closedAt' },
  order: '-closed',
});

export const closeRoutes = [
  route('POST', '/v1/division/:divisionId/pos-open', 'tills:write', {
    action: 'open',
    summary: 'Open the point of sale',
    description:
      'Begins the day of a till. Each of `floats` is the cash in the drawer of a cash account; other cash accounts begin with the balance of the books. If the books have less, the rest is moved from the account in `from`, which also needs `accounting:write`; if they have more, the difference is posted as cash short. The next close counts from here. Only one opening at a time.',
    status: 201,
    body: z.strictObject({
      floats: uniqueList(
        z.strictObject({
          accountId: z.uuid().describe('A cash account.'),
          amount: Amount.describe('What is in the drawer, in its currency.'),
          from: z
            .strictObject({
              accountId: z.uuid().describe('The account that the float was taken from.'),
              divisionId: z.uuid().nullable().default(null).describe('The division that gave it; null: none.'),
            })
            .optional()
            .describe(
              'Where the float was taken from: a safe, a bank, the same account in another division or in none.',
            ),
        }),
        { max: 100, by: ({ accountId }) => accountId },
      )
        .default([])
        .describe('The cash counted in the drawer, by cash account.'),
      note: z.string().trim().min(1).max(1_000).optional().describe('For the people who read the opening.'),
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
  route('GET', '/v1/division/:divisionId/pos-open-state', 'tills:read', {
    action: 'getState',
    summary: 'Read the state of the point of sale',
    description: 'The opening with its floats, if there is one, and the last close.',
    returns: TillStateView,
    handler: (ctx, { params }) => readOpenState(ctx, params.divisionId),
  }),
  route('GET', '/v1/division/:divisionId/close-balance', 'tills:read', {
    action: 'previewClose',
    summary: 'Preview a close',
    description:
      'The movements of each account in the division since its point of sale was opened, else since its last close: the opening balance, what came in, went out and was moved, and the expected balance. Send `expected` of each account with its count: what is sold in the meantime is then no difference. It is also kept for you for 30 minutes, to recognize a count without it.',
    effect: true,
    returns: TillClosePreview,
    handler: (ctx, { params }) => previewClose(ctx, params.divisionId),
  }),
  route('POST', '/v1/division/:divisionId/close-balance', 'tills:write', {
    action: 'close',
    summary: 'Close the balances',
    description:
      'Fixes the balance of every account of the division. `counts` are the counted amounts: required for cash that moved or is there; the other accounts keep the balance of the books. A count is of the moment whose balance it names in `expected`: what was sold or paid since then is added to it. Without `expected` it is of this moment, or of your own preview of the past 30 minutes if it equals that; if the account has moved since that preview and the count equals neither, the close is refused with `count_moment_unclear`. A difference is posted as cash over or cash short. From then on its records cannot change, and none dated on an earlier day can be added. Works with and without an open point of sale, and ends it. Emits `division:balance-closed`.',
    status: 201,
    body: z.strictObject({
      counts: uniqueList(
        z.strictObject({
          accountId: z.uuid().describe('An account of the preview.'),
          amount: Amount.describe('What was counted, in its currency.'),
          expected: ExpectedAtCount,
        }),
        {
          max: 1_000,
          by: ({ accountId }) => accountId,
        },
      )
        .default([])
        .describe('What was counted, by account.'),
      details: z.string().trim().min(1).max(2_000).optional().describe('A note for the people who read the close.'),
      number: z.number().int().optional().describe('As in the preview: refuses if another close came first.'),
    }),
    returns: TillCloseView,
    refusals: [
      ReferenceNotFound,
      VersionConflict,
      NothingToClose,
      CountMissing,
      CountMomentUnclear,
      BookValueUnknown,
      PeriodLocked,
      DivisionBalanceClosed,
      AccountNotPostable,
    ],
    examples: {
      body: { counts: [{ accountId, amount: '6480.00', expected: '6480.00' }], details: 'Cierre del turno', number: 7 },
    },
    handler: (ctx, { params, body }) => closeBalance(ctx, params.divisionId, body),
  }),
  route('DELETE', '/v1/division/:divisionId/close-balance', 'accounting:write', {
    action: 'cancelClose',
    summary: 'Cancel the last close',
    description:
      'Cancels the last close: its differences are reversed, its records can change again, and the point of sale that it ended is open again. An opening made since then is withdrawn, its floats stay. Give its `id` to refuse if it is not the last. Emits `division:balance-close-canceled`.',
    body: z.strictObject({ id: z.uuid().optional().describe('The close: refuses if it is not the last.') }),
    returns: TillCloseView,
    refusals: [NoCloseToCancel, NotTheLastClose, PeriodLocked, RecordIsVoid, AccountNotPostable],
    examples: { body: { id: thirdExampleId } },
    handler: (ctx, { params, body }) => cancelClose(ctx, params.divisionId, body.id),
  }),
  route('GET', '/v1/division/:divisionId/close-list', 'tills:read', {
    action: 'listCloses',
    summary: 'List past closes',
    description: 'The closes of a division, newest first, with the expected and the counted amount of each account.',
    query: closeList.query,
    returns: pageOf(TillCloseView),
    examples: { query: { from: '2026-11-01', to: '2026-11-30', canceled: 'false' } },
    handler: async (ctx, { params: { divisionId }, query }) => {
      await divisions.get(ctx, divisionId);
      return closeList.page(ctx, { ...query, divisionId }, (rows) => describeCloses(ctx, rows));
    },
  }),
];
