import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import { findMerchantId, MerchantAccountMissing, type Payproc, payproc } from '#modules/payments/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { processorAccount, requireAccount } from '../account/account.ts';
import { ownBalance } from '../account/balance.ts';
import { postable } from '../currency/convert.ts';
import { requireRate } from '../currency/currency.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import { periodLocked } from '../record/guards.ts';
import { accounts, type PayoutTransfer, payoutTransfers } from '../tables.ts';
import { payout } from './payout-exchange.ts';

export const NotABankAccount = refusal(
  'not_a_bank_account',
  'Payouts go to a bank account: choose an account of kind `bank`.',
);
export const PayoutInProgress = refusal(
  'payout_in_progress',
  'The outcome of an earlier payout in this currency is not known yet: repeat that one, or wait for its outcome.',
  409,
);

/** Sends money from the processor's balance to a bank account, and books it once the provider has accepted it. */
export async function transferPayout(
  ctx: TenantSteps,
  given: { toAccountId: string; amount: string; description?: string | undefined },
) {
  const provider = await ctx.port(payproc);
  const merchantId = await ctx.transaction((inside) => findMerchantId(inside, provider.adapter));
  if (!merchantId) throw MerchantAccountMissing();
  const { id } = await ctx.transaction((inside) => requestTransfer(inside, provider, given));
  const { state, answer } = await payout.advance(ctx, id);
  if (state !== 'done')
    throw PayoutInProgress('An earlier payout was never made and is closed now: send the request again.');
  const transfer = await ctx.transaction((inside) => payoutTransfers.get(inside, id));
  return { ...described(transfer), state: answer!.state };
}

export const NothingToPayOut = refusal(
  'nothing_to_pay_out',
  'No balance in this currency is available for a payout yet: wait until the processor releases it.',
);

/** Pays out all that is available in the currency of a bank account, unless an amount is given. */
export async function requestPayout(ctx: TenantSteps, given: { toAccountId: string; amount?: string | undefined }) {
  const { toAccountId, amount = await payableTo(ctx, toAccountId) } = given;
  return transferPayout(ctx, { toAccountId, amount });
}

/** A payout whose outcome is unknown is requested again with its own amount: the balance may lack it already. */
async function payableTo(ctx: TenantSteps, toAccountId: string): Promise<string> {
  const { currency, open } = await ctx.transaction(async (inside) => {
    const { currency } = await requireAccount(inside, toAccountId, 'body.toAccountId');
    return { currency, open: await payoutTransfers.find(inside, { currency, toAccountId, status: 'requested' }) };
  });
  if (open) return fromMinor(open.amount, currency);
  const { data } = await listPayoutBalances(ctx);
  const available = data.find((balance) => balance.currency === currency)?.available;
  if (!available || Number(available) <= 0) throw NothingToPayOut();
  return available;
}

/** Stores the request. Repeated before the outcome is known, it returns the same transfer. */
async function requestTransfer(
  ctx: TenantContext,
  { adapter }: Payproc,
  given: { toAccountId: string; amount: string; description?: string | undefined },
): Promise<PayoutTransfer> {
  const { id: toAccountId, kind, currency } = await requireAccount(ctx, given.toAccountId, 'body.toAccountId');
  if (kind !== 'bank') throw NotABankAccount();
  const amount = postable(toMinor(given.amount, currency));
  await requireBookable(ctx, currency);
  const description = given.description ?? 'Retiro del procesador de pagos';
  const row = { id: newId(), adapter, toAccountId, amount, currency, description };
  const created = { createdBy: ctx.userId, createdAt: realNow() };
  // At most one transfer of each currency has an unknown outcome; a concurrent insert is waited for.
  const isNew = await payoutTransfers.insertUnlessTaken(ctx, { ...row, ...created, status: 'requested' });
  if (isNew) await payout.begin(ctx, row.id);
  const open = await payoutTransfers.find(ctx, { currency, status: 'requested' });
  // The outcome of the other transfer became known while this insert waited for it.
  if (!open) throw new RetryTransaction();
  const isOther = open.toAccountId !== toAccountId || open.amount !== amount || open.adapter !== adapter;
  // One that the processor made by itself already has its payout.
  if (isOther || open.payoutId !== null) throw PayoutInProgress();
  return open;
}

/** A payout cannot be undone, so check that it can be booked before asking the provider. */
export async function requireBookable(ctx: TenantContext, currency: string): Promise<void> {
  const { lockDate } = await readSettings(ctx, accountingSettings);
  if (lockDate && ctx.today.toString() <= lockDate) throw periodLocked(lockDate);
  await requireRate(ctx, currency, ctx.today.toString());
  await processorAccount(ctx, currency);
}

/** The payouts of the provider, newest first; those requested here with their record. */
export async function listPayouts(ctx: TenantSteps, query: { cursor?: string | undefined; itemsPerPage: number }) {
  const provider = await ctx.port(payproc);
  const merchantId = await ctx.transaction((inside) => findMerchantId(inside, provider.adapter));
  if (!merchantId) return { data: [], nextCursor: null };
  const page = { before: query.cursor ?? null, limit: query.itemsPerPage };
  const payouts = await provider.account(merchantId).listPayouts(page);
  const ids = payouts.map(({ id }) => id);
  const known = await ctx.transaction((inside) =>
    payoutTransfers.all(inside, { adapter: provider.adapter, payoutId: ids }),
  );
  const ours = new Map(known.map((transfer) => [transfer.payoutId, transfer]));
  const data = payouts.map((payout) => ({
    id: payout.id,
    amount: fromMinor(payout.amount, payout.currency),
    currency: payout.currency,
    state: payout.state,
    createdAt: toTimestamp(payout.createdAt),
    toAccountId: ours.get(payout.id)?.toAccountId ?? null,
    recordId: ours.get(payout.id)?.recordId ?? null,
  }));
  return { data, nextCursor: payouts.length === page.limit ? payouts.at(-1)!.id : null };
}

/** The balances at the processor, next to the balances of the books. */
export async function listPayoutBalances(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const merchantId = await ctx.transaction((inside) => findMerchantId(inside, provider.adapter));
  if (!merchantId) return { data: [] };
  const balances = await provider.account(merchantId).balance();
  const books = await ctx.transaction(bookedBalances);
  const data = balances.map(({ currency, available, pending }) => ({
    currency,
    available: fromMinor(available, currency),
    pending: fromMinor(pending, currency),
    booked: fromMinor(books.get(currency) ?? 0n, currency),
  }));
  return { data };
}

async function bookedBalances(ctx: TenantContext): Promise<Map<string, bigint>> {
  const payoutAccounts = await accounts.all(ctx, { kind: 'payout' });
  const accountIds = payoutAccounts.map(({ chartAccountId }) => chartAccountId);
  const totals = await selectTotals(ctx, { accountIds, divisionId: null, until: null });
  const byAccount = new Map(totals.map((total) => [total.accountId, ownBalance(total)]));
  const books = new Map<string, bigint>();
  for (const { currency, chartAccountId } of payoutAccounts)
    books.set(currency, (books.get(currency) ?? 0n) + (byAccount.get(chartAccountId) ?? 0n));
  return books;
}

const described = (transfer: PayoutTransfer) => ({
  id: transfer.id,
  payoutId: transfer.payoutId!,
  recordId: transfer.recordId!,
  toAccountId: transfer.toAccountId,
  amount: fromMinor(transfer.amount, transfer.currency),
  currency: transfer.currency,
});
