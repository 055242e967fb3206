import { z } from 'zod';
import { AmountOutOfRange, RateUnknown } from '#modules/accounting/index.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { isSet, listOf, oneOf } from '#platform/db/list.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { sharedPage } from '../html/shared-page.ts';
import { sharedPages } from '../tables.ts';
import { PageExpired } from './open.ts';
import {
  byShareId,
  type MayPay,
  NewSharedPage,
  PageKind,
  PaymentData,
  SharedPagePreview,
  SharedPageRecord,
  SharedPageView,
} from './page.schema.ts';
import { createPage, describeRecord, previewPage, printPage, readPage, readPaymentData, revokePage } from './page.ts';

const pageList = listOf(sharedPages, {
  filters: {
    kind: oneOf('kind', PageKind),
    pendingRecordId: oneOf('pendingRecordId', z.uuid()),
    contactId: oneOf('contactId', z.uuid()),
    revoked: isSet('revokedAt', 'Revoked pages instead of all.'),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

const payment = z
  .uuid()
  .optional()
  .describe('The payment from which the visitor returns: its outcome is looked up now.');
const status = z.string().max(40).optional().describe('Added by some processors; it proves nothing and is not used.');

export const pageRoutes = [
  route('POST', '/v1/shared', 'invoicing:write', {
    summary: 'Make a page to see, pay or accept',
    description:
      'A page that anyone with its link can open, for a document (invoice, quote, order, loan), for everything that a contact (customer) owes, for an amount, or for saving a card. `mayPay` says what may be paid there.',
    status: 201,
    body: NewSharedPage,
    returns: SharedPageRecord,
    refusals: [ReferenceNotFound, AmountOutOfRange, RateUnknown],
    examples: { body: { pendingRecordId: id, mayPay: ['whole', 'part'], message: 'Gracias.' } },
    handler: (ctx, { body }) => createPage(ctx, body),
  }),
  route('GET', '/v1/shared', 'invoicing:write', {
    summary: 'List the pages',
    description: 'Newest first, with their links.',
    query: pageList.query,
    returns: pageOf(SharedPageRecord),
    handler: (ctx, { query }) => pageList.page(ctx, query, (rows) => rows.map((page) => describeRecord(ctx, page))),
  }),
  route('DELETE', '/v1/shared', 'invoicing:write', {
    action: 'revoke',
    summary: 'Revoke a page',
    description: 'Its link stops working. A payment that was begun on it is still booked.',
    body: z.strictObject({ id: z.uuid().describe('The `pageId`.') }),
    returns: SharedPageRecord,
    examples: { body: { id } },
    handler: (ctx, { body }) => revokePage(ctx, body.id),
  }),
  route('GET', '/v1/shared/preview', 'invoicing:write', {
    action: 'preview',
    summary: 'Preview a page',
    description: 'A preview of the page, without creating it. A browser (`Accept: text/html`) gets the page itself.',
    query: SharedPagePreview,
    returns: SharedPageView,
    refusals: [ReferenceNotFound, AmountOutOfRange, RateUnknown],
    examples: { query: { pendingRecordId: id } },
    page: sharedPage,
    handler: (ctx, { query: { mayPay, ...query } }) =>
      previewPage(ctx, { ...query, mayPay: mayPay?.split(',') as MayPay[] | undefined }),
  }),
  route('GET', '/v1/shared/:id', 'public', {
    action: 'read',
    summary: 'Read a page',
    description:
      'The content of the page, and nothing else of the organization. A browser (`Accept: text/html`) gets the page, in Spanish or English by `Accept-Language`.',
    effect: true,
    reachesProvider: true,
    attemptsPerHour: 1200,
    params: byShareId,
    query: z.strictObject({ payment, status, saved: z.boolean().default(false).describe('A card was saved.') }),
    returns: SharedPageView,
    refusals: [PageExpired],
    page: sharedPage,
    handler: (ctx, { params, query }) => readPage(ctx, params.id, query.payment),
  }),
  route('GET', '/v1/shared/:id/payment-data', 'public', {
    summary: 'Read how a page can be paid',
    description:
      'The amounts that may be paid, the means, and how far the last payment is. Saved cards are shown only with a proof (`verify-code`).',
    effect: true,
    reachesProvider: true,
    attemptsPerHour: 1200,
    params: byShareId,
    query: z.strictObject({ payment }),
    returns: PaymentData,
    refusals: [PageExpired],
    handler: (ctx, { params, query }) => readPaymentData(ctx, params.id, query.payment),
  }),
  route('GET', '/v1/shared/:id/pdf', 'public', {
    action: 'getPdf',
    summary: 'Download the document of a page',
    description: 'As a PDF. Emits `invoice:voucher-printed` if it is an invoice with a fiscal receipt.',
    effect: true,
    attemptsPerHour: 600,
    params: byShareId,
    returns: { contentType: 'application/pdf' },
    refusals: [PageExpired, TooComplex],
    handler: (ctx, { params }) => printPage(ctx, params.id),
  }),
];
