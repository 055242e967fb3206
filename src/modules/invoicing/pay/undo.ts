import { findBaseCurrency, voidRecord } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { lockBalances, selectMovementsOfRecord } from '../contact-balance/contact-balance.sql.ts';
import { keepMovement, undoMovement } from '../contact-balance/contact-balance.ts';
import { restoreCard } from '../gift-card/movement.ts';
import { describePendingRecord } from '../pending/describe.ts';
import type { PendingPayment } from '../pending/payment.sql.ts';
import type { PendingRecord } from '../pending/pending.sql.ts';
import { lockPendingRecord } from '../pending/pending.ts';
import { unsettle } from '../pending/settle.ts';
import { describePayment } from './describe.ts';
import { announceStanding } from './pay.ts';
import { selectDocumentOfPayment } from './payment.sql.ts';

export const PaymentElsewhere = refusal(
  422,
  'payment_elsewhere',
  'This payment follows from something else in the service: take that back instead.',
);

/** Takes a payment back: its record is reversed, what paid has its money again, and the document is open again. */
export async function undoPayment(ctx: TenantContext, id: string) {
  const documentId = await selectDocumentOfPayment(ctx.tx, ctx.organizationId, id);
  if (!documentId) throw NotFound();
  const before = await lockPendingRecord(ctx, documentId);
  const { document, payment } = await unsettle(ctx, before, id);
  if (payment.source === 'credit' || payment.source === 'return' || payment.source === 'card') throw PaymentElsewhere();
  await giveBack(ctx, before, payment);
  await voidRecord(ctx, payment.recordId!);
  announceStanding(ctx, before, document);
  const base = await findBaseCurrency(ctx.tx, ctx.organizationId);
  return { document: describePendingRecord(document, base), payment: describePayment(payment, document.currency) };
}

/** The balance before the card, as when they paid. */
async function giveBack(ctx: TenantContext, document: PendingRecord, payment: PendingPayment): Promise<void> {
  const recordId = payment.recordId!;
  if (document.contactId) {
    const contactId = (await requireContact(ctx, document.contactId, 'body.id')).id;
    await lockBalances(ctx.tx, ctx.organizationId, contactId);
    const moved = await selectMovementsOfRecord(ctx.tx, ctx.organizationId, contactId, recordId);
    for (const movement of moved) await keepMovement(ctx, await undoMovement(ctx, movement), recordId);
  }
  if (payment.source === 'gift-card') await restoreCard(ctx, payment.sourceId!, { id: recordId, date: payment.date });
}
