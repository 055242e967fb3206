import {
  CardprocDisabled,
  type DeclineReason,
  MerchantAccountMissing,
  MerchantNotReady,
  PaymentMethodUnknown,
  ProviderKeyReused,
  requireCardprocEnabled,
  type TakenCharge,
} from '#modules/payments/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound, type RefusalKind, refusal, unknownReference } from '#platform/refusal.ts';
import { requireContact } from '../beneficiary/reference.ts';
import { type ContactCharge, contactCharges, type PaymentProfile, paymentProfiles } from '../tables.ts';
import { charge, connectProvider, declineReasonOf } from './charge-exchange.ts';
import { PaymentMethodElsewhere } from './saved-methods.ts';

export const PaymentMethodInactive = refusal(
  'payment_method_inactive',
  'This card cannot be charged: it was never activated, or it was removed.',
);
const ChargeKeyReused = refusal(
  'charge_key_reused',
  'A charge with other details was made with this key: repeat it unchanged, or use another key.',
);

/** The refusals of `chargeContact`, for the routes that use it. */
export const chargeRefusals: RefusalKind[] = [
  ReferenceNotFound,
  PaymentMethodInactive,
  PaymentMethodElsewhere,
  PaymentMethodUnknown,
  ChargeKeyReused,
  ProviderKeyReused,
  CardprocDisabled,
  MerchantAccountMissing,
  MerchantNotReady,
  ProviderRefused,
];

interface WantedCharge {
  contactId: string;
  /** One of the contact's saved methods: `id` of its list. */
  methodId: string;
  /** Minor units of `currency`, above zero. */
  amount: bigint;
  currency: string;
  description: string;
  /** Identifies the charge: repeating the key repeats the same charge. */
  idempotencyKey: string;
  /** The contact is not present: a charge that would need them fails instead of waiting. */
  offSession: boolean;
  /** The document that it pays, for `afterChargeSettled`. */
  cause: { kind: string; id: string };
  /** The page to which the contact returns from their bank. Default: this service. */
  returnUrl?: string;
}

export interface ChargeResult {
  id: string;
  /** `requested`: it is not known yet whether the provider did it. `unknown`: it never will be. */
  status: 'requested' | 'processing' | 'requires_action' | 'succeeded' | 'failed' | 'unknown';
  /** Null unless it failed. `refused`: the provider did not even try. */
  declineReason: DeclineReason | 'refused' | null;
  /** Where the contact answers their bank, while the charge `requires_action`. */
  actionUrl: string | null;
}

/**
 * Charges a saved method of a contact. A decline is a result: look at `status`. When the charge has succeeded or failed, the
 * hook `afterChargeSettled` has been called once, in a transaction of its own: book the money there. After `ProviderTimeout`,
 * `ProviderUnavailable` or a crash, the exchange finds out the outcome and settles it.
 */
export async function chargeContact(ctx: TenantSteps, wanted: WantedCharge): Promise<ChargeResult> {
  const { id } = await ctx.transaction((inside) => requestCharge(inside, wanted));
  const { state, answer } = await charge.advance(ctx, id);
  return {
    id,
    status: state === 'lost' ? 'unknown' : state === 'refused' ? 'failed' : (answer?.status ?? 'requested'),
    declineReason: state === 'refused' ? declineReasonOf(answer) : null,
    actionUrl: answer?.actionUrl ?? null,
  };
}

/** Asks the provider now for the outcome of the charge of this key. */
export async function checkChargeOf(steps: TenantSteps, key: string): Promise<void> {
  const found = await steps.transaction((ctx) => contactCharges.find(ctx, { key }));
  if (found) await charge.advance(steps, found.id);
}

/** The last answer of the provider about the charge of this key. */
export async function findChargeAnswer(ctx: TenantContext, key: string) {
  const found = await contactCharges.find(ctx, { key });
  const answer = found && (await charge.find(ctx, found.id))?.answer;
  return answer ? { state: answer.status, declineReason: answer.declineReason, actionUrl: answer.actionUrl } : null;
}

/** Whether a provider may have been asked for the charge of this key. */
export const wasAsked = (ctx: TenantContext, key: string): Promise<boolean> => contactCharges.exists(ctx, { key });

/** The provider's reference of the charge with this key; null if the provider never gave one. */
export async function findTaken(ctx: TenantContext, key: string): Promise<TakenCharge | null> {
  const found = await contactCharges.find(ctx, { key });
  const reference = found && (await charge.find(ctx, found.id))?.reference;
  if (!reference) return null;
  const { provider, adapter } = await paymentProfiles.get(ctx, found.profileId);
  return { provider, adapter, reference };
}

/** The charge of a saved method that was taken and that the provider knows by this reference. */
export async function findTakenBy(ctx: TenantContext, reference: string): Promise<ContactCharge | null> {
  const found = await charge.findByReference(ctx, reference);
  return found?.state === 'done' ? contactCharges.get(ctx, found.id) : null;
}

/** Refuses a method that the contact does not have, or that cannot be charged. */
export async function requireActiveMethod(ctx: TenantContext, contactId: string, methodId: string): Promise<void> {
  const profile = await paymentProfiles.find(ctx, methodId);
  if (profile?.contactId !== contactId) throw unknownReference('body.paymentMethodId', 'This payment method');
  if (profile.state !== 'active') throw PaymentMethodInactive();
}

async function requireMethod(ctx: TenantContext, wanted: WantedCharge): Promise<PaymentProfile> {
  const contact = await requireContact(ctx, wanted.contactId, 'body.beneficiaryId');
  const profile = await paymentProfiles.find(ctx, wanted.methodId);
  if (profile?.contactId !== contact.id) throw unknownReference('body.paymentMethodId', 'This payment method');
  return profile;
}

/** Records the intent, or finds the charge that was requested under the same key. */
async function requestCharge(ctx: TenantContext, wanted: WantedCharge): Promise<ContactCharge> {
  const profile = await requireMethod(ctx, wanted);
  const { amount, currency, description, offSession, cause, idempotencyKey: key } = wanted;
  const started = await contactCharges.insertUnlessTaken(ctx, {
    key,
    contactId: profile.contactId,
    profileId: profile.id,
    amount,
    currency,
    description,
    offSession,
    causeKind: cause.kind,
    causeId: cause.id,
    returnUrl: wanted.returnUrl ?? `${ctx.publicUrl}/docs`,
    createdAt: realNow(),
  });
  if (started) {
    await requireChargeable(ctx, profile);
    await charge.begin(ctx, started.id);
    return started;
  }
  const found = await contactCharges.get(ctx, { key });
  const isSame = found.profileId === profile.id && found.amount === amount && found.currency === currency;
  if (!isSame || found.causeKind !== cause.kind || found.causeId !== cause.id) throw ChargeKeyReused();
  return found;
}

/** Refuses a charge that the provider cannot be asked for, before it is recorded. */
async function requireChargeable(ctx: TenantContext, profile: PaymentProfile): Promise<void> {
  if (profile.provider === 'cardproc') await requireCardprocEnabled(ctx);
  await connectProvider(ctx, profile);
  if (profile.state !== 'active') throw PaymentMethodInactive();
}
