import { z } from 'zod';
import {
  CardprocDisabled,
  hoursSince,
  MerchantAccountMissing,
  MerchantNotReady,
  PaymentMethodUnknown,
  ProviderKeyReused,
  type ProviderNotice,
  requireCardproc,
  stepsIn,
  type TakenCharge,
} from '#modules/payments/index.ts';
import type { ProviderContext, TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { job } from '#platform/jobs/job.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound, Refusal, type RefusalKind, refusal, unknownReference } from '#platform/refusal.ts';
import { requireContact } from '../beneficiary/reference.ts';
import { type ContactCharge, insertCharge, selectAwaited, selectCharge, selectChargeByKey } from './charge.sql.ts';
import { type Door, openDoor, settleCharge } from './charge-settle.ts';
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
  /** What it pays: `chargeSettled` is told. */
  cause: { kind: string; id: string };
  /** Where the contact comes back to from their bank. Default: this service. */
  returnUrl?: string;
  /** Where in the request the method is named. */
  methodPath?: string;
}

/** How soon an outcome that nobody answered is looked for, and how often one that takes its time. */
const ASKED_AGAIN_AFTER = { minutes: 1 };
const LOOKED_AT_EVERY = { hours: 1 };
const FOLLOWED_HOURS = 7 * 24;

/**
 * Charges a saved method of a contact. A decline is an answer: look at `status`. Once it has succeeded or failed, the hook
 * `chargeSettled` has been called, in a transaction of its own, once: what books the money belongs there. After
 * `ProviderTimeout` or `ProviderUnavailable`, or a crash, the outcome is found out and settled by itself.
 */
export async function chargeContact(ctx: ProviderContext, wanted: WantedCharge): Promise<ContactCharge> {
  const profile = await ctx.transaction((inside) => requireMethod(inside, wanted));
  const known = await ctx.transaction(({ tx, organizationId }) =>
    selectChargeByKey(tx, organizationId, wanted.idempotencyKey),
  );
  // What cannot be asked is refused before it is written down.
  const door = known ? null : await openNow(ctx, profile);
  const charge = await ctx.transaction((inside) => requestCharge(inside, profile, wanted));
  return settleCharge(ctx, charge, async () => door ?? openNow(ctx, profile));
}

/** Whether a provider may have been asked for the charge of this key. */
export const wasAsked = async ({ tx, organizationId }: TenantContext, key: string): Promise<boolean> =>
  (await selectChargeByKey(tx, organizationId, key)) !== undefined;

/** Where the money of a charge is, by the key under which it was wanted; null: the provider never named it. */
export async function findTaken(ctx: TenantContext, key: string): Promise<TakenCharge | null> {
  const charge = await selectChargeByKey(ctx.tx, ctx.organizationId, key);
  if (!charge?.reference) return null;
  const { provider, adapter } = (await selectProfile(ctx.tx, ctx.organizationId, charge.profileId))!;
  return { provider, adapter, reference: charge.reference };
}

async function openNow(ctx: ProviderContext, profile: PaymentProfile): Promise<Door> {
  if (profile.provider === 'cardproc') await requireCardproc(ctx);
  return openDoor(ctx, profile);
}

async function requireMethod(ctx: TenantContext, wanted: WantedCharge): Promise<PaymentProfile> {
  const contact = await requireContact(ctx, wanted.contactId, 'body.beneficiaryId');
  const profile = await selectProfile(ctx.tx, ctx.organizationId, wanted.methodId);
  const path = wanted.methodPath ?? 'body.paymentMethodId';
  if (profile?.contactId !== contact.id) throw unknownReference(path, 'This payment method');
  return profile;
}

/** Writes down what is about to be asked, before it is asked. */
async function requestCharge(
  ctx: TenantContext,
  profile: PaymentProfile,
  wanted: WantedCharge,
): Promise<ContactCharge> {
  const { tx, organizationId } = ctx;
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
  if (isNew && profile.state !== 'active') throw PaymentMethodInactive();
  const charge = (await selectChargeByKey(tx, organizationId, key))!;
  const isSame = charge.profileId === profile.id && charge.amount === amount && charge.currency === currency;
  if (!isSame || charge.causeKind !== cause.kind || charge.causeId !== cause.id) throw ChargeKeyReused();
  if (isNew) followLater(ctx, charge.id, ASKED_AGAIN_AFTER);
  return charge;
}

function followLater(ctx: TenantContext, chargeId: string, after: Temporal.DurationLike): void {
  const { organizationId } = ctx;
  ctx.enqueue(followCharge, { organizationId, chargeId }, { startAt: realNow().add(after) });
}

/** Finds out what became of a charge whose answer was lost, or which waited for the bank or the contact; and settles it. */
export const followCharge = job({
  name: 'contacts/follow-charge',
  // Of one that was told somebody else looks again anyway.
  payload: z.object({ organizationId: z.uuid(), chargeId: z.uuid(), told: z.boolean().default(false) }),
  // With the waits between them, a day: as long as the provider may be away.
  attempts: 14,
  run: async (ctx, { organizationId, chargeId, told }) => {
    const steps = stepsIn(ctx, organizationId);
    const find = () => steps.transaction(({ tx }) => selectCharge(tx, organizationId, chargeId));
    const charge = await find();
    if (!charge) return;
    const open = async () => {
      const profile = await steps.transaction(({ tx }) => selectProfile(tx, organizationId, charge.profileId));
      return openDoor(steps, profile!);
    };
    const settled = await settleCharge(steps, charge, open).catch(async (error: unknown) => {
      // The provider's no is an outcome too; it was written down.
      const known = await find();
      if (!(error instanceof Refusal) || !known?.settledAt) throw error;
      return known;
    });
    if (told || settled.settledAt || settled.status === 'unknown' || hoursSince(charge.createdAt) > FOLLOWED_HOURS)
      return;
    await steps.transaction(async (inside) => followLater(inside, chargeId, LOOKED_AT_EVERY));
  },
});

/** The provider tells of a charge whose outcome is awaited. */
export async function lookAtCharge(ctx: TenantContext, { subject, objectId }: ProviderNotice): Promise<void> {
  const { tx, organizationId } = ctx;
  const charge = subject === 'charge' && (await selectAwaited(tx, organizationId, objectId));
  if (charge) ctx.enqueue(followCharge, { organizationId, chargeId: charge.id, told: true });
}
