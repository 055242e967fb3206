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
import { newId } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound, type RefusalKind, refusal, unknownReference } from '#platform/refusal.ts';
import { requireContact } from '../beneficiary/reference.ts';
import { type ContactCharge, insertCharge, selectChargeByKey } from './charge.sql.ts';
import { charge, declineReasonOf, openDoor } from './charge-exchange.ts';
import { type PaymentProfile, selectProfile } from './payment-method.sql.ts';
import { PaymentMethodElsewhere } from './saved-methods.ts';

export const PaymentMethodInactive = refusal(
  422,
  'payment_method_inactive',
  'This card cannot be charged: it was never activated, or it was removed.',
);
export const ChargeKeyReused = refusal(
  422,
  'charge_key_reused',
  'A charge was made under this key with other details. Repeat it as it was, or under another key.',
);

/** What `chargeContact` may refuse, for the routes that use it. */
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

export interface WantedCharge {
  contactId: string;
  /** One of the contact's saved methods: `id` of its list. */
  methodId: string;
  /** Minor units of `currency`, above zero. */
  amount: bigint;
  currency: string;
  description: string;
  /** Says which charge this is: whoever repeats it, at any time, means the same one. */
  idempotencyKey: string;
  /** The contact is not present: what would need them fails instead of waiting. */
  offSession: boolean;
  /** What it pays: `afterChargeSettled` gets it. */
  cause: { kind: string; id: string };
  /** Where the contact comes back to from their bank. Default: this service. */
  returnUrl?: string;
  /** Where in the request the method is named. */
  methodPath?: string;
}

export interface ChargeResult {
  id: string;
  /** `requested`: nobody knows yet whether the provider did it. `unknown`: nobody will. */
  status: 'requested' | 'processing' | 'requires_action' | 'succeeded' | 'failed' | 'unknown';
  /** Null unless it failed. `refused`: the provider would not even try. */
  declineReason: DeclineReason | 'refused' | null;
  /** Where the contact answers their bank, while the charge `requires_action`. */
  actionUrl: string | null;
}

/**
 * Charges a saved method of a contact. A decline is an answer: look at `status`. Once it has succeeded or failed, the hook
 * `afterChargeSettled` has been called, in a transaction of its own, once: book the money there. After `ProviderTimeout` or
 * `ProviderUnavailable`, or a crash, the outcome is found out and settled by itself.
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

/** Whether a provider may have been asked for the charge of this key. */
export const wasAsked = async ({ tx, organizationId }: TenantContext, key: string): Promise<boolean> =>
  (await selectChargeByKey(tx, organizationId, key)) !== undefined;

/** Where the money of a charge is, by the key under which it was wanted; null: the provider never named it. */
export async function findTaken(ctx: TenantContext, key: string): Promise<TakenCharge | null> {
  const found = await selectChargeByKey(ctx.tx, ctx.organizationId, key);
  const reference = found && (await charge.find(ctx, found.id))?.reference;
  if (!reference) return null;
  const { provider, adapter } = (await selectProfile(ctx.tx, ctx.organizationId, found.profileId))!;
  return { provider, adapter, reference };
}

async function requireMethod(ctx: TenantContext, wanted: WantedCharge): Promise<PaymentProfile> {
  const contact = await requireContact(ctx, wanted.contactId, 'body.beneficiaryId');
  const profile = await selectProfile(ctx.tx, ctx.organizationId, wanted.methodId);
  const path = wanted.methodPath ?? 'body.paymentMethodId';
  if (profile?.contactId !== contact.id) throw unknownReference(path, 'This payment method');
  return profile;
}

/** Records the intent, or finds the charge that was wanted under the same key. */
async function requestCharge(ctx: TenantContext, wanted: WantedCharge): Promise<ContactCharge> {
  const { tx, organizationId } = ctx;
  const profile = await requireMethod(ctx, wanted);
  const { id: contactId } = await requireContact(ctx, wanted.contactId, 'body.beneficiaryId');
  const { amount, currency, description, offSession, cause, idempotencyKey: key } = wanted;
  const row = { id: newId(), key, contactId, profileId: profile.id, amount, currency, description, offSession };
  const isNew = await insertCharge(tx, organizationId, {
    ...row,
    causeKind: cause.kind,
    causeId: cause.id,
    returnUrl: wanted.returnUrl ?? `${ctx.publicUrl}/docs`,
    createdBy: ctx.userId,
    createdAt: realNow(),
  });
  if (isNew) {
    await requireChargeable(ctx, profile);
    await charge.begin(ctx, row.id);
  }
  const found = (await selectChargeByKey(tx, organizationId, key))!;
  const isSame = found.profileId === profile.id && found.amount === amount && found.currency === currency;
  if (!isSame || found.causeKind !== cause.kind || found.causeId !== cause.id) throw ChargeKeyReused();
  return found;
}

/** What the provider cannot be asked is refused before it is recorded. */
async function requireChargeable(ctx: TenantContext, profile: PaymentProfile): Promise<void> {
  if (profile.provider === 'cardproc') await requireCardprocEnabled(ctx);
  await openDoor(ctx, profile);
  if (profile.state !== 'active') throw PaymentMethodInactive();
}
