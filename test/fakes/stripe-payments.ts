import { StripeSays, type StripeState, type Thing } from './stripe-state.ts';

/** Stripe's test cards, by what they do. */
export const cards: Record<string, { code?: string; decline_code?: string; saves?: boolean; authenticates?: string }> =
  {
    '4242424242424242': {},
    '4000000000000077': {},
    '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline' },
    '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds' },
    '4000000000000069': { code: 'expired_card', decline_code: 'expired_card' },
    '4000000000000341': { code: 'card_declined', decline_code: 'generic_decline', saves: true },
    '4000002760003184': { authenticates: 'always' },
    '4000002500003155': { authenticates: 'until-saved' },
    '4000000000000093': {},
  };
const SETTLES_AT_ONCE = '4000000000000077';
const PROCESSES = '4000000000000093';

export function saveCard(state: StripeState, on: string, customer: string, number: string, proved: boolean): Thing {
  const card = { brand: 'visa', last4: number.slice(-4), exp_month: 12, exp_year: 2034 };
  return state.add('pm', 'payment_method', on, { type: 'card', card, customer, number, proved });
}

/** Tries to collect a payment, with the bank's answer for the card. */
export function attempt(state: StripeState, intent: Thing, number: string): void {
  const { code, decline_code } = cards[number]!;
  intent.next_action = null;
  intent.last_payment_error = null;
  if (code) fail(intent, { code, decline_code });
  else if (number === PROCESSES) intent.status = 'processing';
  else if (intent.capture_method === 'manual') intent.status = 'requires_capture';
  else take(state, intent, intent.amount, number === SETTLES_AT_ONCE);
}

export function fail(intent: Thing, error: { code: string; decline_code?: string | undefined }): void {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.last_payment_error = { type: 'card_error', message: 'Your card was declined.', ...error };
}

export function take(state: StripeState, intent: Thing, amount: number, atOnce = false): void {
  intent.status = 'succeeded';
  intent.amount_received = amount;
  intent.latest_charge = { id: `ch_${intent.id}`, object: 'charge', amount_refunded: 0 };
  state.funds(intent.on, intent.currency)[atOnce ? 'available' : 'pending'] += amount;
}

export function askBank(intent: Thing, number: string): void {
  intent.status = 'requires_action';
  intent.number = number;
  const url = `https://hooks.stripe.com/redirect/authenticate/${intent.id}`;
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.return_url } };
}

/** A confirmed payment with a saved method. A decline is an error that carries the payment. */
export function confirm(state: StripeState, intent: Thing, method: Thing, offSession: boolean): void {
  const { authenticates } = cards[method.number]!;
  const mustProve = authenticates === 'always' || (authenticates === 'until-saved' && !method.proved);
  intent.payment_method = method.id;
  if (mustProve && !offSession) askBank(intent, method.number);
  else if (mustProve) fail(intent, { code: 'authentication_required', decline_code: 'authentication_required' });
  else attempt(state, intent, method.number);
  if (!intent.last_payment_error) return;
  const { on: _, ...shown } = intent;
  throw new StripeSays(402, { ...intent.last_payment_error, payment_intent: shown });
}

export function refund(state: StripeState, intent: Thing, wanted: number | undefined, fields: object): Thing {
  const charge = intent.latest_charge;
  if (!charge) throw new StripeSays(400, { message: 'This payment has no successful charge.' });
  const left = intent.amount_received - charge.amount_refunded;
  if (left === 0)
    throw new StripeSays(400, { code: 'charge_already_refunded', message: 'The charge has already been refunded.' });
  const amount = wanted ?? left;
  if (amount > left)
    throw new StripeSays(400, { param: 'amount', message: 'Refund amount is greater than unrefunded amount.' });
  charge.amount_refunded += amount;
  const funds = state.funds(intent.on, intent.currency);
  const fromPending = Math.min(funds.pending, amount);
  funds.pending -= fromPending;
  funds.available -= amount - fromPending;
  const of = { amount, currency: intent.currency, payment_intent: intent.id, status: 'succeeded' };
  return state.add('re', 'refund', intent.on, { ...of, ...fields });
}

/** The bank takes an amount of a payment back; the fee comes on top. */
export function openDispute(state: StripeState, chargeId: string, amount: number): Thing {
  const found = state.byId(chargeId);
  const intent = found.object === 'payment_intent' ? found : state.byId(found.payment_intent!);
  const dispute = state.add('du', 'dispute', intent.on, {
    ...{ amount, currency: intent.currency, charge: intent.latest_charge!.id, payment_intent: intent.id },
    ...{ status: 'needs_response', reason: 'product_not_received', balance_transactions: [] },
    evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
  });
  moveDisputed(state, dispute, -amount, 1_500);
  return dispute;
}

export function winDispute(state: StripeState, id: string): void {
  const dispute = state.byId(id);
  dispute.status = 'won';
  moveDisputed(state, dispute, dispute.amount, 0);
}

/** Stripe does not say in which order it lists the movements: the newest is the first here. */
function moveDisputed(state: StripeState, dispute: Thing, amount: number, fee: number): void {
  const { currency, on, created } = dispute;
  dispute.balance_transactions.unshift({
    ...{ object: 'balance_transaction', amount, fee, net: amount - fee, currency },
    created: created + dispute.balance_transactions.length,
  });
  state.funds(on, currency).available += amount - fee;
}
