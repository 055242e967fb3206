import { z } from 'zod';
import { notifyOwner } from '#modules/collaboration/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import { findMerchantId, type Payout, type ProviderNotice, payproc } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { formatMinor } from '#platform/money.ts';
import { Refusal } from '#platform/refusal.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { type Account, accounts, payoutTransfers } from '../tables.ts';
import { requireBookable } from './payout.ts';
import { payout } from './payout-exchange.ts';

const DAY_SECONDS = 24 * 3_600;
/** While a payout cannot be booked: another one is in progress, the day is locked, or its rate is unknown. */
const TRIED_AGAIN_AFTER_SECONDS = [60, 600, 3_600, DAY_SECONDS, 3 * DAY_SECONDS, 7 * DAY_SECONDS];

/** The processor has news of a payout, which may be one that it made by itself, on the schedule of the owner. */
export async function followPayout(ctx: TenantContext, { adapter, subject, objectId }: ProviderNotice): Promise<void> {
  if (subject !== 'payout') return;
  await payout.lookAt(ctx, objectId);
  if (!(await payoutTransfers.exists(ctx, { adapter, payoutId: objectId })))
    ctx.enqueue(adoptPayout, { payoutId: objectId, turn: 0 });
}

/** Books a payout that was not requested here. */
export const adoptPayout = tenantJob({
  name: 'accounting/adopt-payout',
  payload: { payoutId: z.string().max(200), turn: z.number().int().min(0) },
  run: async (steps, { payoutId, turn }) => {
    const provider = await steps.port(payproc);
    const merchantId = await steps.transaction((ctx) => findMerchantId(ctx, provider.adapter));
    if (!merchantId) return;
    const made = await provider.account(merchantId).readPayout(payoutId);
    if (made.state === 'failed' || made.state === 'canceled') return;
    await steps.transaction((ctx) => adopt(ctx, provider.adapter, made, turn));
  },
});

async function adopt(ctx: TenantContext, adapter: string, made: Payout, turn: number): Promise<void> {
  const { id: payoutId, amount, currency } = made;
  // In this order: a request that finishes between the two reads has stored its payout before the second.
  const isOtherOpen = await payoutTransfers.exists(ctx, { currency, status: 'requested' });
  if (await payoutTransfers.exists(ctx, { adapter, payoutId })) return;
  if (isOtherOpen || !(await isBookable(ctx, currency))) return tryAgain(ctx, made, turn);
  const bank = await bankOf(ctx, currency);
  // Notices also come before the money does: one of them is enough to notify the owner.
  if (!bank) return made.state === 'paid' ? reportUnbooked(ctx, made) : undefined;
  const description = 'Pago automático del procesador de pagos';
  const row = { id: newId(), adapter, payoutId, toAccountId: bank.id, amount, currency, description };
  const isNew = await payoutTransfers.insertUnlessTaken(ctx, {
    ...row,
    status: 'requested',
    createdBy: null,
    createdAt: realNow(),
  });
  if (isNew) await payout.begin(ctx, row.id, { startAt: realNow() });
  else await tryAgain(ctx, made, turn);
}

async function tryAgain(ctx: TenantContext, made: Payout, turn: number): Promise<void> {
  const seconds = TRIED_AGAIN_AFTER_SECONDS[turn];
  if (seconds === undefined) return reportUnbooked(ctx, made);
  ctx.enqueue(adoptPayout, { payoutId: made.id, turn: turn + 1 }, { startAt: realNow().add({ seconds }) });
}

const isBookable = async (ctx: TenantContext, currency: string): Promise<boolean> =>
  !((await unlessRefused(ctx, (inside) => requireBookable(inside, currency))) instanceof Refusal);

/** The bank account of the payout before, or the only one in the currency. */
async function bankOf(ctx: TenantContext, currency: string): Promise<Account | undefined> {
  const [[last], open] = await Promise.all([
    payoutTransfers.all(ctx, { currency, status: 'sent' }, { orderBy: ['-createdAt'], limit: 1 }),
    accounts.all(ctx, { kind: 'bank', currency, archivedAt: null }),
  ]);
  return open.find(({ id }) => id === last?.toAccountId) ?? (open.length === 1 ? open[0] : undefined);
}

async function reportUnbooked(ctx: TenantContext, { id, amount, currency }: Payout): Promise<void> {
  const notation = await readSettings(ctx, generalSettings);
  const money = formatMinor(amount, currency, notation);
  await notifyOwner(ctx, {
    kind: 'payout-not-booked',
    es: {
      title: `Registra un pago del procesador de ${money}`,
      body: 'El procesador de pagos envió ese dinero a tu banco, pero no pudimos registrarlo. Regístralo como una transferencia de la cuenta del procesador a la del banco.',
    },
    en: {
      title: `Record a payout of the processor of ${money}`,
      body: 'The payment processor sent this money to your bank, but we could not book it. Record it as a transfer from the account of the processor to that of the bank.',
    },
    data: { payoutId: id },
  });
}
