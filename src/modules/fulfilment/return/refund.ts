import {
  AmountOutOfRange,
  CurrencyMismatch,
  requireAccount,
  type Transfer,
  tillOf,
  valueOn,
} from '#modules/accounting/index.ts';
import { type PendingRecord, selectPayments } from '#modules/invoicing/index.ts';
import {
  balanceRules,
  bridge,
  ContactRequired,
  costOfMoney,
  creditBalance,
  giveBackToCards,
  giveBackToMeans,
  keepMovement,
  refuseRefunds,
  sideOf,
} from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import type { ReturnContent } from './return.sql.ts';
import { nothingReversed, type ReturnedPart, type Reversed, reverseWithheld } from './withheld.ts';

export const ProcessorAccount = refusal(
  'processor_account',
  'A payment processor holds the money of this account, so only the processor can refund it: set `refund.toCard`, or choose another account.',
);

/** How the paid part of a return is refunded. */
interface Refund {
  transfers: Transfer[];
  accountId: string | null;
  reversed: Reversed;
  /** The division of the account that pays. */
  divisionId: string | null;
  /** Writes the history of what was credited, once the record is known. */
  keep: (record: { id: string; date: string }) => Promise<unknown>;
}

/**
 * Refunds the value of a return beyond the open amount of its invoice: `amount` in its currency, `value` in the books.
 * Tax that the customer withheld was not received, so its withholding is reversed instead. Gift cards and the customer's balance are
 * refunded first, then the cards that paid if the return says so; the rest goes to the account or to the balance. A remaining
 * difference in the books is an exchange gain or loss.
 */
export async function refundRest(
  ctx: TenantContext,
  content: ReturnContent,
  { amount, value, before, keptItbis }: ReturnedPart,
  rules: Map<string, string>,
): Promise<Refund> {
  const isSale = content.direction === 'sale';
  const owed = rules.get(isSale ? 'receivable' : 'payable')!;
  if (amount === 0n) return { ...none, transfers: exchangeCents(owed, isSale ? value : -value, rules) };
  if (value <= 0n) throw AmountOutOfRange();
  const side = { chartAccountId: owed, value };
  if (!isSale) return payRest(ctx, content, { amount, side }, rules);
  const { pendingRecordId, contactId, currency } = content;
  // A payment that is being refunded would be given back twice: now as a return, and when the provider has made its refund.
  await refuseRefunds(ctx, pendingRecordId);
  const returned = { pendingRecordId, contactId, currency };
  const withheld = await reverseWithheld(ctx, pendingRecordId, { amount, value, owed, before, keptItbis }, rules);
  const received = { amount: withheld.rest.amount, owed: { ...side, value: withheld.rest.value } };
  const means = await giveBackToMeans(ctx, { ...returned, ...received, earlier: before.recordIds }, rules);
  const parts: Pick<Refund, 'transfers' | 'keep'>[] = [{ ...withheld, keep: none.keep }, means];
  let { rest } = means;
  if (content.refundToCard && rest.amount > 0n) {
    const owedRest = { ...side, value: rest.value };
    const cards = await giveBackToCards(ctx, { ...returned, amount: rest.amount, owed: owedRest }, rules);
    parts.push(cards);
    rest = cards.rest;
  }
  const paid =
    rest.amount > 0n
      ? await payRest(ctx, content, { amount: rest.amount, side: { ...side, value: rest.value } }, rules)
      : { ...none, transfers: [] };
  parts.push(paid);
  return {
    ...paid,
    reversed: withheld.reversed,
    transfers: parts.flatMap(({ transfers }) => transfers),
    keep: async (record) => {
      for (const { keep } of parts) await keep(record);
    },
  };
}

const none = { accountId: null, divisionId: null, reversed: nothingReversed, keep: async () => undefined };

/** Refuses the account of a processor: the books would show a refund that no card receives. */
export async function requireRefundAccount(ctx: TenantContext, document: PendingRecord, id: string): Promise<void> {
  const path = 'body.refund.accountId';
  const { kind } = await requireAccount(ctx, id, path);
  if (document.direction === 'purchase') return;
  const hasCharge = async () =>
    (await selectPayments(ctx, document.id)).some(
      ({ source, accountId, voidedAt }) => source === 'card' && accountId === id && voidedAt === null,
    );
  // An account of kind `card` may also hold payments at a terminal, which the business refunds there by itself.
  if (kind === 'payout' || (await hasCharge())) throw ProcessorAccount.at(path, 'processor_account');
}

/** Through the account of the refund, or as balance of the customer or advance at the supplier, which pay later documents. */
async function payRest(
  ctx: TenantContext,
  content: ReturnContent,
  { amount, side }: { amount: bigint; side: { chartAccountId: string; value: bigint } },
  rules: Map<string, string>,
): Promise<Refund> {
  if (content.refundAccountId) return throughAccount(ctx, content, { amount, side }, rules);
  const { direction, contactId, currency } = content;
  const isSale = direction === 'sale';
  const { value } = side;
  const held = { chartAccountId: rules.get(balanceRules[direction])!, value };
  const transfers = isSale ? bridge(side, held, 'refund', rules) : bridge(held, side, 'refund', rules);
  if (contactId === null && isSale)
    throw ContactRequired.at(
      'body.refund',
      'required',
      'Without `refund` the money becomes balance of the contact, and this document has none: give `refund`, or set its contact first.',
    );
  if (contactId === null) return { ...none, transfers };
  const credited = await creditBalance(ctx, 'return', { direction, contactId, currency, amount, baseAmount: value });
  return { ...none, transfers, keep: ({ id }) => keepMovement(ctx, credited, id) };
}

/** Money leaves an account in a foreign currency at its book value, and enters one at the rate of the day. */
async function throughAccount(
  ctx: TenantContext,
  { direction, currency, date, refundAccountId }: ReturnContent,
  { amount, side }: { amount: bigint; side: { chartAccountId: string; value: bigint } },
  rules: Map<string, string>,
): Promise<Refund> {
  const account = await requireAccount(ctx, refundAccountId!, 'body.refund.accountId');
  if (account.currency !== currency) throw CurrencyMismatch();
  const leaves = direction === 'sale';
  const value = await (leaves ? costOfMoney(ctx, account, amount, date) : valueOn(ctx, amount, currency, date));
  const money = sideOf(ctx, account, { value, own: amount });
  const transfers = leaves ? bridge(side, money, 'refund', rules) : bridge(money, side, 'refund', rules);
  return { ...none, transfers, accountId: account.id, divisionId: await tillOf(ctx, account) };
}

/** Posts the receivable that remains in the books after a foreign currency document was settled; negative: payable. */
function exchangeCents(owed: string, value: bigint, rules: Map<string, string>): Transfer[] {
  if (value === 0n) return [];
  const nothing = { chartAccountId: owed, value: 0n };
  const cents = { chartAccountId: owed, value: absolute(value) };
  return value > 0n ? bridge(cents, nothing, 'refund', rules) : bridge(nothing, cents, 'refund', rules);
}
