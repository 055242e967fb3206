import { z } from 'zod';
import {
  AccountArchived,
  AccountNotPostable,
  AmountOutOfRange,
  CurrencyMismatch,
  guardRefusals,
  RateUnknown,
} from '#modules/accounting/index.ts';
import { stockRefusals } from '#modules/inventory/index.ts';
import {
  DivisionRequired,
  DocumentInInstalments,
  FiscalDocumentUnacceptable,
  FiscalReceiptSent,
} from '#modules/invoicing/index.ts';
import { BalanceTooLow, ContactRequired } from '#modules/receivables/index.ts';
import { LawUnknown, numeralRefusals } from '#modules/taxes/index.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { cursorPageOf, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import {
  CreditNoteUnsuitable,
  DispositionUnsuitable,
  MoreThanSold,
  NothingToReturn,
  NotReturnable,
  ReturnedBeforeSold,
  SerialNumberNotSold,
} from './draft.ts';
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
} from './return.ts';
import { printReturn } from './voucher.ts';

const byId = z.strictObject({ returnId: z.uuid() });

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
  LawUnknown,
];

const issuingRefusals = [
  ...new Set([
    ...draftingRefusals,
    ContactRequired,
    DivisionRequired,
    DocumentInInstalments,
    AccountArchived,
    AccountNotPostable,
    CurrencyMismatch,
    AmountOutOfRange,
    RateUnknown,
    FiscalDocumentUnacceptable,
    ...stockRefusals,
    ...numeralRefusals,
    ...guardRefusals,
  ]),
];

export const returnRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/return',
    summary: 'Take goods of an invoice back',
    description:
      'Returns a sale or a purchase, whole or in part, by its lines; never more than was sold or bought, less what came back before. Issued, it is its own credit note: it takes a fiscal number of the series of the invoice (B04 or E34), posts the invoice the other way round with each tax to the cent, moves the goods at what they had cost, and settles what is still owed of the invoice. What was paid already goes to the contact’s balance, or through the account given.',
    access: { permission: 'fulfilment:write' },
    status: 201,
    body: NewReturn,
    returns: ReturnView,
    refusals: issuingRefusals,
    examples: { body: { pendingRecordId: id, reason: 'Llegó rota', lines: exampleLines } },
    handler: (ctx, { body }) => createReturn(ctx, body),
  }),
  route({
    method: 'PUT',
    path: '/v1/resource/return/:returnId',
    summary: 'Put other lines into a draft',
    description:
      'Replaces the lines of a return that is not issued yet: those given, or everything that is left of the invoice. What else is given is changed too.',
    access: { permission: 'fulfilment:write' },
    params: byId,
    body: ReplacedReturn,
    returns: ReturnView,
    refusals: [ReturnIsVoid, ReturnIsIssued, ...draftingRefusals, ...stockRefusals],
    examples: { body: { lines: exampleLines } },
    handler: (ctx, { params, body }) => replaceReturn(ctx, params.returnId, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/return',
    summary: 'Issue a return, take it back, or change its notes',
    description:
      'With `status` `issued` a draft becomes the credit note; what it says is checked and counted anew. With `void` everything it did is taken back: the invoice is owed again, the goods and the balance are as before, and its fiscal number is declared void. Refused where the goods or the money are gone already.',
    access: { permission: 'fulfilment:write' },
    body: ReturnChange,
    returns: ReturnView,
    refusals: [ReturnIsVoid, ReturnIsIssued, BalanceTooLow, FiscalReceiptSent, ...issuingRefusals],
    examples: { body: { id, status: 'issued' } },
    handler: (ctx, { body }) => changeReturn(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/return',
    action: 'listByPage',
    summary: 'Returns',
    description: 'Returns of sales and purchases, drafts and void ones among them. The newest first.',
    access: { permission: 'fulfilment:read' },
    query: returnList.query,
    returns: pageOf(ReturnSummary),
    examples: { query: { direction: 'sale', status: 'issued', from: '2026-01-01' } },
    handler: (ctx, { query }) =>
      returnList.page(ctx, query, (rows) => rows.map((row) => describeSummary(row, ctx.currency))),
  }),
  route({
    method: 'GET',
    path: '/v2/resource/return',
    summary: 'Returns, page by page',
    description: 'Returns of sales and purchases, the newest first. Every page costs the same, however far back it is.',
    access: { permission: 'fulfilment:read' },
    query: returnList.cursorQuery,
    returns: cursorPageOf(ReturnSummary),
    examples: { query: { contactId: id } },
    handler: (ctx, { query }) =>
      returnList.next(ctx, query, (rows) => rows.map((row) => describeSummary(row, ctx.currency))),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/return/:returnId',
    summary: 'One return',
    description: 'The return with its lines and the taxes of each.',
    access: { permission: 'fulfilment:read' },
    params: byId,
    returns: ReturnView,
    handler: (ctx, { params }) => readReturn(ctx, params.returnId),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/return/:returnId/voucher',
    action: 'print',
    summary: 'Print a return',
    description:
      'The credit note as a PDF, for a printer of pages or of receipts, drawn as its invoice is. An electronic one shows its QR code as soon as it is signed. Emits `return:voucher-printed`.',
    access: { permission: 'fulfilment:read' },
    effect: true,
    params: byId,
    query: z.strictObject({
      format: z
        .enum(['letter', 'receipt'])
        .optional()
        .describe('A page of US letter paper or a roll of 80 mm. Default: that of the invoice’s template.'),
    }),
    returns: { contentType: 'application/pdf' },
    refusals: [TooComplex],
    examples: { query: { format: 'receipt' } },
    handler: (ctx, { params, query }) => printReturn(ctx, params.returnId, query.format),
  }),
];
