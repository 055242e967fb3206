import { isNo, keyIsForgotten, type Payout, type PayprocAccount } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { findAccount, processorAccount } from '../account/account.ts';
import { costOf } from '../account/transfer.ts';
import { findBaseCurrency } from '../ledger/seed.sql.ts';
import { voidRecord, writeRecord } from '../record/write-record.ts';
import { lockTransfer, type PayoutTransfer, selectByPayouts, updateTransfer } from './payout.sql.ts';

/** A unit of work in the organization, in a request as in a job. */
export type InOrganization = <T>(work: (ctx: TenantContext) => Promise<T>) => Promise<T>;

const PAYOUTS_LOOKED_THROUGH = 100;

/** Brings a requested transfer to its outcome, however often it is tried: one payout, booked once. Null: it was never made. */
export async function settleTransfer(
  within: InOrganization,
  account: PayprocAccount,
  transfer: PayoutTransfer,
): Promise<{ transfer: PayoutTransfer; payout: Payout } | null> {
  const payout = keyIsForgotten(transfer.createdAt)
    ? await findPayout(within, account, transfer)
    : await askPayout(within, account, transfer);
  if (payout) return { transfer: await within((ctx) => keepSent(ctx, transfer.id, payout)), payout };
  await within((ctx) => closeRefused(ctx, transfer.id));
  return null;
}

/** Asks under the transfer's own key: however often, it is the same payout. */
async function askPayout(within: InOrganization, account: PayprocAccount, transfer: PayoutTransfer): Promise<Payout> {
  const { id, amount, currency } = transfer;
  try {
    return await account.createPayout({ amount, currency }, id);
  } catch (error) {
    if (isNo(error)) await within((ctx) => closeRefused(ctx, id));
    throw error;
  }
}

/** Too late to ask by the key: a payout of that amount since then that is nobody else's must be it. */
async function findPayout(
  within: InOrganization,
  account: PayprocAccount,
  transfer: PayoutTransfer,
): Promise<Payout | null> {
  const payouts = await account.listPayouts({ before: null, limit: PAYOUTS_LOOKED_THROUGH });
  const since = Temporal.Instant.from(transfer.createdAt).subtract({ minutes: 5 });
  const alike = payouts.filter(
    ({ amount, currency, createdAt }) =>
      amount === transfer.amount && currency === transfer.currency && Temporal.Instant.compare(createdAt, since) >= 0,
  );
  const ids = alike.map(({ id }) => id);
  const known = await within(({ tx, organizationId }) => selectByPayouts(tx, organizationId, transfer.adapter, ids));
  return alike.find(({ id }) => !known.some(({ payoutId }) => payoutId === id)) ?? null;
}

async function closeRefused(ctx: TenantContext, id: string): Promise<void> {
  const { status } = await lockTransfer(ctx.tx, ctx.organizationId, id);
  if (status === 'requested') await updateTransfer(ctx.tx, ctx.organizationId, id, { status: 'refused' });
}

/** Books a payout that the provider has taken, unless that was done already. */
async function keepSent(ctx: TenantContext, id: string, payout: Payout): Promise<PayoutTransfer> {
  const transfer = await lockTransfer(ctx.tx, ctx.organizationId, id);
  if (transfer.status !== 'requested') return transfer;
  const record = await writePayout(ctx, transfer, 'sent');
  const change = { status: 'sent' as const, payoutId: payout.id, recordId: record.id };
  return updateTransfer(ctx.tx, ctx.organizationId, id, change);
}

/** Takes a payout that the bank refused out of the books: as if it had not been, or, where that is closed, with its return. */
export async function takeBack(ctx: TenantContext, id: string): Promise<void> {
  const transfer = await lockTransfer(ctx.tx, ctx.organizationId, id);
  if (transfer.status !== 'sent') return;
  try {
    await voidRecord(ctx, transfer.recordId!);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await writePayout(ctx, transfer, 'returned');
  }
  await updateTransfer(ctx.tx, ctx.organizationId, id, { status: 'returned' });
}

async function writePayout(ctx: TenantContext, transfer: PayoutTransfer, direction: 'sent' | 'returned') {
  const { amount, currency, description } = transfer;
  const base = await findBaseCurrency(ctx.tx, ctx.organizationId);
  const processor = await processorAccount(ctx, currency);
  const bank = await findAccount(ctx, transfer.toAccountId);
  const [from, to] = direction === 'sent' ? [processor, bank] : [bank, processor];
  const date = ctx.today.toString();
  const cost = (await costOf(ctx, { from, to, base, date, sent: amount, received: amount }, 0n)).sent;
  const own = { debitAmount: amount, creditAmount: amount };
  return writeRecord(ctx, {
    kind: 'transfer',
    date,
    description: direction === 'sent' ? description : shortened(`Devuelto por el banco: ${description}`, 1000),
    amount,
    currency,
    baseAmount: cost,
    accountId: from.id,
    chartAccountId: to.chartAccountId,
    sourceKind: 'payout',
    sourceId: transfer.id,
    transfers: [{ debit: to.chartAccountId, credit: from.chartAccountId, amount: cost, ...own, purpose: 'transfer' }],
  });
}
