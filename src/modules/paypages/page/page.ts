import { AmountOutOfRange, RateUnknown, rateOn } from '#modules/accounting/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import { findPrintable, pdfOf, selectPendingRecord } from '#modules/invoicing/index.ts';
import type { Steps, TenantContext, WorkContext } from '#platform/context.ts';
import { isAfter, toTimestamp } from '#platform/date.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { languageOfRequest } from '#platform/pages/language.ts';
import { InvalidRequest, NotFound, unknownReference } from '#platform/refusal.ts';
import { followPayment } from '../payment/prepayment.ts';
import { type SharedPage, sharedPages } from '../tables.ts';
import { describePage, describePaymentData } from './describe.ts';
import { openInSteps, openPage, pageAddress, pageUrlOf, shareIdOf } from './open.ts';
import { owedOn } from './owed.ts';
import { kindOf, type MayPay, type WantedPage } from './page.schema.ts';

/** Makes a page for a document, a contact, an amount, or a card. */
export async function createPage(ctx: TenantContext, given: WantedPage) {
  const row = await draftPage(ctx, given, 'body');
  const sealedId = await pageAddress.grant(ctx, row.id);
  return describeRecord(ctx, await sharedPages.insert(ctx, { ...row, sealedId }));
}

/** A page as its visitor would see it. Nothing is written. */
export const previewPage = async (ctx: TenantContext, given: WantedPage) =>
  describePage(ctx, { ...(await draftPage(ctx, given, 'query')), sealedId: Buffer.alloc(0) }, null);

/** `place` is the part of the request that a refusal names. */
async function draftPage(
  ctx: TenantContext,
  given: WantedPage,
  place: 'body' | 'query',
): Promise<Omit<SharedPage, 'sealedId'>> {
  const { description = '', message = '', expiresAt = null } = given;
  const kind = kindOf(given);
  if (expiresAt && !isAfter(expiresAt, ctx.now))
    throw InvalidRequest(undefined, {
      errors: [{ path: `${place}.expiresAt`, code: 'in_the_past', message: 'is in the past' }],
    });
  if (given.pendingRecordId && !(await selectPendingRecord(ctx, given.pendingRecordId)))
    throw unknownReference(`${place}.pendingRecordId`, 'This document');
  const contact = given.contactId === undefined ? null : await requirePayer(ctx, given.contactId, place);
  const currency = kind === 'contact' || kind === 'amount' ? (given.currency ?? ctx.currency) : null;
  const amount = given.amount === undefined ? null : toMinor(given.amount, currency!);
  if (amount === 0n) throw AmountOutOfRange();
  // Money without a rate could be taken and never be booked.
  if (currency && !(await rateOn(ctx, currency, ctx.today.toString())))
    throw RateUnknown.at(`${place}.currency`, 'rate_unknown');
  return {
    id: newId(),
    kind,
    pendingRecordId: given.pendingRecordId ?? null,
    contactId: contact?.id ?? null,
    amount,
    currency,
    description,
    message,
    mayPay: given.mayPay ?? ['whole', 'instalment'],
    expiresAt,
    captureStartedAt: null,
    createdBy: ctx.userId,
    createdAt: toTimestamp(ctx.now),
    revokedAt: null,
  };
}

async function requirePayer(ctx: TenantContext, id: string, place: 'body' | 'query') {
  const contact = await findContact(ctx, id, place === 'body' ? 'reference' : undefined);
  if (!contact) throw unknownReference(`${place}.contactId`, 'This contact');
  return contact;
}

/** A revoked page is unknown from then on. Payments that were begun on it are still booked. */
export async function revokePage(ctx: TenantContext, id: string) {
  const page = await sharedPages.lock(ctx, id);
  await pageAddress.revoke(ctx, id);
  return describeRecord(ctx, page.revokedAt ? page : await sharedPages.update(ctx, id, { revokedAt: ctx.now }));
}

export function describeRecord(ctx: TenantContext, page: SharedPage) {
  const id = shareIdOf(ctx, page);
  const amount = page.amount === null ? null : fromMinor(page.amount, page.currency!);
  return { ...page, pageId: page.id, id, url: pageUrlOf(ctx, id), amount, mayPay: page.mayPay as MayPay[] };
}

/** The page behind a link. A visitor who returns from the processor sees the outcome: it is looked up now. */
export async function readPage(outside: Steps, shareId: string, paymentId?: string) {
  const { steps, page } = await openInSteps(outside, shareId);
  if (paymentId) await followPayment(steps, page, paymentId);
  const language = languageOfRequest(steps.request);
  return steps.transaction((ctx) => describePage(ctx, page, shareId, { paymentId, language }));
}

export async function readPaymentData(outside: Steps, shareId: string, paymentId?: string) {
  const { steps, page } = await openInSteps(outside, shareId);
  if (paymentId) await followPayment(steps, page, paymentId);
  return steps.transaction(async (ctx) => describePaymentData(ctx, page, await owedOn(ctx, page), paymentId));
}

export async function printPage(work: WorkContext, shareId: string): Promise<LaterAnswer> {
  const { ctx, page } = await openPage(work, shareId);
  if (!page.pendingRecordId) throw NotFound();
  return pdfOf(ctx, await findPrintable(ctx, page.pendingRecordId));
}
