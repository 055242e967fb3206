import {
  type DeclineReason,
  type NewPurchase,
  type PurchaseRefund,
  type PurchaseState,
  RefundExceedsCharge,
} from '#modules/payments/index.ts';
import { newId, newSecret } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import type { StoredProfile } from './profiles.ts';
import type { Handling } from './provider.ts';
import { findCard } from './test-cards.ts';

export interface StoredPurchase {
  id: string;
  organizationId: string;
  state: PurchaseState;
  declineReason: DeclineReason | null;
  amount: string;
  currency: string;
  amountCaptured: string;
  amountRefunded: string;
  description: string;
  order: string;
  /** Authorizes without capturing. */
  reserves: boolean;
  cardNumber: string;
  /** The secret of the page on which the customer answers the bank. */
  secret: string;
  createdAt: string;
}

export interface StoredRefund {
  id: string;
  /** The merchant's own reference. */
  description: string;
  amount: string;
  currency: string;
  state: PurchaseRefund['state'];
}

export async function createPurchase(
  handling: Handling,
  organizationId: string,
  profile: StoredProfile,
  wanted: NewPurchase,
  how: { reserves: boolean; asksSecurityCode: boolean },
): Promise<StoredPurchase> {
  if (wanted.amount <= 0n) throw ProviderRefused('A purchase must be more than zero.');
  const id = `pur_${newId()}`;
  const purchase: StoredPurchase = {
    id,
    organizationId,
    state: 'failed',
    declineReason: null,
    amount: String(wanted.amount),
    currency: wanted.currency,
    amountCaptured: '0',
    amountRefunded: '0',
    description: wanted.description,
    order: wanted.order,
    reserves: how.reserves,
    cardNumber: profile.number,
    secret: newSecret('act', 24),
    createdAt: handling.now,
  };
  await handling.objects.insert('purchase', id, organizationId, purchase);
  await handling.objects.insert('action', purchase.secret, id, { purchaseId: id });
  const card = findCard(profile.number);
  if (!profile.active) return store(handling, purchase, { declineReason: 'method_unusable' });
  const waits = card?.authenticates || how.asksSecurityCode;
  return waits ? store(handling, purchase, { state: 'requires_action' }) : decide(handling, purchase);
}

/** The bank's decision about the card. */
function decide(handling: Handling, purchase: StoredPurchase): Promise<StoredPurchase> {
  const card = findCard(purchase.cardNumber);
  if (card?.declines) return store(handling, purchase, { state: 'failed', declineReason: card.declines });
  if (card?.processes && purchase.state !== 'processing') return store(handling, purchase, { state: 'processing' });
  return approve(handling, purchase);
}

const approve = (handling: Handling, purchase: StoredPurchase): Promise<StoredPurchase> =>
  purchase.reserves
    ? store(handling, purchase, { state: 'authorized' })
    : store(handling, purchase, { state: 'succeeded', amountCaptured: purchase.amount });

async function store(handling: Handling, purchase: StoredPurchase, change: Partial<StoredPurchase>) {
  const changed: StoredPurchase = { ...purchase, declineReason: null, ...change };
  await handling.objects.update('purchase', purchase.id, changed);
  return changed;
}

/** Applies the customer's answer on the page. */
export const answerBank = (handling: Handling, purchase: StoredPurchase, isThem: boolean): Promise<StoredPurchase> =>
  isThem
    ? decide(handling, purchase)
    : store(handling, purchase, { state: 'failed', declineReason: 'authentication_failed' });

/** Ends a processing purchase with the bank's decision. */
export async function finishProcessing(handling: Handling, id: string, outcome: 'succeeded' | 'failed') {
  const purchase = await handling.objects.lock<StoredPurchase>('purchase', id);
  if (purchase?.state !== 'processing') throw ProviderRefused('This purchase is not in process.');
  return outcome === 'succeeded'
    ? approve(handling, purchase)
    : store(handling, purchase, { state: 'failed', declineReason: 'declined' });
}

export async function findPurchase({ objects }: Handling, organizationId: string, id: string): Promise<StoredPurchase> {
  const purchase = await objects.find<StoredPurchase>('purchase', id);
  if (purchase?.organizationId !== organizationId) throw ProviderRefused('There is no such purchase.');
  return purchase;
}

/** The purchase with this page secret. */
export async function lockByAction({ objects }: Handling, secret: string): Promise<StoredPurchase | null> {
  const action = await objects.find<{ purchaseId: string }>('action', secret);
  return action && objects.lock<StoredPurchase>('purchase', action.purchaseId);
}

async function lockPurchase({ objects }: Handling, organizationId: string, id: string, state: PurchaseState) {
  const purchase = await objects.lock<StoredPurchase>('purchase', id);
  if (purchase?.organizationId !== organizationId) throw ProviderRefused('There is no such purchase.');
  if (purchase.state !== state) throw ProviderRefused(`A purchase that is ${purchase.state} does not allow this.`);
  return purchase;
}

export async function capturePurchase(handling: Handling, organizationId: string, id: string, amount: bigint | null) {
  const purchase = await lockPurchase(handling, organizationId, id, 'authorized');
  const taken = amount ?? BigInt(purchase.amount);
  if (taken <= 0n || taken > BigInt(purchase.amount))
    throw ProviderRefused('A capture is at most the authorized amount.');
  return store(handling, purchase, { state: 'succeeded', amountCaptured: String(taken) });
}

export const voidPurchase = async (handling: Handling, organizationId: string, id: string) =>
  store(handling, await lockPurchase(handling, organizationId, id, 'authorized'), { state: 'canceled' });

const REFUNDS_READ_MAX = 100;

/** The refund of a purchase with this merchant reference. */
export async function findRefund(
  handling: Handling,
  organizationId: string,
  purchaseId: string,
  description: string,
): Promise<StoredRefund | null> {
  const { id } = await findPurchase(handling, organizationId, purchaseId);
  const refunds = await handling.objects.list<StoredRefund>('refund', id, REFUNDS_READ_MAX);
  return refunds.find((refund) => refund.description === description) ?? null;
}

export async function refundPurchase(
  handling: Handling,
  organizationId: string,
  purchaseId: string,
  wanted: bigint | null,
  description: string,
): Promise<StoredRefund> {
  const purchase = await lockPurchase(handling, organizationId, purchaseId, 'succeeded');
  const left = BigInt(purchase.amountCaptured) - BigInt(purchase.amountRefunded);
  const amount = wanted ?? left;
  if (amount <= 0n || amount > left) throw RefundExceedsCharge();
  await store(handling, purchase, { amountRefunded: String(BigInt(purchase.amountRefunded) + amount) });
  const id = `ref_${newId()}`;
  const { currency } = purchase;
  const refund: StoredRefund = { id, description, amount: String(amount), currency, state: 'succeeded' };
  await handling.objects.insert('refund', id, purchaseId, refund);
  return refund;
}
