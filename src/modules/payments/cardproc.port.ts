import { z } from 'zod';
import { port } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import type { DeclineReason, Money } from './payproc.port.ts';

/**
 * The card processor of the country: it shows the page on which a customer enters a card, keeps the card as a profile that
 * the customer must activate with a code, and charges it. It tells nothing by itself, so whoever wants to know asks. Beside
 * the refusals below, every call may end in `ProviderUnavailable`, `ProviderTimeout` or `ProviderRefused`; after the first
 * two a charge or a refund is repeated with the same key, and is the same one.
 */
export const cardproc = port<Cardproc>('cardproc');

export interface Cardproc {
  /** The ids of one adapter mean nothing to another, so they are stored together with its name. */
  readonly adapter: string;
  /** One more at each call: a customer without cards is nothing, so a lost answer costs nothing. */
  createCustomer(customer: CardCustomer): Promise<{ id: string }>;
  /** For one visit: each call opens another session. */
  startCapture(customerId: string): Promise<CaptureSession>;
  listProfiles(customerId: string): Promise<CardProfile[]>;
  /** Refused with `ActivationCodeWrong`, or with `PaymentMethodUnknown` where the customer has no such profile. */
  activateProfile(customerId: string, profileId: string, code: string): Promise<CardProfile>;
  /** Refused with `PaymentMethodUnknown` where the customer has no such profile. */
  deleteProfile(customerId: string, profileId: string): Promise<void>;

  /** A decline is an answer, not an error: look at `state`. */
  charge(purchase: NewPurchase, idempotencyKey: string): Promise<Purchase>;
  readPurchase(purchaseId: string): Promise<Purchase>;
  /** Takes what was only reserved, all of it or a part. */
  capturePurchase(purchaseId: string, amount: bigint | null): Promise<Purchase>;
  /** Gives up what was only reserved. */
  voidPurchase(purchaseId: string): Promise<Purchase>;
  /** Null refunds what is left. Refused with `RefundExceedsCharge` above that. */
  refundPurchase(purchaseId: string, amount: bigint | null, idempotencyKey: string): Promise<PurchaseRefund>;
}

export interface CardCustomer {
  name: string;
  email: string | null;
  phone: string | null;
  /** RNC, cédula or passport. */
  document: string | null;
}

/** The page is opened as it is, or shown in a frame by the provider's own script with the public key and the session. */
export interface CaptureSession {
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
  /** The customer has proved that the card is theirs: it can be charged. */
  active: boolean;
}

export interface NewPurchase extends Money {
  customerId: string;
  profileId: string;
  /** What the bank statement and the provider's own pages call it. */
  order: string;
  description: string;
}

/** `authorized` waits to be taken; `requires_action` waits for the customer at `url`. */
export type PurchaseState = 'processing' | 'requires_action' | 'authorized' | 'succeeded' | 'failed' | 'canceled';

export interface Purchase extends Money {
  /** Null: the card was refused before there was a purchase. */
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

export const ActivationCodeWrong = refusal(
  422,
  'activation_code_wrong',
  'This is not the activation code of the card.',
);

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

/** What an adapter is configured with: the settings, where the organization never made any their defaults. */
export const CardprocConfig = z.preprocess(
  (given) => ({ ...defaultCardprocSettings, ...Object(given) }),
  CardprocSettings,
);

/** Test and live are one provider at two addresses. */
export const cardprocAdapterOf = ({ environment }: CardprocSettings): string =>
  environment === 'simulator' ? 'cardproc-simulator' : 'cardproc-cardnet';
