import { port } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';

/** The provider through which organizations pay for this service. Amounts are minor units. */
export const billingProvider = port<BillingProvider>('billing');

export interface BillingProvider {
  readonly adapter: string;
  /** A page on which a plan is paid. The same key gives the same page. */
  createCheckout(wanted: WantedCheckout, idempotencyKey: string): Promise<{ id: string; url: string }>;
  readCheckout(checkoutId: string): Promise<BillingCheckout>;
  /** A page on which a customer changes the card, sees invoices, or cancels. For a short time. */
  createPortal(customerId: string, returnUrl: string): Promise<{ url: string }>;
  readSubscription(subscriptionId: string): Promise<BillingSubscription>;
  /** Newest first. */
  listInvoices(customerId: string, limit: number): Promise<BillingInvoice[]>;
  /** Verifies that the provider sent this recently. Throws `BillingNoticeRefused`. */
  verifyWebhook(rawBody: Uint8Array, headers: Readonly<Record<string, string | string[] | undefined>>): BillingEvent;
}

export interface WantedCheckout {
  /** Our own id of the checkout. */
  reference: string;
  plan: string;
  name: string;
  interval: 'month' | 'year';
  amount: bigint;
  currency: string;
  email: string | null;
  /** Of an earlier subscription; null: a new customer. */
  customerId: string | null;
  returnUrl: string;
}

export interface BillingCheckout {
  id: string;
  reference: string;
  state: 'open' | 'complete' | 'expired';
  customerId: string | null;
  subscriptionId: string | null;
}

export const subscriptionStates = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

export interface BillingSubscription {
  id: string;
  customerId: string;
  plan: string;
  interval: 'month' | 'year';
  state: SubscriptionState;
  periodEndsAt: Temporal.Instant | null;
  cancelsAtPeriodEnd: boolean;
}

export interface BillingInvoice {
  id: string;
  amount: bigint;
  currency: string;
  state: 'open' | 'paid' | 'void' | 'uncollectible';
  createdAt: Temporal.Instant;
  url: string | null;
}

/** Something changed. Events come late, twice and out of order, so they carry no state: read the object again. */
export interface BillingEvent {
  id: string;
  subject: 'checkout' | 'subscription' | 'other';
  objectId: string;
  customerId: string | null;
}

export const BillingNoticeRefused = refusal(
  'billing_notice_refused',
  'The signature of the notice is wrong or too old: check the signing secret and the clock.',
  400,
);
