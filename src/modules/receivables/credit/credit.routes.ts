import { z } from 'zod';
import {
  AccountArchived,
  AccountNotPostable,
  AmountOutOfRange,
  CurrencyMismatch,
  guardRefusals,
  RateUnknown,
} from '#modules/accounting/index.ts';
import { MoreThanDue, NotPayable } from '#modules/invoicing/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { RefundInProgress } from '../pay/refund-guard.ts';
import { CreditEventOutOfOrder, CreditInArrears, CreditOverpaid } from './amortisation.ts';
import { CreditHasPayments, cancelCredit, LoanStaysOwed } from './cancel.ts';
import {
  CreditCancellation,
  CreditPaymentView,
  CreditRateChange,
  CreditSummary,
  CreditTableRequest,
  CreditTableView,
  CreditTotals,
  CreditView,
  NewCapitalPayment,
  NewCredit,
  NewCreditPayment,
  NewLoan,
} from './credit.schema.ts';
import {
  CreditNotActive,
  createCredit,
  DateInFuture,
  GraceTooLong,
  NotCreditable,
  PlanDatesWrong,
  readCredit,
  tryTable,
} from './credit.ts';
import { createLoan } from './loan.ts';
import { changeRate, makeCapitalPayment, makeCreditPayment, NothingToTakeBack, takeBackLast } from './pay-credit.ts';
import { resumeCredits } from './resume.ts';

const examplePlan = { method: 'level', annualRate: '18', frequency: 'monthly', instalments: 12 } as const;

const planRefusals = [PlanDatesWrong, GraceTooLong, AmountOutOfRange];
const postingRefusals = [AccountArchived, AccountNotPostable, RateUnknown, ...guardRefusals];
const paymentRefusals = [
  NotFound,
  ReferenceNotFound,
  CreditNotActive,
  CreditOverpaid,
  CreditEventOutOfOrder,
  DateInFuture,
  NotPayable,
  MoreThanDue,
  AmountOutOfRange,
  CurrencyMismatch,
  ...postingRefusals,
];

