import type { Transfer } from '#modules/accounting/index.ts';
import { isWriteOff, type PendingRecord, selectPayments } from '#modules/invoicing/index.ts';
import { bridge } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, least, shareOut, sumOf } from '#platform/decimal.ts';
import type { DocumentReturns } from './return.sql.ts';

interface Reversal {
  transfers: Transfer[];
  /** The part of the debt that is no longer lost: the return settles it like an open amount. */
  amount: bigint;
  /** The part that was paid and is refunded. */
  rest: { amount: bigint; value: bigint };
}

/**
 * A debt that was written off with its credit was never paid, so a return does not refund it: it reverses the loss first,
 * as it settles an open amount first, and only what exceeds it was paid.
 */
export async function reverseWrittenOff(
  ctx: TenantContext,
  { id, direction }: PendingRecord,
  { amount, value, before }: { amount: bigint; value: bigint; before: DocumentReturns },
  rules: Map<string, string>,
): Promise<Reversal> {
  if (amount === 0n) return { transfers: [], amount, rest: { amount, value } };
  const payments = (await selectPayments(ctx, id)).filter(({ voidedAt }) => voidedAt === null);
  const lost = payments.filter(isWriteOff);
  const whole = sumOf(lost, (payment) => payment.amount);
  const byReturns = payments.filter(({ source }) => source === 'return');
  const earlier = before.settled - sumOf(byReturns, (payment) => payment.amount);
  const share = least(whole - earlier, amount);
  if (share <= 0n) return { transfers: [], amount: 0n, rest: { amount, value } };
  const baseWhole = sumOf(lost, (payment) => payment.baseAmount);
  const baseUntil = (size: bigint) => divideRounded(baseWhole * size, whole);
  const [ownValue, restValue] = shareOut(value, [share, amount - share]) as [bigint, bigint];
  const loss = baseUntil(earlier + share) - baseUntil(earlier);
  const isSale = direction === 'sale';
  const debt = { chartAccountId: rules.get(isSale ? 'receivable' : 'payable')!, value: ownValue };
  const result = { chartAccountId: rules.get(isSale ? 'expenses' : 'otherIncome')!, value: loss };
  const isWorthless = ownValue === 0n && loss === 0n;
  const [debit, credit] = isSale ? [debt, result] : [result, debt];
  return {
    transfers: isWorthless ? [] : bridge(debit, credit, 'write-off', rules),
    amount: share,
    rest: { amount: amount - share, value: restValue },
  };
}
