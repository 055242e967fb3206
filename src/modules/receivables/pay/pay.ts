import { selectPostingRules, writeRecord } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import type { PendingPayment, PendingRecord } from '#modules/invoicing/index.ts';
import {
  announceStanding,
  describePayment,
  describePendingRecord,
  lockPendingRecord,
  NotPayable,
  refuseUnpayable,
  settle,
  settledValue,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { inDecimals } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { bridge, type Side } from '../bridge.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { issueReceipt } from '../receipt/receipt.ts';
import type { GivenLine, GivenPayment } from './pay.schema.ts';
import { fromAccount, fromBalance, fromGiftCard, holdCards, withheldByCustomer, writtenOff } from './sources.ts';
import type { Tender, Till } from './tender.ts';

export const PaidBeforeIssued = refusal(
  'paid_before_issued',
  'A payment cannot be dated before its document: use a later date.',
);
export const NothingDue = refusal('nothing_due', 'Nothing is due on this document.');

/** Pays a document in full or in part, by one means or several. */
export async function payDocument(ctx: TenantContext, given: GivenPayment) {
  const document = await lockPendingRecord(ctx, given.id, given.version);
  const till = await openTill(ctx, document, given);
  await lockMeans(ctx, till, given.payments);
  const paid = await payHeld(ctx, till, document, given.payments);
  const receipt = given.receipt ? await receiptOf(ctx, paid.payments) : null;
  return { ...paid, document: describePendingRecord(paid.document, ctx.currency), receipt };
}

/** The numbered receipt of payments that were just made. A part that is written off is not paid. */
export async function receiptOf(ctx: TenantContext, payments: Pick<PendingPayment, 'source' | 'recordId'>[]) {
  const recordIds = payments.flatMap(({ source, recordId }) => (source === 'write-off' ? [] : (recordId ?? [])));
  return recordIds.length > 0 ? issueReceipt(ctx, recordIds) : null;
}

/** Pays a locked document. */
export async function payHeld(ctx: TenantContext, till: Till, before: PendingRecord, lines: GivenLine[]) {
  requirePayable(before);
  if (till.date < before.date) throw PaidBeforeIssued();
  let document = before;
  const payments: PendingPayment[] = [];
  const change: { amount: string; currency: string }[] = [];
  for (const [place, line] of lines.entries()) {
    if (document.balance === 0n) throw NothingDue(`The payments before payments[${place}] settle the document.`);
    const tender = await tenderOf(ctx, till, document, line, `body.payments[${place}]`);
    const taken = await take(ctx, till, document, tender);
    document = taken.document;
    payments.push(taken.payment);
    if (tender.change) change.push(inDecimals(tender.change, tender.change.currency));
  }
  announceStanding(ctx, before, document);
  return { document, payments: payments.map((payment) => describePayment(payment, before.currency)), change };
}

export function requirePayable(document: PendingRecord): void {
  refuseUnpayable(document);
  if (document.kind === 'loan') throw NotPayable('A loan is paid by its instalments.');
  if (document.balance === 0n) throw NothingDue();
}

export async function openTill(
  ctx: TenantContext,
  document: Pick<PendingRecord, 'contactId'>,
  given: Pick<GivenPayment, 'date' | 'divisionId' | 'overpayment'>,
): Promise<Till> {
  const [rules, contact] = await Promise.all([
    selectPostingRules(ctx),
    document.contactId ? requireContact(ctx, document.contactId, 'body.id') : null,
  ]);
  const { divisionId, overpayment, date = ctx.today.toString() } = given;
  return { rules, date, contactId: contact?.id ?? null, divisionId, overpayment };
}

/** Locks the balance of the contact and then the gift cards, always in the same order to avoid deadlocks. */
export async function lockMeans(ctx: TenantContext, till: Till, lines: GivenLine[]): Promise<void> {
  const touchesBalance = till.overpayment === 'balance' || lines.some((line) => 'balance' in line);
  if (till.contactId && touchesBalance) await lockBalances(ctx, till.contactId);
  await holdCards(
    ctx,
    lines.flatMap((line, place) =>
      'giftCardCode' in line ? { code: line.giftCardCode, path: `body.payments[${place}].giftCardCode` } : [],
    ),
  );
}

function tenderOf(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  line: GivenLine,
  path: string,
): Promise<Tender> {
  if ('accountId' in line) return fromAccount(ctx, till, document, line, path);
  if ('giftCardCode' in line) return fromGiftCard(ctx, till, document, line, path);
  if ('balance' in line) return fromBalance(ctx, till, document, line, path);
  if ('writeOff' in line) return writtenOff(ctx, till, document, line, path);
  return withheldByCustomer(ctx, till, document, line, path);
}

const titles = {
  payment: { sale: 'Cobro de la factura', purchase: 'Pago de la compra' },
  'write-off': { sale: 'Pérdida en la factura', purchase: 'Saldo no pagado de la compra' },
};

/** A document that is written with its payments has no number yet. */
const describeTake = (kind: keyof typeof titles, { direction, number, contactName }: PendingRecord): string => {
  const what = titles[kind][direction];
  return number === null ? [what, contactName].filter(Boolean).join(' de ') : `${what} ${number}`;
};

/** Makes one payment: a record in the books, and an entry in the payments of the document. */
export async function take(ctx: TenantContext, till: Till, document: PendingRecord, tender: Tender) {
  const { settles: amount, source, sourceId, side } = tender;
  const { more, method, reference, accountId, divisionId, ...money } = tender.record;
  const isSale = document.direction === 'sale';
  const owed: Side = {
    chartAccountId: till.rules.get(isSale ? 'receivable' : 'payable')!,
    value: settledValue(document, amount),
  };
  const kind = source === 'write-off' ? 'write-off' : 'payment';
  const { date } = till;
  const payment = { source, sourceId, amount, date, accountId, method, reference };
  // A small rest in another currency may be worth nothing in the books: then there is nothing to post.
  if (kind === 'write-off' && side.value === 0n) return settle(ctx, document, payment);
  const transfers = isSale ? bridge(side, owed, kind, till.rules) : bridge(owed, side, kind, till.rules);
  const record = await writeRecord(ctx, {
    kind,
    date,
    description: describeTake(kind, document),
    ...money,
    baseAmount: side.value + (more?.amount ?? 0n),
    accountId,
    chartAccountId: owed.chartAccountId,
    contactId: till.contactId,
    divisionId,
    projectId: document.projectId,
    paymentMethod: method,
    reference,
    sourceKind: 'payment',
    sourceId: document.id,
    transfers: more ? [...transfers, more] : transfers,
  });
  await tender.keep?.(record);
  return settle(ctx, document, { ...payment, recordId: record.id });
}
