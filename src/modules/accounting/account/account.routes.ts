import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder, Timestamp } from '#platform/date.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AccountInUse, ParentNotHeading, TooManyChartAccounts } from '../chart-of-accounts/chart.ts';
import { AmountOutOfRange } from '../currency/convert.ts';
import { RateUnknown } from '../currency/currency.ts';
import { DivisionArchived } from '../division/closed-balances.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { guardRefusals } from '../record/guards.ts';
import { accounts } from '../tables.ts';
import {
  AccountChange,
  AccountTransferView,
  AccountView,
  exampleAccount,
  NewAccount,
  NewAccountTransfer,
} from './account.schema.ts';
import { accountList, intervals } from './account.sql.ts';
import { AccountArchived, AccountHasBalance, changeAccount, createAccount, describeAccount } from './account.ts';
import { accountHistory, HistoryTooLong, listBalances, wholeHistory } from './balance.ts';
import { ReceivedAmountWrong, TransferToItself, transferMoney } from './transfer.ts';

const { kind, currency, divisionId, search } = accountList.query.shape;

const History = z.object({
  openingBalance: z.string().describe('Before the first day.'),
  data: z
    .array(
      z.object({
        date: CalendarDate.describe('The first day of the interval.'),
        in: z.string().describe('The sum of what came in; a correction counts on both sides.'),
        out: z.string().describe('The sum of what left; a correction counts on both sides.'),
        balance: z.string().describe('At the end of the interval, or of the last requested day.'),
      }),
    )
    .describe('One row for each interval, the oldest first.'),
});
const span = {
  from: CalendarDate.describe('The first day of the series.'),
  to: CalendarDate.describe('The last day of the series.'),
  interval: z.enum(intervals).describe('How long each step of the series is.'),
};
const historyQuery = {
  from: CalendarDate.optional().describe('Default: 30 days, 12 weeks or a year before `to`.'),
  to: CalendarDate.optional().describe('Default: today.'),
  interval: z.enum(intervals).default('day').describe('Weeks begin as the setting `weekStart` says.'),
};

