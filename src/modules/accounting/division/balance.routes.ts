import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder, Timestamp } from '#platform/date.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { PeriodLocked } from '../record/guards.ts';
import { RangeTooLong, readBalances, readSpending } from './balance.ts';
import { BookValueUnknown } from './book-value.ts';
import { DivisionArchived, DivisionBalanceClosed } from './closed-balances.ts';
import { ConversionsNotConfigured, testConversions } from './conversions.ts';
import {
  Amount,
  BranchBalancesView,
  BranchSpendingView,
  BranchTransferView,
  NewBranchTransfer,
} from './division.schema.ts';
import {
  AmountTooSmall,
  CurrenciesDiffer,
  DivisionBalanceInsufficient,
  NothingToMove,
  transferBetween,
} from './transfer.ts';

const divisionId = exampleId;
const otherDivisionId = otherExampleId;
const accountId = thirdExampleId;

export const divisionBalanceRoutes = [
  route('GET', '/v1/division/balance', 'reports:read', {
    action: 'getBalances',
    summary: 'List the balances of divisions',
    description:
      'The balance of every money account in every division, and of all together, from the ledger: at the end of `date`, or now with all that is posted. Empty accounts and divisions are left out. Money that belongs to no division has `divisionId` null.',
    query: z.strictObject({
      divisionId: z.uuid().optional().describe('Only this one.'),
      date: CalendarDate.optional().describe('The last day that counts.'),
    }),
    returns: BranchBalancesView,
    refusals: [NotFound],
    examples: { query: { date: '2026-11-15' } },
    handler: (ctx, { query }) => readBalances(ctx, query),
  }),
  route('POST', '/v1/division/transfer', 'accounting:write', {
    summary: 'Move money to another division',
    description:
      'Moves an amount of an account from one division to another, in one record of the kind `division-transfer` that passes through the clearing account “Traslados entre sucursales”. `toAccountId` moves it into another account of the same currency as well, such as the other branch’s cash box. A null division means money that was posted without one. The first division must hold the amount. A transfer cannot be changed: transfer back instead.',
    status: 201,
    body: NewBranchTransfer,
    returns: BranchTransferView,
    refusals: [
      ReferenceNotFound,
      NothingToMove,
      AmountTooSmall,
      CurrenciesDiffer,
      DivisionBalanceInsufficient,
      DivisionArchived,
      DivisionBalanceClosed,
      PeriodLocked,
      AccountNotPostable,
      BookValueUnknown,
    ],
    examples: { body: { accountId, fromDivisionId: divisionId, toDivisionId: otherDivisionId, amount: '10000.00' } },
    handler: (ctx, { body }) => transferBetween(ctx, body),
  }),
  route('GET', '/v1/division/:divisionId/spent-chart', 'reports:read', {
    action: 'getSpending',
    summary: 'Chart the spending of a division',
    description:
      'Spending by account of expenses and period, ready for a chart: `amounts` of each category are in the order of `periods`. Without `from` it begins eleven months before the month of `to`. In the organization’s currency.',
    query: z
      .strictObject({
        from: CalendarDate.optional().describe('Default: eleven months before the month of `to`.'),
        to: CalendarDate.optional().describe('Default: today.'),
        period: z.enum(['day', 'week', 'month']).default('month').describe('How long each step is.'),
      })
      .refine(isInOrder, outOfOrder),
    returns: BranchSpendingView,
    refusals: [RangeTooLong],
    examples: { query: { from: '2026-01-01', to: '2026-11-30', period: 'month' } },
    handler: (ctx, { params, query }) => readSpending(ctx, params.divisionId, query),
  }),
  route('POST', '/v1/division/:divisionId/capi-test', 'accounting:write', {
    action: 'testConversions',
    summary: 'Send a test conversion',
    description:
      'Sends one event to the conversions endpoint of the division and returns its receipt. The address is sent as a hash. `testEventCode` marks the event as a test; without it, and without one in the configuration, it counts like any other.',
    reachesProvider: true,
    body: z.strictObject({
      eventName: z
        .string()
        .trim()
        .min(1)
        .max(50)
        .default('Purchase')
        .describe('The kind of event, as the receiver names it: `Purchase`, `Lead`, …'),
      email: z.email().max(254).default('prueba@example.com').describe('Whose conversion it is to be.'),
      amount: Amount.default('1.00').describe('In the organization’s currency.'),
      testEventCode: z.string().trim().min(1).max(100).optional().describe('Default: that of the configuration.'),
    }),
    returns: z.object({
      eventId: z.uuid().describe('The receiver counts an event with a known id once.'),
      eventName: z.string().describe('The kind of event, as the receiver names it: `Purchase`, `Lead`, …'),
      provider: z.string().describe('Who received it.'),
      testEventCode: z.string().nullable().describe('The code that marked it as a test; null: it counted.'),
      sentAt: Timestamp.describe('When it was sent.'),
      received: z.number().int().describe('How many events the endpoint says it took.'),
      traceId: z
        .string()
        .nullable()
        .describe('The receiver’s own name for the call, for its support; null: none given.'),
    }),
    refusals: [ConversionsNotConfigured, ProviderRefused],
    examples: { body: { eventName: 'Purchase', testEventCode: 'TEST12345' } },
    handler: (ctx, { params, body }) => testConversions(ctx, params.divisionId, body),
  }),
];
