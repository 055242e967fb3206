import { processorAccount } from '#modules/accounting/index.ts';
import { announceStanding, lockPendingRecord, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { least } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { topUp } from '../contact-balance/contact-balance.ts';
import { credits, type DocumentCharge, documentCharges } from '../tables.ts';
import { openTill, take } from './pay.ts';
import { fromAccount } from './sources.ts';

/**
 * Books a charge that the provider has taken, once. Never throw a refusal here: the provider has already moved the money.
 * What is no longer due becomes balance of the contact; without a contact it is refunded.
 */
export async function bookCharge(ctx: TenantContext, id: string, holder: 'payout' | 'card'): Promise<DocumentCharge> {
  const { pendingRecordId, amount, currency } = await documentCharges.get(ctx, id);
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const charge = await documentCharges.lock(ctx, id);
  // A charge that was given up is booked too: the provider says that the money arrived.
  if (charge.status === 'settled') return charge;
  const account = await processorAccount(ctx, currency, holder);
  const settles = await bookMoney(ctx, document, { chargeId: id, accountId: account.id, amount, currency });
  return documentCharges.update(ctx, id, { status: 'settled', refund: amount - settles });
}

/** Money that is at the provider pays the document. Answers how much of it has a place in the books. */
export async function bookMoney(
  ctx: TenantContext,
  document: PendingRecord,
  { chargeId, accountId, amount, currency }: { chargeId: string; accountId: string; amount: bigint; currency: string },
): Promise<bigint> {
  const till = await openTill(ctx, document, { overpayment: 'balance' });
  if (till.contactId) await lockBalances(ctx, till.contactId);
  // A document that was put in instalments meanwhile is paid through its credit.
  const inInstalments = await credits.exists(ctx, { pendingRecordId: document.id, status: 'active' });
  const due = document.status === 'issued' && !inInstalments ? document.balance : 0n;
  const settles = till.contactId ? amount : least(amount, due);
  if (due > 0n) {
    const line = { accountId, amount: fromMinor(settles, currency), paymentMethod: 'card' };
    const tender = await fromAccount(ctx, till, document, line, 'charge');
    const { document: after } = await take(ctx, till, document, { ...tender, source: 'card', sourceId: chargeId });
    announceStanding(ctx, document, after);
  } else if (till.contactId) {
    const kept = { beneficiaryId: till.contactId, accountId, amount: fromMinor(amount, currency) };
    const description = `Pago de la factura ${document.number}, que no tenía nada pendiente`;
    await topUp(ctx, { ...kept, paymentMethod: 'card', description });
  }
  return settles;
}
