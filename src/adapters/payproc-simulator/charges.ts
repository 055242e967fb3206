import {
  type ChargeState,
  type DeclineReason,
  type NewCharge,
  type Refund,
  RefundExceedsCharge,
} from '#modules/payments/index.ts';
import { newId, newSecret } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { findCustomer, findMethod, type Gesture, saveCard } from './customers.ts';
import { addFunds, removeFunds } from './funds.ts';
import { requireReady } from './merchants.ts';
import { type Handling, requireWebAddress } from './provider.ts';
import { findCard, type TestCard } from './test-cards.ts';

export interface StoredCharge {
  id: string;
  account: string;
  state: ChargeState;
  declineReason: DeclineReason | null;
  amount: string;
  currency: string;
  amountCaptured: string;
  amountRefunded: string;
  customerId: string | null;
  paymentMethodId: string | null;
  capture: NewCharge['capture'];
  saveMethod: boolean;
  description: string;
  clientSecret: string;
  url: string;
  returnUrl: string;
  /** The card of the last attempt; authorization, authentication and settlement continue with it. */
  cardNumber: string | null;
  createdAt: string;
}

export interface StoredRefund {
  id: string;
  account: string;
  chargeId: string;
  amount: string;
  currency: string;
  state: Refund['state'];
}

export async function createCharge(handling: Handling, account: string, wanted: NewCharge): Promise<StoredCharge> {
  await requireReady(handling, account, 'chargesEnabled');
  if (wanted.amount <= 0n) throw ProviderRefused('A charge must be more than zero.');
  requireWebAddress(wanted.returnUrl);
  if (wanted.customerId) await findCustomer(handling, account, wanted.customerId);
  const { amount, offSession: _, ...rest } = wanted;
  const id = `ch_${newId()}`;
  const clientSecret = newSecret(`${id}_secret`, 24);
  const charge: StoredCharge = {
    ...rest,
    id,
    account,
    state: 'requires_method',
    declineReason: null,
    amount: String(amount),
    amountCaptured: '0',
    amountRefunded: '0',
    clientSecret,
    url: handling.pageUrl(`pay/${clientSecret}`),
    cardNumber: null,
    createdAt: handling.now,
  };
  await handling.objects.insert('charge', id, account, charge);
  return wanted.paymentMethodId ? chargeSaved(handling, charge, wanted) : store(handling, charge, {});
}

async function chargeSaved(handling: Handling, charge: StoredCharge, wanted: NewCharge): Promise<StoredCharge> {
  const method = await findMethod(handling, wanted.customerId ?? '', wanted.paymentMethodId!);
  const card = findCard(method.card.number)!;
  const mustProve =
    card.authentication === 'always' || (card.authentication === 'until-saved' && !method.authenticated);
  if (mustProve && wanted.offSession) return fail(handling, charge, 'authentication_required');
  if (mustProve) return store(handling, charge, { state: 'requires_action', cardNumber: card.number });
  return decide(handling, charge, card);
}

/** The bank's decision about the card. */
async function decide(handling: Handling, charge: StoredCharge, card: TestCard): Promise<StoredCharge> {
  const tried = { ...charge, cardNumber: card.number };
  if (card.declines) return fail(handling, tried, card.declines);
  if (card.processes) return store(handling, tried, { state: 'processing' });
  return approve(handling, tried);
}

const approve = (handling: Handling, charge: StoredCharge): Promise<StoredCharge> =>
  charge.capture === 'manual'
    ? store(handling, charge, { state: 'authorized' })
    : takeMoney(handling, charge, BigInt(charge.amount));

const fail = (handling: Handling, charge: StoredCharge, declineReason: DeclineReason): Promise<StoredCharge> =>
  store(handling, charge, { state: 'failed', declineReason });

async function takeMoney(handling: Handling, charge: StoredCharge, amount: bigint): Promise<StoredCharge> {
  const atOnce = findCard(charge.cardNumber ?? '')?.settlesAtOnce ?? false;
  await addFunds(handling, charge.account, charge.currency, amount, atOnce);
  return store(handling, charge, { state: 'succeeded', amountCaptured: String(amount) });
}

async function store(handling: Handling, charge: StoredCharge, change: Partial<StoredCharge>): Promise<StoredCharge> {
  const changed = { ...charge, declineReason: null, ...change };
  await handling.objects.update('charge', charge.id, changed);
  handling.announce('charge', charge.id, charge.account);
  return changed;
}

