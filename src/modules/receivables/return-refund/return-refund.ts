import { AmountOutOfRange } from '#modules/accounting/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import type { PendingRecord } from '#modules/invoicing/index.ts';
import { RefundExceedsCharge } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { greatest, shareOut, sum } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { bridge, type Side } from '../bridge.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { keepMovement, spendBalance } from '../contact-balance/contact-balance.ts';
import { refundableCharges, reserveRefund } from '../refund/charge-refunds.ts';
import { RefundInProgress, refuseRefunds } from '../refund/refund-guard.ts';
import { documentCharges, type ReturnRefund, returnRefunds } from '../tables.ts';
import { fillInOrder, type GivenBack } from './give-back.ts';
import { returnRefund } from './return-refund-exchange.ts';

export const NotPaidByCard = refusal(
  'not_paid_by_card',
  'No card payment of this invoice is left to refund: refund it through an account, or leave `refund` out.',
);
export const RefundedToCard = refusal(
  'refunded_to_card',
  'Money of this return was refunded to the card, which cannot be undone, so the return stays: create a new invoice for the goods and charge it.',
  409,
);
export const NoFailedRefund = refusal(
  'no_failed_refund',
  'No refund of this return to a card has failed: there is nothing to try again.',
  409,
);

/**
 * Gives returned money back to the cards that paid, oldest first, never more than is left of their charges. Until the provider
 * has made the refunds, the money is a debt to the customer in the books, and not balance that the customer can spend.
 */
export async function giveBackToCards(
  ctx: TenantContext,
  returned: { pendingRecordId: string; contactId: string | null; currency: string; amount: bigint; owed: Side },
  rules: Map<string, string>,
): Promise<GivenBack> {
  const { pendingRecordId, currency, amount, owed } = returned;
  const charges = await refundableCharges(ctx, { id: pendingRecordId, currency });
  const shares = fillInOrder(
    amount,
    charges.map(({ open }) => greatest(open, 0n)),
  );
  const toCards = sum(shares);
  if (toCards === 0n) throw NotPaidByCard();
  const values = shareOut(owed.value, [...shares, amount - toCards]);
  const value = sum(values.slice(0, -1));
  const contactId = (returned.contactId && (await findContact(ctx, returned.contactId))?.id) || null;
  return {
    transfers: bridge({ ...owed, value }, { chartAccountId: rules.get('customerBalances')!, value }, 'refund', rules),
    rest: { amount: amount - toCards, value: values.at(-1)! },
    keep: async ({ id: returnRecordId }) => {
      for (const [place, { chargeId, payment }] of charges.entries()) {
        const share = { amount: shares[place]!, baseAmount: values[place]! };
        if (share.amount > 0n)
          await requestReturnRefund(ctx, { ...share, chargeId, paymentId: payment.id, contactId, returnRecordId });
      }
    },
  };
}

type WantedRefund = Pick<
  ReturnRefund,
  'chargeId' | 'paymentId' | 'contactId' | 'returnRecordId' | 'amount' | 'baseAmount'
>;

async function requestReturnRefund(ctx: TenantContext, wanted: WantedRefund): Promise<void> {
  if (wanted.baseAmount <= 0n) throw AmountOutOfRange();
  if (!(await reserveRefund(ctx, wanted.chargeId, wanted.amount))) throw RefundExceedsCharge();
  const { id } = await returnRefunds.insert(ctx, { ...wanted, status: 'requested', createdAt: realNow() });
  await returnRefund.begin(ctx, id);
}

/** Tries the refunds of a return that failed again, with the money that the contact has as balance since. */
export async function retryReturnRefunds(ctx: TenantContext, document: PendingRecord, returnRecordId: string) {
  const failed = await returnRefunds.all(
    ctx,
    { returnRecordId, status: 'failed', closedAt: null },
    { orderBy: ['id'] },
  );
  if (failed.length === 0) throw NoFailedRefund();
  await refuseRefunds(ctx, document.id);
  const open = new Map((await refundableCharges(ctx, document)).map((charge) => [charge.chargeId, charge.open]));
  for (const { id, chargeId, paymentId, contactId, amount, baseAmount } of failed) {
    const left = (open.get(chargeId) ?? 0n) - amount;
    if (left < 0n) throw RefundExceedsCharge();
    open.set(chargeId, left);
    const wanted = { chargeId, paymentId, contactId, returnRecordId, amount };
    await returnRefunds.update(ctx, id, { closedAt: realNow() });
    const value = contactId ? await takeBalance(ctx, { ...wanted, contactId }) : baseAmount;
    await requestReturnRefund(ctx, { ...wanted, baseAmount: value });
  }
}

async function takeBalance(
  ctx: TenantContext,
  { contactId, chargeId, amount, returnRecordId }: Omit<WantedRefund, 'baseAmount'> & { contactId: string },
): Promise<bigint> {
  const { currency } = await documentCharges.get(ctx, chargeId);
  await lockBalances(ctx, contactId);
  const spent = await spendBalance(ctx, 'refund', { direction: 'sale', contactId, currency, amount });
  await keepMovement(ctx, spent, returnRecordId);
  return -spent.baseAmount;
}

/** Before a return is voided: money on its way to the card, or there, cannot be taken back. */
export async function closeReturnRefunds(ctx: TenantContext, returnRecordId: string): Promise<void> {
  const refunds = await returnRefunds.all(ctx, { returnRecordId });
  if (refunds.some(({ status }) => status === 'requested')) throw RefundInProgress();
  if (refunds.some(({ status }) => status === 'settled')) throw RefundedToCard();
  await returnRefunds.updateAll(ctx, { returnRecordId, closedAt: null }, { closedAt: realNow() });
}

/** The refunds of a return to cards, oldest first. One that was tried again is followed by the next. */
export async function describeReturnRefunds(ctx: TenantContext, returnRecordId: string, currency: string) {
  const refunds = await returnRefunds.all(ctx, { returnRecordId }, { orderBy: ['id'] });
  return refunds.map(({ id, paymentId, amount, status, reason, recordId, createdAt }) => ({
    ...{ id, paymentId, status, reason, recordId, createdAt },
    amount: fromMinor(amount, currency),
  }));
}
