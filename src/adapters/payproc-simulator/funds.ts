import { type Payout, PayoutExceedsBalance } from '#modules/payments/index.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { requireReady } from './merchants.ts';
import type { Handling } from './provider.ts';

const CURRENCIES_MAX = 200;
const PAYOUTS_MAX = 1_000;

interface StoredBalance {
  currency: string;
  available: string;
  pending: string;
}

export interface StoredPayout {
  id: string;
  account: string;
  amount: string;
  currency: string;
  state: Payout['state'];
  createdAt: string;
}

export const listBalances = ({ objects }: Handling, account: string): Promise<StoredBalance[]> =>
  objects.list('balance', account, CURRENCIES_MAX);

/** The row is the lock: movements of one account and currency are serialized. */
async function changeBalance(
  { objects }: Handling,
  account: string,
  currency: string,
  change: (balance: { available: bigint; pending: bigint }) => { available: bigint; pending: bigint },
): Promise<void> {
  const id = `${account} ${currency}`;
  await objects.insert('balance', id, account, { currency, available: '0', pending: '0' } satisfies StoredBalance);
  const before = (await objects.lock<StoredBalance>('balance', id))!;
  const after = change({ available: BigInt(before.available), pending: BigInt(before.pending) });
  const body: StoredBalance = { currency, available: String(after.available), pending: String(after.pending) };
  await objects.update('balance', id, body);
}

export const addFunds = (handling: Handling, account: string, currency: string, amount: bigint, atOnce: boolean) =>
  changeBalance(handling, account, currency, ({ available, pending }) =>
    atOnce ? { available: available + amount, pending } : { available, pending: pending + amount },
  );

/** A refund uses pending money first; the available balance may become negative. */
export const removeFunds = (handling: Handling, account: string, currency: string, amount: bigint) =>
  changeBalance(handling, account, currency, ({ available, pending }) => {
    const fromPending = pending < amount ? pending : amount;
    return { available: available - (amount - fromPending), pending: pending - fromPending };
  });

/** Makes pending money available, as time would. */
export async function settle(handling: Handling, account: string): Promise<void> {
  for (const { currency } of await listBalances(handling, account))
    await changeBalance(handling, account, currency, ({ available, pending }) => ({
      available: available + pending,
      pending: 0n,
    }));
  handling.announce('balance', account, account);
}

export async function createPayout(
  handling: Handling,
  account: string,
  { amount, currency }: { amount: bigint; currency: string },
): Promise<StoredPayout> {
  await requireReady(handling, account, 'payoutsEnabled');
  if (amount <= 0n) throw ProviderRefused('A payout must be more than zero.');
  await changeBalance(handling, account, currency, ({ available, pending }) => {
    if (available < amount) throw PayoutExceedsBalance();
    return { available: available - amount, pending };
  });
  const id = `po_${newId()}`;
  const payout: StoredPayout = {
    id,
    account,
    amount: String(amount),
    currency,
    state: 'pending',
    createdAt: handling.now,
  };
  await handling.objects.insert('payout', id, account, payout);
  handling.announce('payout', id, account);
  return payout;
}

export async function findPayout({ objects }: Handling, account: string, id: string): Promise<StoredPayout> {
  const payout = await objects.find<StoredPayout>('payout', id);
  if (payout?.account !== account) throw ProviderRefused('There is no such payout.');
  return payout;
}

export async function listPayouts(
  { objects }: Handling,
  account: string,
  page: { before: string | null; limit: number },
): Promise<StoredPayout[]> {
  const payouts = await objects.list<StoredPayout>('payout', account, PAYOUTS_MAX);
  const from = page.before === null ? 0 : payouts.findIndex(({ id }) => id === page.before) + 1;
  return payouts.slice(from, from + page.limit);
}

const nextStates: Record<Payout['state'], Payout['state'][]> = {
  pending: ['in_transit', 'failed'],
  in_transit: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  canceled: [],
};

/** The bank's side of a payout. A failed payout returns the money, even after it was reported as paid. */
export async function movePayout(handling: Handling, id: string, state: Payout['state']): Promise<StoredPayout> {
  const payout = await handling.objects.lock<StoredPayout>('payout', id);
  if (!payout || !nextStates[payout.state].includes(state)) throw ProviderRefused(`The payout cannot become ${state}.`);
  if (state === 'failed') await addFunds(handling, payout.account, payout.currency, BigInt(payout.amount), true);
  const moved = { ...payout, state };
  await handling.objects.update('payout', id, moved);
  handling.announce('payout', id, payout.account);
  return moved;
}
