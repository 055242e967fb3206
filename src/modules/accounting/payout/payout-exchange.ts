import { findMerchantId, type Payout, type PayprocAccount, payproc } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { type Attempt, openPort, type Reply } from '#platform/ports/exchange-declaration.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { type PayoutTransfer, payoutTransfers } from '../tables.ts';
import { selectPayoutIdsSince } from './payout.sql.ts';
import { bookPayout, bookReturn, closeRefused } from './payout-booking.ts';

/** Banks can return a payout days later, even after the provider has reported it as paid. */
const WATCHED_SECONDS = 14 * 24 * 3_600;
const LOOKED_AT_EVERY_SECONDS = 6 * 3_600;
const PAYOUTS_SEARCHED = 100;

interface Question {
  transfer: PayoutTransfer;
  account: PayprocAccount;
  /** Payouts since then that belong to other transfers. */
  knownPayoutIds: string[];
}

/** Money from the balance at the payment processor to a bank account. */
export const payout = exchange<Question, { state: Payout['state'] }>({
  name: 'accounting/payout',
  prepare: prepareQuestion,
  ask: async (question, attempt) => {
    const made = await findOrCreate(question, attempt);
    return made ? replyOf(made) : { state: 'refused', answer: null };
  },
  settle: async (ctx, { id, state, before, reference }) => {
    if (state === 'done') await bookPayout(ctx, id, reference!);
    else if (before === 'done') await bookReturn(ctx, id);
    else await closeRefused(ctx, id);
  },
  watchAfter: ({ ageSeconds }) => (ageSeconds < WATCHED_SECONDS ? LOOKED_AT_EVERY_SECONDS : null),
});

async function prepareQuestion(ctx: TenantContext, id: string): Promise<Question | null> {
  const transfer = await payoutTransfers.find(ctx, id);
  if (!transfer) return null;
  const { adapter, createdAt } = transfer;
  const [provider, merchantId, knownPayoutIds] = await Promise.all([
    openPort(ctx, payproc),
    findMerchantId(ctx, adapter),
    selectPayoutIdsSince(ctx, adapter, createdAt),
  ]);
  if (provider.adapter !== adapter || !merchantId)
    throw ProviderRefused('The organization no longer uses the provider of this payout.');
  return { transfer, account: provider.account(merchantId), knownPayoutIds };
}

function findOrCreate(question: Question, attempt: Attempt<unknown>): Promise<Payout | null> {
  const { account, transfer } = question;
  const { amount, currency, payoutId } = transfer;
  if (payoutId) return account.readPayout(payoutId);
  if (attempt.reference) return account.readPayout(attempt.reference);
  return attempt.isKeyForgotten ? search(question) : account.createPayout({ amount, currency }, attempt.key);
}

/** Without its key, a payout is recognized by its amount and age, if no other transfer has it. */
async function search({ account, transfer, knownPayoutIds }: Question): Promise<Payout | null> {
  const payouts = await account.listPayouts({ before: null, limit: PAYOUTS_SEARCHED });
  const since = Temporal.Instant.from(transfer.createdAt).subtract({ minutes: 5 });
  const found = payouts.find(
    ({ id, amount, currency, createdAt }) =>
      amount === transfer.amount &&
      currency === transfer.currency &&
      Temporal.Instant.compare(createdAt, since) >= 0 &&
      !knownPayoutIds.includes(id),
  );
  return found ?? null;
}

const replyOf = ({ id, state }: Payout): Reply<{ state: Payout['state'] }> => ({
  state: state === 'failed' || state === 'canceled' ? 'refused' : 'done',
  answer: { state },
  reference: id,
});
