import { z } from 'zod';
import { port } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import type { DeclineReason, Money } from './payproc.port.ts';

/**
 * The local card processor: it shows the page on which a customer enters a card, stores the card as a profile that the
 * customer must activate with a code, and charges it. It sends no notices, so its state must be polled. In addition to the
 * refusals below, every call may end in `ProviderUnavailable`, `ProviderTimeout` or `ProviderRefused`; after the first two,
 * repeating a charge or a refund with the same key is safe and leads to one result.
 */
export const cardproc = port<Cardproc>('cardproc');

export interface Cardproc {
  /** The ids of one adapter mean nothing to another, so they are stored together with its name. */
  readonly adapter: string;
  /** Each call creates another customer. One without cards has no effect, so a lost answer does no harm. */
  createCustomer(customer: CardCustomer): Promise<{ id: string }>;
  /** Each call opens another session, for one visit. */
  startCapture(customerId: string): Promise<CaptureSession>;
  listProfiles(customerId: string): Promise<CardProfile[]>;
  /** Refused with `ActivationCodeWrong`, or with `PaymentMethodUnknown` if the customer has no such profile. */
  activateProfile(customerId: string, profileId: string, code: string): Promise<CardProfile>;
  /** Refused with `PaymentMethodUnknown` if the customer has no such profile. */
  deleteProfile(customerId: string, profileId: string): Promise<void>;

  /** A decline is an answer, not an error: look at `state`. */
  charge(purchase: NewPurchase, idempotencyKey: string): Promise<Purchase>;
  readPurchase(purchaseId: string): Promise<Purchase>;
  /** Captures a reserved amount, all of it or a part. */
  capturePurchase(purchaseId: string, amount: bigint | null): Promise<Purchase>;
  /** Releases a reserved amount. */
  voidPurchase(purchaseId: string): Promise<Purchase>;
  /** Null refunds the rest. Refused with `RefundExceedsCharge` above that. */
  refundPurchase(purchaseId: string, amount: bigint | null, idempotencyKey: string): Promise<PurchaseRefund>;
}

export interface CardCustomer {
  name: string;
  email: string | null;
  phone: string | null;
  /** RNC, cédula or passport. */
  document: string | null;
}

/** Open the page, or show it in a frame with the provider's script, the public key and the session. */
interface CaptureSession {
  id: string;
  url: string;
  publicKey: string | null;
}

export interface CardProfile {
  id: string;
  brand: string;
  last4: string;
  /** YYYY-MM */
  expiresOn: string;
  /** The customer has activated the card: it can be charged. */
  active: boolean;
}

export interface NewPurchase extends Money {
  customerId: string;
  profileId: string;
  /** Its name on the bank statement and on the provider's pages. */
  order: string;
  description: string;
}

/** `authorized` waits for a capture; `requires_action` waits for the customer at `url`. */
export type PurchaseState = 'processing' | 'requires_action' | 'authorized' | 'succeeded' | 'failed' | 'canceled';

export interface Purchase extends Money {
  /** Null if the card was refused before a purchase was created. */
  id: string | null;
  state: PurchaseState;
  declineReason: DeclineReason | null;
  amountRefunded: bigint;
  url: string | null;
}

export interface PurchaseRefund extends Money {
  id: string;
  state: 'pending' | 'succeeded' | 'failed';
}

export const ActivationCodeWrong = refusal('activation_code_wrong', 'The activation code is wrong: enter it again.');

export const CardprocSettings = z.object({
  environment: z.enum(['simulator', 'test', 'live']),
  enabled: z.boolean(),
  publicKey: z.string().nullable(),
  privateKey: z.string().nullable(),
  capture: z.object({ automatic: z.boolean(), askSecurityCode: z.boolean() }),
});
export type CardprocSettings = z.infer<typeof CardprocSettings>;

export const defaultCardprocSettings: CardprocSettings = {
  environment: 'simulator',
  enabled: false,
  publicKey: null,
  privateKey: null,
  capture: { automatic: true, askSecurityCode: false },
};

/** The configuration of an adapter: the settings, with their defaults. */
export const CardprocConfig = z.preprocess(
  (given) => ({ ...defaultCardprocSettings, ...Object(given) }),
  CardprocSettings,
);

/** Test and live are the same provider at two addresses. */
export const cardprocAdapterOf = ({ environment }: CardprocSettings): string =>
  environment === 'simulator' ? 'cardproc-simulator' : 'cardproc-cardnet';
