import {
  AmountOutOfRange,
  CurrencyMismatch,
  costOf,
  requireAccount,
  type Transfer,
  valueOn,
} from '#modules/accounting/index.ts';
import { bridge, ContactRequired, creditBalance, giveBackToMeans, keepMovement } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { ReturnContent } from './return.sql.ts';

/** How the paid part of a return is refunded. */
export interface Refund {
  transfers: Transfer[];
  accountId: string | null;
  /** The division of the account that pays. */
  divisionId: string | null;
  /** Writes the history of what was credited, once the record is known. */
  keep: (record: { id: string; date: string }) => Promise<unknown>;
}

/**
 * Refunds the value of a return beyond the open amount of its invoice: `amount` in its currency, `value` in the books.
 * Gift cards and the customer's balance are refunded first, the rest goes to the account or to the balance. A remaining
 * difference in the books is an exchange gain or loss.
 */
export async function refundRest(
  ctx: TenantContext,
  content: ReturnContent,
  { amount, value, earlier }: { amount: bigint; value: bigint; earlier: string[] },
  rules: Map<string, string>,
): Promise<Refund> {
  const isSale = content.direction === 'sale';
  const owed = rules.get(isSale ? 'receivable' : 'payable')!;
  if (amount === 0n) return { ...none, transfers: exchangeCents(owed, isSale ? value : -value, rules) };
  if (value <= 0n) throw AmountOutOfRange();
  const side = { chartAccountId: owed, value };
  if (!isSale) return payRest(ctx, content, { amount, side }, rules);
  const { pendingRecordId, contactId, currency } = content;
  const back = await giveBackToMeans(ctx, { pendingRecordId, contactId, currency, amount, owed: side, earlier }, rules);
  const { rest } = back;
  if (rest.amount === 0n) return { ...none, transfers: back.transfers, keep: back.keep };
  const paid = await payRest(ctx, content, { amount: rest.amount, side: { ...side, value: rest.value } }, rules);
  return {
    ...paid,
    transfers: [...back.transfers, ...paid.transfers],
    keep: async (record) => {
      await back.keep(record);
      await paid.keep(record);
    },
  };
}

const none = { accountId: null, divisionId: null, keep: async () => undefined };

/** Through the account of the refund, or as an advance of the customer or to the supplier. */
async function payRest(
  ctx: TenantContext,
  content: ReturnContent,
  { amount, side }: { amount: bigint; side: { chartAccountId: string; value: bigint } },
  rules: Map<string, string>,
): Promise<Refund> {
  if (content.refundAccountId) return throughAccount(ctx, content, { amount, side }, rules);
  const isSale = content.direction === 'sale';
  const { value } = side;
  const other = { chartAccountId: rules.get(isSale ? 'customerBalances' : 'supplierAdvances')!, value };
  if (!isSale) return { ...none, transfers: bridge(other, side, 'refund', rules) };
  const { contactId, currency } = content;
  if (contactId === null) throw ContactRequired();
  const credited = await creditBalance(ctx, 'return', { contactId, currency, amount, baseAmount: value });
  return {
    ...none,
    transfers: bridge(side, other, 'refund', rules),
    keep: ({ id }) => keepMovement(ctx, credited, id),
  };
}

/** Money leaves an account in a foreign currency at its book value, and enters one at the rate of the day. */
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
  return { transfers, accountId: account.id, divisionId: account.divisionId, keep: async () => undefined };
}

/** Posts the receivable that remains in the books after a foreign currency document was settled; negative: payable. */
function exchangeCents(owed: string, value: bigint, rules: Map<string, string>): Transfer[] {
  if (value === 0n) return [];
  const nothing = { chartAccountId: owed, value: 0n };
  const cents = { chartAccountId: owed, value: value < 0n ? -value : value };
  return value > 0n ? bridge(cents, nothing, 'refund', rules) : bridge(nothing, cents, 'refund', rules);
}
