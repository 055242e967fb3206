import type { Transfer } from '#modules/accounting/index.ts';
import { isWriteOff, type PendingPayment, selectPayments } from '#modules/invoicing/index.ts';
import { bridge, PaymentReturned } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, least, shareOut, sumOf } from '#platform/decimal.ts';
import { partOf } from '../portion.ts';
import type { Return } from '../tables.ts';
import { type DocumentReturns, selectReversed } from './return.sql.ts';

/** The part of a refund that the customer had withheld, by tax. */
export type Reversed = Pick<Return, 'reversedItbis' | 'reversedIsr' | 'baseReversedItbis' | 'baseReversedIsr'>;

export const nothingReversed: Reversed = {
  reversedItbis: 0n,
  reversedIsr: 0n,
  baseReversedItbis: 0n,
  baseReversedIsr: 0n,
};

/** The part of a return that was paid: in the currency of the invoice, and in the books. */
export interface ReturnedPart {
  amount: bigint;
  value: bigint;
  before: DocumentReturns;
  /** ITBIS of the invoice that the credit note is too late to give back. */
  keptItbis: bigint;
}

interface ReversedPart {
  transfers: Transfer[];
  reversed: Reversed;
  /** The part that was received and goes back. */
  rest: { amount: bigint; value: bigint };
}

/**
 * The customer who withheld tax from the payments of an invoice did not pay that part, so it is not refunded: the claim on the tax
 * authority is reversed instead. A partial return reverses the same share of the withholdings as of the payments. A credit note that is
 * too late for ITBIS reverses none of the ITBIS withheld either.
 */
export async function reverseWithheld(
  ctx: TenantContext,
  pendingRecordId: string,
  { amount, value, owed, before, keptItbis }: ReturnedPart & { owed: string },
  rules: Map<string, string>,
): Promise<ReversedPart> {
  const paid = (await selectPayments(ctx, pendingRecordId)).filter(
    (payment) => payment.voidedAt === null && payment.source !== 'return' && !isWriteOff(payment),
  );
  const withheld = [
    { source: 'withheld-itbis', back: { size: before.reversedItbis, value: before.baseReversedItbis } },
    { source: 'withheld-isr', back: { size: before.reversedIsr, value: before.baseReversedIsr } },
  ].map(({ source, back }) => {
    const own = paid.filter((payment) => payment.source === source);
    const whole = sumOf(own, (payment) => payment.amount);
    return { back, whole, base: sumOf(own, (payment) => payment.baseAmount), open: whole - back.size };
  });
  const all = sumOf(paid, (payment) => payment.amount) - before.refunded;
  const isLate = keptItbis > 0n && amount <= all - keptItbis;
  const left = isLate ? all - keptItbis : all;
  let unshared = amount;
  const taxes = withheld.map(({ back, whole, base, open }, place) => {
    const isReversed = open > 0n && left > 0n && !(isLate && place === 0);
    // Withheld tax that pays ITBIS which a late note keeps is not refunded, and both shares may round up.
    const share = isReversed ? least(unshared, least(open, divideRounded(open * amount, left))) : 0n;
    unshared -= share;
    return { share, base: share === 0n ? 0n : partOf(base, whole, back, share) };
  });
  const [itbis, isr] = taxes as [(typeof taxes)[0], (typeof taxes)[0]];
  const values = shareOut(value, [itbis.share, isr.share, unshared]);
  const claim = rules.get('taxWithheldFromUs')!;
  return {
    transfers: taxes.flatMap(({ share, base }, place) =>
      share === 0n
        ? []
        : bridge(
            { chartAccountId: owed, value: values[place]! },
            { chartAccountId: claim, value: base },
            'withheld',
            rules,
          ),
    ),
    reversed: {
      reversedItbis: itbis.share,
      reversedIsr: isr.share,
      baseReversedItbis: itbis.base,
      baseReversedIsr: isr.base,
    },
    rest: { amount: unshared, value: values[2]! },
  };
}

/** Refuses a payment by withheld tax that a return has reversed: undoing it would reverse the claim twice. */
export async function refuseUndoingReversed(
  ctx: TenantContext,
  { id, pendingRecordId, source }: Pick<PendingPayment, 'id' | 'pendingRecordId' | 'source'>,
): Promise<void> {
  const [reversed, payments] = await Promise.all([
    selectReversed(ctx, pendingRecordId),
    selectPayments(ctx, pendingRecordId),
  ]);
  const others = payments.filter((other) => other.id !== id && other.source === source && other.voidedAt === null);
  const back = source === 'withheld-itbis' ? reversed.itbis : reversed.isr;
  if (sumOf(others, ({ amount }) => amount) < back)
    throw PaymentReturned('A return has reversed this withheld tax: void the return first.');
}
