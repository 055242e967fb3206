import {
  AmountOutOfRange,
  CurrencyMismatch,
  costOf,
  requireAccount,
  type Transfer,
  valueOn,
} from '#modules/accounting/index.ts';
import { bridge, ContactRequired, creditBalance, keepMovement } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { ReturnContent } from './return.sql.ts';

/** What becomes of the part of a return that was paid already. */
export interface Refund {
  transfers: Transfer[];
  accountId: string | null;
  /** Writes the history of what was credited, once the record is known. */
  keep: (recordId: string) => Promise<unknown>;
}

/**
 * Gives back what a return is worth beyond what was still owed: `amount` in its currency, `value` as it stands in the
 * books against what was owed. Where nothing is over but cents of an exchange, they are won or lost.
 */
export async function refundRest(
  ctx: TenantContext,
  content: ReturnContent,
  { amount, value }: { amount: bigint; value: bigint },
  rules: Map<string, string>,
): Promise<Refund> {
  const isSale = content.direction === 'sale';
  const owed = rules.get(isSale ? 'receivable' : 'payable')!;
  const none = { accountId: null, keep: async () => undefined };
  if (amount === 0n) return { ...none, transfers: exchangeCents(owed, isSale ? value : -value, rules) };
  if (value <= 0n) throw AmountOutOfRange();
  const side = { chartAccountId: owed, value };
  if (content.refundAccountId) return throughAccount(ctx, content, { amount, side }, rules);
  const other = { chartAccountId: rules.get(isSale ? 'customerBalances' : 'supplierAdvances')!, value };
  if (!isSale) return { ...none, transfers: bridge(other, side, 'refund', rules) };
  const { contactId, currency } = content;
  if (contactId === null) throw ContactRequired();
  const credited = await creditBalance(ctx, 'return', { contactId, currency, amount, baseAmount: value });
  return {
    accountId: null,
    transfers: bridge(side, other, 'refund', rules),
    keep: (recordId) => keepMovement(ctx, credited, recordId),
  };
}

/** What leaves an account of another currency is worth what it had cost; what comes into one, what the day says. */
async function throughAccount(
  ctx: TenantContext,
  { direction, currency, date, refundAccountId }: ReturnContent,
  { amount, side }: { amount: bigint; side: { chartAccountId: string; value: bigint } },
  rules: Map<string, string>,
): Promise<Refund> {
  const [account, base] = await Promise.all([
    requireAccount(ctx, refundAccountId!, 'body.refund.accountId'),
    ctx.currency,
  ]);
  if (account.currency !== currency) throw CurrencyMismatch();
  const leaves = direction === 'sale';
  const moved = { from: account, to: account, base, date, sent: amount, received: amount };
  const value = leaves ? (await costOf(ctx, moved, 0n)).sent : await valueOn(ctx, amount, currency, date);
  const money = { chartAccountId: account.chartAccountId, value, ...(currency !== base && { own: amount }) };
  const transfers = leaves ? bridge(side, money, 'refund', rules) : bridge(money, side, 'refund', rules);
  return { transfers, accountId: account.id, keep: async () => undefined };
}

/** `value` is owed to us in the books although nothing is; below zero, the other way round. */
function exchangeCents(owed: string, value: bigint, rules: Map<string, string>): Transfer[] {
  if (value === 0n) return [];
  const nothing = { chartAccountId: owed, value: 0n };
  const cents = { chartAccountId: owed, value: value < 0n ? -value : value };
  return value > 0n ? bridge(cents, nothing, 'refund', rules) : bridge(nothing, cents, 'refund', rules);
}