export const accountRoutes = [
  route('POST', '/v1/account', 'accounting:write', {
    summary: 'Register an account',
    description:
      "A place where money is: a cash box, a bank account, a card or payout balance. It gets an account of the chart of its own, with the next free code of its kind. Its opening balance is posted as a record against the opening balances; in a foreign currency at `openingRate`, or at the day's rate.",
    status: 201,
    body: NewAccount,
    returns: AccountView,
    refusals: [
      ReferenceNotFound,
      RateUnknown,
      AmountOutOfRange,
      ...guardRefusals,
      AccountNotPostable,
      TooManyChartAccounts,
      ParentNotHeading,
    ],
    examples: {
      body: { name: 'Banco Popular', kind: 'bank', bankName: 'Banco Popular Dominicano', openingBalance: '25000.00' },
    },
    handler: async (ctx, { body }) => describeAccount(await createAccount(ctx, body)),
  }),
  route('PATCH', '/v1/account', 'accounting:write', {
    summary: 'Change an account',
    description:
      'Its name, bank data and division, and whether it is archived. Kind and currency stay. Archived, it takes no movements and is left out of lists; an account with money in it, or to which operations are posted by rule, cannot be archived.',
    body: AccountChange,
    returns: AccountView,
    refusals: [ReferenceNotFound, DivisionArchived, AccountHasBalance, AccountInUse],
    examples: { body: { id: exampleAccount.id, version: 1, name: 'Popular, cuenta corriente' } },
    handler: async (ctx, { body }) => describeAccount(await changeAccount(ctx, body)),
  }),
  route('GET', '/v1/account', 'accounting:read', {
    summary: 'List the accounts',
    description: 'Oldest first, without their balances; archived ones only on request.',
    query: accountList.query,
    returns: pageOf(AccountView),
    examples: { query: { kind: 'bank' } },
    handler: (ctx, { query }) => accountList.page(ctx, query, (rows) => rows.map(describeAccount)),
  }),
  route('GET', '/v1/account/balance', 'reports:read', {
    action: 'listBalances',
    summary: 'List the balances of accounts',
    description:
      "The accounts with their balances, now or at the end of a day, and the sum of all of them in the organization's currency at the rates of their postings. With `knownAt`, the balance as it was known at that moment.",
    query: accountList.query.extend({
      date: CalendarDate.optional().describe('The last day that counts. Default: everything.'),
      knownAt: Timestamp.optional().describe('Later postings do not count.'),
    }),
    returns: pageOf(
      AccountView.extend({
        balance: z.string().describe("In the account's currency."),
        baseBalance: z.string().describe("In the organization's currency."),
      }),
    ).extend({
      date: CalendarDate.nullable().describe('The day asked for; null: all that is posted.'),
      sum: z
        .object({ balance: z.string().describe('In the organization’s currency.'), currency: z.string() })
        .describe('Of all accounts, not only of this page.'),
    }),
    examples: { query: { date: '2026-10-31' } },
    handler: (ctx, { query }) => listBalances(ctx, query),
  }),
  route('GET', '/v1/account/all/balance-history', 'reports:read', {
    action: 'listTotalHistory',
    summary: 'Read the history of all balances',
    description:
      "The sum of all accounts by day, week or month, in the organization's currency at the rates of the postings; with `byAccount` each account too, in its own. At most 400 points.",
    query: z
      .strictObject({
        ...historyQuery,
        kind,
        currency,
        divisionId,
        search,
        byAccount: z.boolean().default(false).describe('Adds a series for each account.'),
      })
      .refine(isInOrder, outOfOrder),
    returns: History.extend({
      ...span,
      currency: z.string(),
      accounts: z
        .array(History.extend({ accountId: z.uuid(), name: z.string(), currency: z.string() }))
        .describe('With `byAccount`: each account, in its own currency.'),
    }),
    refusals: [HistoryTooLong],
    examples: { query: { interval: 'month' } },
    handler: (ctx, { query }) => wholeHistory(ctx, query),
  }),
  route('GET', '/v1/account/:accountId/balance-history', 'reports:read', {
    summary: 'Read the history of a balance',
    description: "The balance by day, week or month, in the account's currency. At most 400 points.",
    query: z.strictObject(historyQuery).refine(isInOrder, outOfOrder),
    returns: History.extend({ ...span, accountId: z.uuid(), currency: z.string() }),
    refusals: [HistoryTooLong],
    examples: { query: { from: '2026-11-14', to: '2026-11-15' } },
    handler: (ctx, { params, query }) => accountHistory(ctx, params.accountId, query),
  }),
  route('POST', '/v1/account/transfer', 'accounting:write', {
    summary: 'Move money between two accounts',
    description:
      "Writes one record with the amount that leaves, the amount that arrives and the fee. Between two currencies give `receivedAmount`, or `rate` (of the second for one of the first), or nothing for the day's rate. Money leaves a foreign account at its average cost; the difference to the value that arrives is posted as exchange gain or loss.",
    status: 201,
    body: NewAccountTransfer,
    returns: AccountTransferView,
    refusals: [
      ReferenceNotFound,
      TransferToItself,
      AccountArchived,
      ReceivedAmountWrong,
      RateUnknown,
      AmountOutOfRange,
      ...guardRefusals,
      AccountNotPostable,
    ],
    examples: {
      body: {
        fromAccountId: exampleAccount.id,
        toAccountId: exampleAccount.chartAccountId,
        amount: '5000.00',
        fee: '50.00',
      },
    },
    handler: (ctx, { body }) => transferMoney(ctx, body),
  }),
  route('GET', '/v1/account/:accountId', 'accounting:read', {
    summary: 'Read an account',
    description: 'The account without its balance.',
    returns: AccountView,
    handler: async (ctx, { params }) => describeAccount(await accounts.get(ctx, params.accountId)),
  }),
];
