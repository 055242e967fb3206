import { port } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';

/**
 * The payment processor: it opens merchant accounts, stores cards, charges them and pays out. Money is in minor units of the
 * currency. In addition to the refusals below, every call may end in `ProviderUnavailable`, `ProviderTimeout` or
 * `ProviderRefused`. After the first two the outcome is unknown: repeating the call with the same key is always safe and
 * leads to one result.
 */
export const payproc = port<Payproc>('payproc');

export interface Payproc {
  /** The ids of one adapter mean nothing to another, so they are stored together with its name. */
  readonly adapter: string;
  createMerchant(merchant: NewMerchant, idempotencyKey: string): Promise<Merchant>;
  readMerchant(merchantId: string): Promise<Merchant>;
  /** For one visit within a few minutes; after that the visitor is sent to `refreshUrl`. */
  onboardingLink(merchantId: string, urls: { returnUrl: string; refreshUrl: string }): Promise<HostedLink>;
  /** For one visit within a few minutes. Refused before the details of the merchant are complete. */
  dashboardLink(merchantId: string): Promise<HostedLink>;
  acceptedMethods(merchantId: string): Promise<AcceptedMethod[]>;
  /** When the provider sends the balance to the bank by itself. Repeating the call changes nothing more. */
  changePayoutSchedule(merchantId: string, schedule: PayoutSchedule): Promise<Merchant>;
  /** Customers and money of one merchant; null is the service itself as a merchant. */
  account(merchantId: string | null): PayprocAccount;
  /** Verifies that the provider sent this recently. Throws `WebhookRefused`. */
  verifyWebhook(rawBody: Uint8Array, headers: Readonly<Record<string, string | string[] | undefined>>): PayprocEvent;
}

export interface PayprocAccount {
  /** The same reference always gives the same customer, with the details of the last call. */
  ensureCustomer(customer: { reference: string; name: string; email: string | null }): Promise<{ id: string }>;
  /** Newest first, at most 100. */
  listPaymentMethods(customerId: string): Promise<PaymentMethod[]>;
  /** Refused with `PaymentMethodUnknown` if the customer has no such method. */
  detachPaymentMethod(customerId: string, paymentMethodId: string): Promise<void>;
  /** Begins to save a method: the customer finishes it on the hosted page or with the client secret. */
  createSetup(customerId: string, options: { returnUrl: string }, idempotencyKey: string): Promise<Setup>;
  readSetup(setupId: string): Promise<Setup>;

  /** A decline is an answer, not an error: look at `state`. Without a method the customer pays on the hosted page. */
  charge(charge: NewCharge, idempotencyKey: string): Promise<Charge>;
  readCharge(chargeId: string): Promise<Charge>;
  /** Captures an authorized charge, all of it or a part; the rest is released. */
  captureCharge(chargeId: string, amount: bigint | null, idempotencyKey: string): Promise<Charge>;
  /** Cancels a charge that has not been captured. */
  cancelCharge(chargeId: string, idempotencyKey: string): Promise<Charge>;
  /** Null refunds the rest. Refused with `RefundExceedsCharge` above that. */
  refundCharge(chargeId: string, amount: bigint | null, idempotencyKey: string): Promise<Refund>;
  readRefund(refundId: string): Promise<Refund>;
  readDispute(disputeId: string): Promise<Dispute>;
  /** Those since a moment, newest first, at most 100 at a time; `before` is the last id of the previous page. */
  listDisputes(page: {
    since: Temporal.Instant;
    before: string | null;
    limit: number;
  }): Promise<Pick<Dispute, 'id' | 'state'>[]>;

  balance(): Promise<Balance[]>;
  /** Refused with `PayoutExceedsBalance` above the available balance. */
  createPayout(payout: Money, idempotencyKey: string): Promise<Payout>;
  readPayout(payoutId: string): Promise<Payout>;
  /** Newest first, at most 100 at a time; `before` is the last id of the previous page. */
  listPayouts(page: { before: string | null; limit: number }): Promise<Payout[]>;
}

export interface Money {
  amount: bigint;
  currency: string;
}

export interface NewMerchant {
  /** Our own id for it. */
  reference: string;
  country: string;
}

export interface Merchant {
  id: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  /** Details that the provider still requires, in its own terms. */
  requirements: string[];
  payoutSchedule: PayoutSchedule;
}

export const payoutIntervals = ['manual', 'daily', 'weekly', 'monthly'] as const;
export const payoutWeekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** `manual`: only when a payout is requested. */
export interface PayoutSchedule {
  interval: (typeof payoutIntervals)[number];
  /** Of a weekly schedule. */
  weekday: (typeof payoutWeekdays)[number] | null;
  /** Of a monthly schedule: 1 to 31; the last day of a shorter month. */
  dayOfMonth: number | null;
}

interface HostedLink {
  url: string;
  expiresAt: Temporal.Instant;
}

export const methodTypes = ['card', 'wallet', 'bank-transfer', 'bank-debit', 'cash', 'other'] as const;
export type MethodType = (typeof methodTypes)[number];

