import { notifyOwner } from '#modules/collaboration/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatMinor } from '#platform/money.ts';
import { Refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { processorAccount } from '../account/account.ts';
import { costOf } from '../account/transfer.ts';
import { voidRecord, writeRecord } from '../record/write-record.ts';
import { accounts, type PayoutTransfer, payoutTransfers } from '../tables.ts';

export async function closeRefused(ctx: TenantContext, id: string): Promise<void> {
  await payoutTransfers.update(ctx, id, { status: 'refused' });
}

/** Books a payout that the provider has accepted. */
export async function bookPayout(ctx: TenantContext, id: string, payoutId: string): Promise<void> {
  const transfer = await payoutTransfers.get(ctx, id);
  const { id: recordId } = await writePayout(ctx, transfer, 'sent');
  await payoutTransfers.update(ctx, id, { status: 'sent', payoutId, recordId });
}

/** Voids the record of a payout that the bank refused; if its period is closed, books the return instead. Notifies the owner. */
export async function bookReturn(ctx: TenantContext, id: string): Promise<void> {
  const transfer = await payoutTransfers.get(ctx, id);
  const voided = await unlessRefused(ctx, (inside) => voidRecord(inside, transfer.recordId!));
  if (voided instanceof Refusal) await writePayout(ctx, transfer, 'returned');
  await payoutTransfers.update(ctx, id, { status: 'returned' });
  await reportReturn(ctx, transfer);
}

async function reportReturn(ctx: TenantContext, { id, amount, currency, toAccountId }: PayoutTransfer): Promise<void> {
  const [bank, notation] = await Promise.all([accounts.get(ctx, toAccountId), readSettings(ctx, generalSettings)]);
  const money = formatMinor(amount, currency, notation);
  await notifyOwner(ctx, {
    kind: 'payout-returned',
    es: {
      title: `El banco no aceptó un retiro de ${money}`,
      body: `El dinero volvió a tu procesador de pagos y ya no está en la cuenta ${bank.name}. Revisa los datos de la cuenta del banco en el procesador y pídelo otra vez.`,
    },
    en: {
      title: `The bank did not accept a payout of ${money}`,
      body: `The money went back to your payment processor and is no longer in the account ${bank.name}. Check the details of the bank account with the processor and request it again.`,
    },
    data: { payoutTransferId: id },
  });
}

async function writePayout(ctx: TenantContext, transfer: PayoutTransfer, direction: 'sent' | 'returned') {
  const { amount, currency, description } = transfer;
  const processor = await processorAccount(ctx, currency);
  const bank = await accounts.get(ctx, transfer.toAccountId);
  const [from, to] = direction === 'sent' ? [processor, bank] : [bank, processor];
  const date = ctx.today.toString();
  const cost = (await costOf(ctx, { from, to, date, sent: amount, received: amount }, 0n)).sent;
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