export const creditRoutes = [
  route({
    method: 'POST',
    path: '/v1/record/pending/loan',
    action: 'createLoan',
    summary: 'Lend or borrow cash',
    description:
      'Makes a loan with its plan: the money leaves the account against `loansGranted` of the posting rules, or arrives against `loansReceived`. The loan is a document of the kind `loan`; its credit is paid with `makeCreditPayment` and `makeCapitalPayment`. Emits `record:created`.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: NewLoan,
    returns: CreditView,
    refusals: [ReferenceNotFound, DateInFuture, ...planRefusals, ...postingRefusals],
    examples: {
      body: {
        direction: 'granted',
        contactId: exampleId,
        accountId: exampleId,
        amount: '100000.00',
        plan: { ...examplePlan, lateFeeRate: '5', lateFeeGraceDays: 3 },
      },
    },
    handler: (ctx, { body }) => createLoan(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/credit',
    summary: 'Let an invoice be paid in instalments',
    description:
      'Puts what is left of an issued invoice under a plan. From then on it is due with its first unpaid instalment, and is paid through the credit; capital that is paid lowers the balance of the invoice.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: NewCredit,
    returns: CreditView,
    refusals: [ReferenceNotFound, NotCreditable, RefundInProgress, ...planRefusals],
    examples: { body: { pendingRecordId: exampleId, plan: examplePlan } },
    handler: (ctx, { body }) => createCredit(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/credit/resume',
    action: 'list',
    summary: 'What credits come to',
    description:
      'Totals of all credits by direction and currency: what is due, what is late, what was paid. With them a page of the credits, the newest first.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(['active', 'settled', 'canceled']).optional(),
      direction: z.enum(['granted', 'received']).optional(),
      contactId: z.uuid().optional(),
    }),
    returns: pageOf(CreditSummary).extend({ totals: z.array(CreditTotals) }),
    examples: { query: { status: 'active' } },
    handler: (ctx, { query }) => resumeCredits(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/credit/table',
    action: 'previewTable',
    summary: 'Try a plan',
    description:
      'The table of instalments before a credit exists, or of one that exists with what could happen to it: payments, capital payments, another rate. It is the same function that the real table comes from. Nothing is written.',
    access: { permission: 'invoicing:read' },
    body: CreditTableRequest,
    returns: CreditTableView,
    refusals: [NotFound, ...planRefusals, CreditOverpaid, CreditInArrears, CreditEventOutOfOrder],
    examples: {
      body: {
        creditId: exampleId,
        events: [{ kind: 'capital', date: '2026-11-20', amount: '20000.00', effect: 'term' }],
      },
    },
    handler: (ctx, { body }) => tryTable(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/credit/makeCreditPayment',
    action: 'payInstalments',
    summary: 'Pay instalments',
    description:
      'Pays what is due, or any amount: late fees first, then the interest that is due, then the capital that is due, the oldest first; what is left pays the coming instalments as they stand. Late fees go to `lateFees` and interest to `interestIncome` of the posting rules (`interestExpense` where the business pays), the capital to what is owed. Emits `record:created`, and `invoice:paid` when nothing is left of an invoice.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: NewCreditPayment,
    returns: CreditPaymentView,
    refusals: paymentRefusals,
    examples: { body: { creditId: exampleId, accountId: exampleId, amount: '9168.00', paymentMethod: 'cash' } },
    handler: (ctx, { body }) => makeCreditPayment(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/credit/makeCapitalPayment',
    action: 'payCapital',
    summary: 'Pay capital ahead',
    description:
      'Pays capital before it is due, once everything due is paid. Interest runs on what is left from that day on: there are fewer instalments (`term`) or smaller ones (`instalment`). Without an amount the credit is paid off, with the interest that has run. Emits `record:created`, and `invoice:paid` when nothing is left of an invoice.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: NewCapitalPayment,
    returns: CreditPaymentView,
    refusals: [...paymentRefusals, CreditInArrears],
    examples: { body: { creditId: exampleId, accountId: exampleId, amount: '20000.00', effect: 'instalment' } },
    handler: (ctx, { body }) => makeCapitalPayment(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/record/pending/credit/payment',
    action: 'undoLast',
    summary: 'Take back what happened last',
    description:
      'Takes back the last payment, capital payment or change of rate of a credit: its record is reversed, and the table is as it was before. What happened earlier can follow, one by one.',
    access: { permission: 'invoicing:write' },
    body: z.strictObject({ creditId: z.uuid() }),
    returns: CreditView,
    refusals: [NotFound, CreditNotActive, NothingToTakeBack, AmountOutOfRange, ...guardRefusals],
    examples: { body: { creditId: exampleId } },
    handler: (ctx, { body }) => takeBackLast(ctx, body.creditId),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/credit/:creditId',
    summary: 'A credit and its table',
    description: 'What was agreed, what has happened since, and the table as it stands today.',
    access: { permission: 'invoicing:read' },
    params: z.strictObject({ creditId: z.uuid() }),
    returns: CreditView,
    handler: (ctx, { params }) => readCredit(ctx, params.creditId),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/credit/:creditId/rate',
    action: 'changeRate',
    summary: 'Change the rate of a credit',
    description:
      'From a day on interest is another. Instalments that nobody has begun to pay are worked out anew; those before stay as they are.',
    access: { permission: 'invoicing:write' },
    params: z.strictObject({ creditId: z.uuid() }),
    body: CreditRateChange,
    returns: CreditView,
    refusals: [CreditNotActive, CreditEventOutOfOrder, DateInFuture, AmountOutOfRange],
    examples: { body: { annualRate: '15.5' } },
    handler: (ctx, { params, body }) => changeRate(ctx, params.creditId, body),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/credit/:creditId/cancel',
    summary: 'End a credit',
    description:
      'A credit that nobody has paid is as if it had not been: a loan becomes void and its money is back in the books, an invoice is due as before. Where something was paid, `remainder` says what becomes of the rest: `owed` ends the instalments and makes the rest of the invoice due at once, `write-off` gives it up (`expenses` of the posting rules, `otherIncome` where the business owed it).',
    access: { permission: 'invoicing:write' },
    params: z.strictObject({ creditId: z.uuid() }),
    body: CreditCancellation,
    returns: CreditView,
    refusals: [CreditNotActive, CreditHasPayments, LoanStaysOwed, AccountNotPostable, ...guardRefusals],
    examples: { body: { remainder: 'write-off' } },
    handler: (ctx, { params, body }) => cancelCredit(ctx, params.creditId, body),
  }),
];