/** Applies the customer's action on the page of a charge. */
export async function advanceCharge(
  handling: Handling,
  charge: StoredCharge,
  gesture: Gesture,
  card: TestCard,
): Promise<StoredCharge> {
  if (gesture === 'abandon') return charge;
  if (gesture === 'decline') return fail(handling, charge, 'declined');
  if (gesture === 'fail') return fail(handling, charge, 'authentication_failed');
  if (gesture === 'authenticate' || (gesture === 'pay' && card.authentication))
    return store(handling, charge, { state: 'requires_action', cardNumber: card.number });
  const saves = charge.saveMethod && charge.customerId !== null && !charge.paymentMethodId;
  if (!saves || card.declines) return decide(handling, charge, card);
  const method = await saveCard(handling, charge.account, charge.customerId!, card, gesture === 'confirm');
  return decide(handling, { ...charge, paymentMethodId: method.id }, card);
}

export async function findCharge({ objects }: Handling, account: string, id: string): Promise<StoredCharge> {
  const charge = await objects.find<StoredCharge>('charge', id);
  if (charge?.account !== account) throw ProviderRefused('There is no such charge.');
  return charge;
}

export async function lockCharge(
  { objects }: Handling,
  account: string,
  id: string,
  states: ChargeState[],
): Promise<StoredCharge> {
  const charge = await objects.lock<StoredCharge>('charge', id);
  if (charge?.account !== account) throw ProviderRefused('There is no such charge.');
  if (!states.includes(charge.state)) throw ProviderRefused(`A charge that is ${charge.state} does not allow this.`);
  return charge;
}

export async function captureCharge(
  handling: Handling,
  account: string,
  id: string,
  amount: bigint | null,
): Promise<StoredCharge> {
  const charge = await lockCharge(handling, account, id, ['authorized']);
  const taken = amount ?? BigInt(charge.amount);
  if (taken <= 0n || taken > BigInt(charge.amount))
    throw ProviderRefused('A capture is at most the authorized amount.');
  return takeMoney(handling, charge, taken);
}

export async function cancelCharge(handling: Handling, account: string, id: string): Promise<StoredCharge> {
  const open: ChargeState[] = ['requires_method', 'requires_action', 'authorized', 'failed'];
  return store(handling, await lockCharge(handling, account, id, open), { state: 'canceled' });
}

/** Ends a processing charge with the bank's decision. */
export async function finishProcessing(
  handling: Handling,
  id: string,
  outcome: 'succeeded' | 'failed',
): Promise<StoredCharge> {
  const found = await handling.objects.lock<StoredCharge>('charge', id);
  if (found?.state !== 'processing') throw ProviderRefused('This charge is not processing.');
  return outcome === 'failed' ? fail(handling, found, 'declined') : approve(handling, found);
}

export async function refundCharge(
  handling: Handling,
  account: string,
  chargeId: string,
  wanted: bigint | null,
): Promise<StoredRefund> {
  const charge = await lockCharge(handling, account, chargeId, ['succeeded']);
  const left = BigInt(charge.amountCaptured) - BigInt(charge.amountRefunded);
  const amount = wanted ?? left;
  if (amount <= 0n || amount > left) throw RefundExceedsCharge();
  await removeFunds(handling, account, charge.currency, amount);
  await store(handling, charge, { amountRefunded: String(BigInt(charge.amountRefunded) + amount) });
  const id = `re_${newId()}`;
  const refund: StoredRefund = {
    id,
    account,
    chargeId,
    amount: String(amount),
    currency: charge.currency,
    state: findCard(charge.cardNumber ?? '')?.refundsSlowly ? 'pending' : 'succeeded',
  };
  await handling.objects.insert('refund', id, account, refund);
  handling.announce('refund', id, account);
  return refund;
}

/** Sets the bank's decision about a refund, which may change. A failed refund returns the money to the merchant. */
export async function finishRefund(handling: Handling, id: string, state: 'succeeded' | 'failed'): Promise<void> {
  const refund = await handling.objects.lock<StoredRefund>('refund', id);
  if (!refund || refund.state === 'failed' || refund.state === state)
    throw ProviderRefused('This refund is already final.');
  const { account, chargeId, currency, amount } = refund;
  if (state === 'failed') {
    const charge = await lockCharge(handling, account, chargeId, ['succeeded']);
    await addFunds(handling, account, currency, BigInt(amount), true);
    await store(handling, charge, { amountRefunded: String(BigInt(charge.amountRefunded) - BigInt(amount)) });
  }
  await handling.objects.update('refund', id, { ...refund, state });
  handling.announce('refund', id, account);
}

export async function findRefund({ objects }: Handling, account: string, id: string): Promise<StoredRefund> {
  const refund = await objects.find<StoredRefund>('refund', id);
  if (refund?.account !== account) throw ProviderRefused('There is no such refund.');
  return refund;
}
