import { z } from 'zod';
import { MerchantAccountMissing, MerchantNotReady, PayoutExceedsBalance } from '#modules/payments/index.ts';
import { Timestamp } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { Amount } from '../account/account.schema.ts';
import { AccountArchived } from '../account/account.ts';
import { ParentNotHeading, TooManyChartAccounts } from '../chart-of-accounts/chart.ts';
import { AmountOutOfRange } from '../currency/convert.ts';
import { RateUnknown } from '../currency/currency.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { guardRefusals } from '../record/guards.ts';
import {
  listPayoutBalances,
  listPayouts,
  NotABankAccount,
  NothingToPayOut,
  PayoutInProgress,
  requestPayout,
  transferPayout,
} from './payout.ts';

const State = z
  .enum(['pending', 'in_transit', 'paid', 'failed', 'canceled'])
  .describe('`paid` may still become `failed`: banks refuse late.');

const SentPayout = z.object({
  id: z.uuid(),
  payoutId: z.string().describe('The id at the provider.'),
  recordId: z.uuid().describe('The record of the books that moved it.'),
  toAccountId: z.uuid().describe('The bank account that gets it.'),
  amount: z.string().describe('What is paid out.'),
  currency: z.string(),
  state: State,
});

const payoutRefusals = [
  ReferenceNotFound,
  MerchantAccountMissing,
  MerchantNotReady,
  PayoutExceedsBalance,
  PayoutInProgress,
  ProviderRefused,
  NotABankAccount,
  AccountArchived,
  AmountOutOfRange,
  RateUnknown,
  ...guardRefusals,
  AccountNotPostable,
  TooManyChartAccounts,
  ParentNotHeading,
];

export const payoutRoutes = [
  route('GET', '/v1/account/payouts', 'accounting:read', {
    action: 'list',
    summary: 'List the payouts of the payment processor',
    description:
      'The payouts of the processor to the bank, newest first, with their current state, and the account and record of those that are booked. One that the processor makes by itself is booked to the bank account of the payout before, or to the only one. Empty before the merchant account is open.',
    reachesProvider: true,
    query: z.strictObject({
      itemsPerPage: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().min(1).max(200).optional().describe('The `nextCursor` of the page before.'),
    }),
    returns: z.object({
      data: z
        .array(
          z.object({
            id: z.string().describe('The id at the provider.'),
            amount: z.string().describe('What is paid out.'),
            currency: z.string(),
            state: State,
            createdAt: Timestamp.describe('When the processor made it.'),
            toAccountId: z.uuid().nullable().describe('The bank account that gets it; null: not booked yet.'),
            recordId: z.uuid().nullable().describe('The record of the books that moved it; null: not booked yet.'),
          }),
        )
        .describe('The newest first.'),
      nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last one.'),
    }),
    refusals: [ProviderRefused],
    examples: { query: { itemsPerPage: '10' } },
    handler: (ctx, { query }) => listPayouts(ctx, query),
  }),
  route('GET', '/v1/account/payout-balances', 'accounting:read', {
    action: 'listBalances',
    summary: 'List the balances at the payment processor',
    description:
      'By currency: what can be paid out, what becomes available later, and the balance of the books. Empty before the merchant account is open.',
    reachesProvider: true,
    returns: z.object({
      data: z
        .array(
          z.object({
            currency: z.string(),
            available: z.string().describe('What can be paid out now.'),
            pending: z.string().describe('What becomes available later, as the processor releases it.'),
            booked: z.string().describe('The balance of the payout accounts in this currency.'),
          }),
        )
        .describe('The newest first.'),
    }),
    refusals: [ProviderRefused],
    handler: (ctx) => listPayoutBalances(ctx),
  }),
  route('POST', '/v1/account/payout-transfer', 'accounting:write', {
    action: 'create',
    summary: 'Send money from the payment processor to a bank account',
    description:
      'Requests a payout in the currency of the bank account, and books the transfer once the processor has accepted it. Repeated after a timeout, it continues the same payout; otherwise a job finds out the outcome. If the bank refuses the payout later, the transfer is reversed in the books.',
    reachesProvider: true,
    status: 201,
    body: z.strictObject({
      toAccountId: z.uuid().describe('An account of the kind `bank`.'),
      amount: Amount.describe('In the currency of that account.'),
      description: z.string().trim().min(1).max(900).optional().describe('The text of the record in the books.'),
    }),
    returns: SentPayout,
    refusals: payoutRefusals,
    examples: { body: { toAccountId: id, amount: '1500.00' } },
    handler: (ctx, { body }) => transferPayout(ctx, body),
  }),
];

export const requestPayoutRoutes = [
  route('POST', '/v1/payment/request-payout', 'accounting:write', {
    summary: 'Request a payout now',
    description:
      'Sends money from the balance at the payment processor to a bank account now: the given amount, or all that is available in its currency. The transfer is booked once the processor has accepted it. Repeated after a timeout, it continues the same payout.',
    needsFreshAuthentication: true,
    reachesProvider: true,
    status: 201,
    body: z.strictObject({
      toAccountId: z.uuid().describe('An account of the kind `bank`.'),
      amount: Amount.optional().describe('In the currency of that account. Default: all that is available.'),
    }),
    returns: SentPayout,
    refusals: [...payoutRefusals, NothingToPayOut],
    examples: { body: { toAccountId: id } },
    handler: (ctx, { body }) => requestPayout(ctx, body),
  }),
];
