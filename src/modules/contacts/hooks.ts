import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

export interface ContactMerge {
  from: string[];
  into: string;
}

/** Contacts are merged: point everything that refers to `from` at `into`, or refuse. */
export const mergeContacts = hook<[ctx: TenantContext, merge: ContactMerge]>('contacts.mergeContacts');

/** Contacts were archived: end what they may still open by themselves. */
export const afterContactsArchived = hook<[ctx: TenantContext, contactIds: string[]]>('contacts.afterContactsArchived');

export interface SettledCharge {
  id: string;
  /** The document that the charge pays. */
  cause: { kind: string; id: string };
  contactId: string;
  /** Who holds the money now: the payment processor or the card processor. */
  provider: 'payproc' | 'cardproc';
  /** Minor units of `currency`. */
  amount: bigint;
  currency: string;
  status: 'succeeded' | 'failed';
  /** Null where it succeeded. */
  declineReason: string | null;
}

/**
 * A charge of a contact's saved method has succeeded or failed: book it. Called once for each charge, in the transaction
 * that marks it as settled. Never throw a refusal here: the provider has already moved the money. An error is retried.
 */
export const afterChargeSettled = hook<[ctx: TenantContext, charge: SettledCharge]>('contacts.afterChargeSettled');
