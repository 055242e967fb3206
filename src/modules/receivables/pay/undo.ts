import { voidRecord } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import {
  announceStanding,
  describePayment,
  describePendingRecord,
  lockPendingRecord,
  PaymentIsVoid,
  type PendingPayment,
  type PendingRecord,
  reversalsOf,
  selectPayment,
  selectPendingRecord,
  selectReturnedNet,
  unsettle,
} from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { undoMovements } from '../contact-balance/contact-balance.ts';
import { restoreCard } from '../gift-card/movement.ts';
import { beforeWithheldUndone } from '../hooks.ts';
import { noteUndone } from '../receipt/receipt.ts';
import { advanceRefund, PaymentReturned, requestRefund } from '../refund/refund.ts';
import type { PaymentRefund } from '../tables.ts';
import { WriteOffReturned } from './write-off-returned.ts';

export const PaymentElsewhere = refusal(
  'payment_elsewhere',
  'This payment comes from a credit or a return: undo it there.',
);

/** Undoes a payment. A payment by card is refunded first, and stays until the outcome of the refund is known. */
export async function undoPayment(ctx: TenantSteps, id: string) {
  const refund = await ctx.transaction((inside) => beginUndo(inside, id));
  if (refund) await advanceRefund(ctx, refund.id);
  return ctx.transaction((inside) => describeUndone(inside, id));
}

/** Undoes a payment at once, or answers the refund that must come first. */
export async function beginUndo(ctx: TenantContext, id: string): Promise<PaymentRefund | null> {
  const found = await selectPayment(ctx, id);
  if (!found) throw NotFound();
  if (found.source === 'credit' || found.source === 'return') throw PaymentElsewhere();
  const before = await lockPendingRecord(ctx, found.pendingRecordId);
  const { voidedAt } = (await selectPayment(ctx, id))!;
  if (voidedAt) throw PaymentIsVoid();
  if (found.source === 'card') return requestRefund(ctx, before, found);
  if (found.source === 'write-off' && (await selectReturnedNet(ctx, before.id)) > 0n) throw WriteOffReturned();
  if (found.source.startsWith('withheld-')) await beforeWithheldUndone(ctx, found);
  const { document, payment } = await unsettle(ctx, before, id);
  if (payment.recordId) {
    await restoreMeans(ctx, before, payment, payment.recordId);
    await voidRecord(ctx, payment.recordId);
    await noteUndone(ctx, payment.recordId);
  }
  announceStanding(ctx, before, document);
  return null;
}

async function describeUndone(ctx: TenantContext, id: string) {
  const payment = (await selectPayment(ctx, id))!;
  const [document, reversals] = await Promise.all([
    selectPendingRecord(ctx, payment.pendingRecordId),
    reversalsOf(ctx, [payment]),
  ]);
  return {
    document: describePendingRecord(document!, ctx.currency),
    payment: describePayment(payment, document!.currency, reversals.get(id)),
  };
}

/** Restores the balance before the gift card, the order in which a payment locks them. */
async function restoreMeans(ctx: TenantContext, document: PendingRecord, payment: PendingPayment, recordId: string) {
  if (document.contactId) {
    const contactId = (await requireContact(ctx, document.contactId, 'body.id')).id;
    await undoMovements(ctx, contactId, recordId);
  }
  if (payment.source !== 'gift-card') return;
  if (!(await restoreCard(ctx, payment.sourceId!, { id: recordId, date: payment.date })))
    throw PaymentReturned('A return has put this amount back onto the gift card: void the return first.');
}
