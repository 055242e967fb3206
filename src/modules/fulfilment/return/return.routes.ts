import { z } from 'zod';
import {
  AccountArchived,
  AccountNotPostable,
  AmountOutOfRange,
  CurrencyMismatch,
  guardRefusals,
  RateUnknown,
} from '#modules/accounting/index.ts';
import { LotNotSold, stockRefusals } from '#modules/inventory/index.ts';
import {
  DivisionRequired,
  DocumentInInstalments,
  FiscalDocumentUnacceptable,
  FiscalReceiptSent,
  PaperFormat,
} from '#modules/invoicing/index.ts';
import { RefundExceedsCharge } from '#modules/payments/index.ts';
import {
  BalanceTooLow,
  ContactRequired,
  NoFailedRefund,
  NotPaidByCard,
  RefundedToCard,
  RefundInProgress,
} from '#modules/receivables/index.ts';
import { LawUnknown, numeralRefusals } from '#modules/taxes/index.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { cursorPageOf, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { CostsLanded } from '../landed-cost/landed-cost.ts';
import {
  CreditNoteUnsuitable,
  DispositionUnsuitable,
  MoreThanSold,
  NothingToReturn,
  NotReturnable,
  ReturnedBeforeSold,
  SerialNumberNotSold,
} from './draft.ts';
import { ProcessorAccount } from './refund.ts';
import { exampleLines, NewReturn, ReplacedReturn, ReturnChange, ReturnSummary, ReturnView } from './return.schema.ts';
import { returnList } from './return.sql.ts';
import {
  CreditNoteTaken,
  changeReturn,
  createReturn,
  describeSummary,
  ReturnIsIssued,
  ReturnIsVoid,
  readReturn,
  replaceReturn,
  retryRefunds,
} from './return.ts';
import { printReturn } from './voucher.ts';

const draftingRefusals = [
  ReferenceNotFound,
  NotReturnable,
  ReturnedBeforeSold,
  MoreThanSold,
  NothingToReturn,
  DispositionUnsuitable,
  SerialNumberNotSold,
  CreditNoteUnsuitable,
  CreditNoteTaken,
  NotPaidByCard,
  ProcessorAccount,
  LawUnknown,
];

const issuingRefusals = [
  ...new Set([
    ...draftingRefusals,
    LotNotSold,
    ContactRequired,
    CostsLanded,
    DivisionRequired,
    DocumentInInstalments,
    AccountArchived,
    AccountNotPostable,
    CurrencyMismatch,
    AmountOutOfRange,
    RateUnknown,
    RefundInProgress,
    RefundExceedsCharge,
    FiscalDocumentUnacceptable,
    ...stockRefusals,
    ...numeralRefusals,
    ...guardRefusals,
  ]),
];

export const returnRoutes = [
  route('POST', '/v1/resource/return', 'fulfilment:write', {
    summary: 'Create a return',
    description:
      'Returns a sale or a purchase, in full or by its lines, up to the quantities that were not returned before. An issued return is a credit note: it takes a fiscal number of the invoice’s series (B04 or E34), reverses the invoice with each tax to the cent, moves the goods (sold ones at the cost that they left with, bought ones at their present cost), and settles the open amount of the invoice. What the contact’s balance and gift cards paid goes back there first. The rest that was paid already is credited to the contact’s balance, refunded to the cards that paid (`refund.toCard`), or refunded through the given account. Money for a card is a debt to the customer until the provider has refunded it. If the provider refuses, the contact has it as balance and the owner is notified. `refund` also needs the permission `invoicing:write`, as every refund does.',
    status: 201,
    body: NewReturn,
    returns: ReturnView,
    refusals: issuingRefusals,
    examples: { body: { pendingRecordId: id, reason: 'Llegó rota', lines: exampleLines } },
    handler: (ctx, { body }) => createReturn(ctx, body),
  }),
  route('PUT', '/v1/resource/return/:returnId', 'fulfilment:write', {
    summary: 'Replace the lines of a draft return',
    description:
      'Replaces the lines of a draft return, by default with everything that can still be returned, and changes the other given fields.',
    body: ReplacedReturn,
    returns: ReturnView,
    refusals: [ReturnIsVoid, ReturnIsIssued, ...draftingRefusals, ...stockRefusals],
    examples: { body: { lines: exampleLines } },
    handler: (ctx, { params, body }) => replaceReturn(ctx, params.returnId, body),
  }),
  route('PATCH', '/v1/resource/return', 'fulfilment:write', {
    summary: 'Issue, cancel or change a return',
    description:
      '`status` `issued` checks and computes a draft again and issues the credit note. `void` reverses an issued return: the invoice is open again, goods and balances are restored, and its fiscal number is declared void. Voiding is refused if the goods or the balance were used meanwhile, or if a card was refunded.',
    body: ReturnChange,
    returns: ReturnView,
    refusals: [ReturnIsVoid, ReturnIsIssued, BalanceTooLow, RefundedToCard, FiscalReceiptSent, ...issuingRefusals],
    examples: { body: { id, status: 'issued' } },
    handler: (ctx, { body }) => changeReturn(ctx, body),
  }),
  route('POST', '/v1/resource/return/:returnId/refund', 'invoicing:write', {
    summary: 'Refund a return to the card again',
    description:
      'Tries all refunds of the return to cards that failed once more, with the money that the contact (customer) has as balance since. The provider is asked afterwards; `cardRefunds` shows the outcome.',
    returns: ReturnView,
    refusals: [ReturnIsVoid, NoFailedRefund, RefundInProgress, RefundExceedsCharge, BalanceTooLow, AmountOutOfRange],
    handler: (ctx, { params }) => retryRefunds(ctx, params.returnId),
  }),
  route('GET', '/v1/resource/return', 'fulfilment:read', {
    action: 'listByPage',
    summary: 'List returns',
    description: 'Returns of sales and purchases, including drafts and void ones. Newest first.',
    query: returnList.query,
    returns: pageOf(ReturnSummary),
    examples: { query: { direction: 'sale', status: 'issued', from: '2026-01-01' } },
    handler: (ctx, { query }) =>
      returnList.page(ctx, query, (rows) => rows.map((row) => describeSummary(row, ctx.currency))),
  }),
  route('GET', '/v2/resource/return', 'fulfilment:read', {
    summary: 'List returns by cursor',
    description: 'Returns of sales and purchases, newest first, in pages by cursor.',
    query: returnList.cursorQuery,
    returns: cursorPageOf(ReturnSummary),
    examples: { query: { contactId: id } },
    handler: (ctx, { query }) =>
      returnList.next(ctx, query, (rows) => rows.map((row) => describeSummary(row, ctx.currency))),
  }),
  route('GET', '/v1/resource/return/:returnId', 'fulfilment:read', {
    summary: 'Read a return',
    description: 'The return with its lines and the taxes of each.',
    returns: ReturnView,
    handler: (ctx, { params }) => readReturn(ctx, params.returnId),
  }),
  route('GET', '/v1/resource/return/:returnId/voucher', 'fulfilment:read', {
    action: 'print',
    summary: 'Print a return',
    description:
      'The credit note as a PDF in the format of its invoice, a page or a receipt. An electronic one has its QR code once it is signed. Emits `return:voucher-printed`.',
    effect: true,
    query: z.strictObject({
      format: PaperFormat.optional().describe('Default: that of the invoice’s template.'),
    }),
    returns: { contentType: 'application/pdf' },
    refusals: [TooComplex],
    examples: { query: { format: 'receipt' } },
    handler: (ctx, { params, query }) => printReturn(ctx, params.returnId, query.format),
  }),
];