export interface AcceptedMethod {
  type: MethodType;
  /** The provider's name for it. */
  name: string;
  /** Pending: the provider requires more details before it can be used. */
  status: 'active' | 'pending';
}

export interface PaymentMethod {
  id: string;
  type: MethodType;
  card: { brand: string; last4: string; expiresOn: string } | null;
  createdAt: Temporal.Instant;
}

export const setupStates = [
  'requires_method',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'canceled',
] as const;

export interface Setup {
  id: string;
  state: (typeof setupStates)[number];
  declineReason: DeclineReason | null;
  /** For your own card form; it allows to finish only this setup. Null: the provider offers only its page. */
  clientSecret: string | null;
  /** Where the customer enters or confirms the method. */
  url: string;
  paymentMethodId: string | null;
}

export interface NewCharge extends Money {
  customerId: string | null;
  /** A saved method; null lets the customer choose on the hosted page. */
  paymentMethodId: string | null;
  /** The customer is not present: a charge that needs them fails with `authentication_required`. */
  offSession: boolean;
  /** Manual only reserves the amount, until `captureCharge`. */
  capture: 'automatic' | 'manual';
  /** Saves the method that the customer chooses. */
  saveMethod: boolean;
  description: string;
  returnUrl: string;
}

/** `authorized` waits for a capture; `failed` may be paid again on its page until it is canceled. */
export type ChargeState =
  | 'requires_method'
  | 'requires_action'
  | 'processing'
  | 'authorized'
  | 'succeeded'
  | 'failed'
  | 'canceled';

export interface Charge extends Money {
  id: string;
  state: ChargeState;
  declineReason: DeclineReason | null;
  amountCaptured: bigint;
  amountRefunded: bigint;
  customerId: string | null;
  paymentMethodId: string | null;
  clientSecret: string | null;
  /** Where the customer pays or confirms. Null if the customer has nothing to do. */
  url: string | null;
  createdAt: Temporal.Instant;
}

export type DeclineReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'wrong_security_code'
  | 'suspected_fraud'
  | 'limit_exceeded'
  | 'authentication_required'
  | 'authentication_failed'
  | 'method_unusable';

export interface Refund extends Money {
  id: string;
  chargeId: string;
  state: 'pending' | 'succeeded' | 'failed';
}

/** `inquiry`: the bank only asks, and takes money if it is not answered. `under-review`: the evidence was sent. */
export const disputeStates = ['inquiry', 'open', 'under-review', 'won', 'lost'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** A customer who contests a charge at their bank (chargeback). It may be of a part of the charge, and be won after it was lost. */
export interface Dispute extends Money {
  id: string;
  chargeId: string;
  state: DisputeState;
  /** In the provider's own terms. */
  reason: string;
  evidenceDueAt: Temporal.Instant | null;
  /** Withdrawals and reinstatements, oldest first. None is ever removed. */
  movements: DisputeMovement[];
  createdAt: Temporal.Instant;
}

/** In the currency of the balance, which may be another one than that of the charge. */
export interface DisputeMovement extends Money {
  /** Negative: withdrawn from the balance. Positive: reinstated. */
  amount: bigint;
  /** Positive: taken in addition. Negative: returned. */
  fee: bigint;
}

export interface Balance {
  currency: string;
  available: bigint;
  pending: bigint;
}

/** A `paid` payout may still become `failed`: banks refuse late. */
export interface Payout extends Money {
  id: string;
  state: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  createdAt: Temporal.Instant;
}

/**
 * An object changed. Events come late, twice and out of order, so they carry no state: read the object again.
 */
export interface PayprocEvent {
  id: string;
  subject: 'merchant' | 'setup' | 'payment-method' | 'charge' | 'refund' | 'dispute' | 'payout' | 'balance' | 'other';
  objectId: string;
  /** Null: an event of the service's own account. */
  merchantId: string | null;
  createdAt: Temporal.Instant;
}

/** The answer to a request whose charge failed; `errors` names the reason. */
export const PaymentDeclined = refusal(
  'payment_declined',
  'The payment was declined: use another card, or ask the bank.',
);
export const paymentDeclined = (reason: DeclineReason) =>
  PaymentDeclined(`The payment was declined: ${reason}.`, {
    errors: [{ path: 'payment', code: reason, message: 'Ask for another payment method.' }],
  });

export const PaymentMethodUnknown = refusal(
  'payment_method_unknown',
  'The customer does not have this payment method: choose another one.',
);
export const MerchantNotReady = refusal(
  'merchant_not_ready',
  'The merchant account is not ready for this: finish its registration with GET /v1/organization/pay/create.',
);
export const RefundExceedsCharge = refusal(
  'refund_exceeds_charge',
  'The amount is more than is left of the charge: refund less.',
);
export const PayoutExceedsBalance = refusal(
  'payout_exceeds_balance',
  'The payout is more than the available balance: pay out less.',
);
export const ProviderKeyReused = refusal(
  'provider_key_reused',
  'The provider has this operation with other details: repeat it with the original details, or a day later.',
);
export const WebhookRefused = refusal(
  'webhook_refused',
  'The signature is wrong or too old: check the signing secret and the clock.',
  400,
);
