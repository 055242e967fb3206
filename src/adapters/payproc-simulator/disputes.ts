import { type Dispute, type DisputeState, RefundExceedsCharge } from '#modules/payments/index.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { lockCharge } from './charges.ts';
import { addFunds, removeFunds } from './funds.ts';
import type { Handling } from './provider.ts';

/** Minor units. It is not returned. */
const FEE = 1_500n;
const EVIDENCE_DAYS = 7;

export interface StoredDispute {
  id: string;
  account: string;
  chargeId: string;
  amount: string;
  currency: string;
  state: DisputeState;
  reason: string;
  evidenceDueAt: string;
  movements: { amount: string; currency: string; fee: string }[];
  createdAt: string;
}

/** The bank of the customer takes an amount back, or asks first. */
export async function openDispute(
  handling: Handling,
  account: string,
  chargeId: string,
  { amount: wanted, state }: { amount: bigint | null; state: 'inquiry' | 'open' },
): Promise<StoredDispute> {
  const charge = await lockCharge(handling, account, chargeId, ['succeeded']);
  const amount = wanted ?? BigInt(charge.amountCaptured);
  if (amount <= 0n || amount > BigInt(charge.amountCaptured)) throw RefundExceedsCharge();
  const id = `dp_${newId()}`;
  const dispute: StoredDispute = {
    ...{ id, account, chargeId, amount: String(amount), currency: charge.currency, movements: [] },
    ...{ state: 'inquiry', reason: 'fraudulent', createdAt: handling.now },
    evidenceDueAt: Temporal.Instant.from(handling.now)
      .add({ hours: 24 * EVIDENCE_DAYS })
      .toString(),
  };
  await handling.objects.insert('dispute', id, account, dispute);
  return moveDispute(handling, id, state);
}

/** Withdraws the money when the dispute opens or is lost, and reinstates it when it is won. */
export async function moveDispute(handling: Handling, id: string, state: DisputeState): Promise<StoredDispute> {
  const dispute = await handling.objects.lock<StoredDispute>('dispute', id);
  if (!dispute) throw ProviderRefused('There is no such dispute.');
  const { account, currency } = dispute;
  const amount = BigInt(dispute.amount);
  const isWithdrawn = dispute.movements.length % 2 === 1;
  const movements = [...dispute.movements];
  if (isWithdrawn && state === 'won') {
    await addFunds(handling, account, currency, amount, true);
    movements.push({ amount: String(amount), currency, fee: '0' });
  }
  if (!isWithdrawn && (state === 'open' || state === 'lost')) {
    await removeFunds(handling, account, currency, amount + FEE);
    movements.push({ amount: String(-amount), currency, fee: String(FEE) });
  }
  const moved = { ...dispute, state, movements };
  await handling.objects.update('dispute', id, moved);
  handling.announce('dispute', id, account);
  return moved;
}

export async function findDispute({ objects }: Handling, account: string, id: string): Promise<StoredDispute> {
  const dispute = await objects.find<StoredDispute>('dispute', id);
  if (dispute?.account !== account) throw ProviderRefused('There is no such dispute.');
  return dispute;
}

const DISPUTES_MAX = 10_000;

export async function listDisputes(
  { objects }: Handling,
  account: string,
  { since, before, limit }: { since: Temporal.Instant; before: string | null; limit: number },
): Promise<StoredDispute[]> {
  const disputes = await objects.list<StoredDispute>('dispute', account, DISPUTES_MAX);
  const from = before === null ? 0 : disputes.findIndex(({ id }) => id === before) + 1;
  return disputes.slice(from, from + limit).filter(({ createdAt }) => Temporal.Instant.compare(createdAt, since) >= 0);
}

export const toDispute = ({ account: _, ...dispute }: StoredDispute): Dispute => ({
  ...dispute,
  amount: BigInt(dispute.amount),
  evidenceDueAt: Temporal.Instant.from(dispute.evidenceDueAt),
  movements: dispute.movements.map(({ amount, currency, fee }) => ({
    amount: BigInt(amount),
    currency,
    fee: BigInt(fee),
  })),
  createdAt: Temporal.Instant.from(dispute.createdAt),
});
