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
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { ContactRequired } from '../pay/sources.ts';
import { WriteOffReturned } from '../pay/write-off-returned.ts';
import { RefundInProgress } from '../refund/refund-guard.ts';
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
import { creditList } from './credit.sql.ts';
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
import { changeRate, makeCapitalPayment, makeCreditPayment, NothingToUndo, undoLast } from './pay-credit.ts';
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
  route('POST', '/v1/record/pending/loan', 'invoicing:write', {
    action: 'createLoan',
    summary: 'Lend or borrow cash',
    description:
      'Creates a loan with its plan: the money leaves the account against `loansGranted` of the posting rules, or arrives against `loansReceived`. The loan is a document of the kind `loan`; its credit is paid with `makeCreditPayment` and `makeCapitalPayment`. Emits `record:created`.',
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
  route('POST', '/v1/record/pending/credit', 'invoicing:write', {
    summary: 'Put an invoice in instalments',
    description:
      'Puts the balance of an issued invoice under a plan. From then on the invoice is due with its first unpaid instalment and is paid through the credit; paid capital lowers its balance.',
    status: 201,
    body: NewCredit,
    returns: CreditView,
    refusals: [ReferenceNotFound, NotCreditable, RefundInProgress, ...planRefusals],
    examples: { body: { pendingRecordId: exampleId, plan: examplePlan } },
    handler: (ctx, { body }) => createCredit(ctx, body),
  }),
  route('GET', '/v1/record/pending/credit/resume', 'invoicing:read', {
    action: 'list',
    summary: 'List credits with their totals',
    description:
      'Totals of all credits by direction and currency: due, overdue and paid amounts. With a page of the credits, newest first.',
    query: creditList.query,
    returns: pageOf(CreditSummary).extend({
      totals: z.array(CreditTotals).describe('One for each direction and currency.'),
    }),
    examples: { query: { status: 'active' } },
    handler: (ctx, { query }) => resumeCredits(ctx, query),
  }),
  route('POST', '/v1/record/pending/credit/table', 'invoicing:read', {
    action: 'previewTable',
    summary: 'Preview a plan',
    description:
      'The table of instalments of a new plan, or of an existing credit with possible events: payments, capital payments, another rate. The same calculation makes the real table. Nothing is written.',
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
  route('POST', '/v1/record/pending/credit/makeCreditPayment', 'invoicing:write', {
    action: 'payInstalments',
    summary: 'Pay instalments',
    description:
      'Pays the amount due, or any amount: late fees first, then interest due, then capital due, oldest first; the rest pays future instalments without changing the plan. Late fees go to `lateFees` and interest to `interestIncome` of the posting rules (`interestExpense` if the business pays). Emits `record:created`, and `invoice:paid` when an invoice is fully paid.',
    status: 201,
    body: NewCreditPayment,
    returns: CreditPaymentView,
    refusals: paymentRefusals,
    examples: { body: { creditId: exampleId, accountId: exampleId, amount: '9168.00', paymentMethod: 'cash' } },
    handler: (ctx, { body }) => makeCreditPayment(ctx, body),
  }),
  route('POST', '/v1/record/pending/credit/makeCapitalPayment', 'invoicing:write', {
    action: 'payCapital',
    summary: 'Pay capital ahead',
    description:
      'Pays capital before it is due, once everything due is paid. From that day on interest is calculated on the remaining capital: there are fewer instalments (`term`) or smaller ones (`instalment`). Without an amount the credit is paid off with its accrued interest. Emits `record:created`, and `invoice:paid` when an invoice is fully paid.',
    status: 201,
    body: NewCapitalPayment,
    returns: CreditPaymentView,
    refusals: [...paymentRefusals, CreditInArrears],
    examples: { body: { creditId: exampleId, accountId: exampleId, amount: '20000.00', effect: 'instalment' } },
    handler: (ctx, { body }) => makeCapitalPayment(ctx, body),
  }),
  route('DELETE', '/v1/record/pending/credit/payment', 'invoicing:write', {
    action: 'undoLast',
    summary: 'Undo the last event of a credit',
    description:
      'Undoes the last payment, capital payment, change of rate or write-off of a credit: its record is reversed, and the table is as before. Earlier events can follow, one by one. Money of a card becomes balance of the contact.',
    body: z.strictObject({ creditId: z.uuid().describe('The credit whose last event is undone.') }),
    returns: CreditView,
    refusals: [
      NotFound,
      CreditNotActive,
      NothingToUndo,
      WriteOffReturned,
      AmountOutOfRange,
      ContactRequired,
      ...postingRefusals,
    ],
    examples: { body: { creditId: exampleId } },
    handler: (ctx, { body }) => undoLast(ctx, body.creditId),
  }),
  route('GET', '/v1/record/pending/credit/:creditId', 'invoicing:read', {
    summary: 'Read a credit with its table',
    description: 'The plan, the events since, and the table as of today.',
    returns: CreditView,
    handler: (ctx, { params }) => readCredit(ctx, params.creditId),
  }),
  route('POST', '/v1/record/pending/credit/:creditId/rate', 'invoicing:write', {
    action: 'changeRate',
    summary: 'Change the rate of a credit',
    description:
      'Changes the interest rate from a day on. Instalments without a payment are recalculated; earlier ones stay as they are.',
    body: CreditRateChange,
    returns: CreditView,
    refusals: [CreditNotActive, CreditEventOutOfOrder, DateInFuture, AmountOutOfRange],
    examples: { body: { annualRate: '15.5' } },
    handler: (ctx, { params, body }) => changeRate(ctx, params.creditId, body),
  }),
  route('POST', '/v1/record/pending/credit/:creditId/cancel', 'invoicing:write', {
    summary: 'End a credit',
    description:
      'Without payments everything is undone: a loan is voided and its record reversed, an invoice is due as before. With payments, `remainder` decides about the rest: `owed` ends the instalments and makes the rest of the invoice due at once, `write-off` writes it off (`expenses` of the posting rules, `otherIncome` if the business owed it).',
    body: CreditCancellation,
    returns: CreditView,
    refusals: [CreditNotActive, CreditHasPayments, LoanStaysOwed, AccountNotPostable, ...guardRefusals],
    examples: { body: { remainder: 'write-off' } },
    handler: (ctx, { params, body }) => cancelCredit(ctx, params.creditId, body),
  }),
];
