import {
  type Cardproc,
  cardproc,
  type DeclineReason,
  findMerchantId,
  isNo,
  keyIsForgotten,
  MerchantAccountMissing,
  PaymentMethodUnknown,
  type Purchase,
  payproc,
  type Steps,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { afterChargeSettled } from '../hooks.ts';
import { type ContactCharge, lockCharge, updateCharge } from './charge.sql.ts';
import { type PaymentProfile, selectProfile, updateProfileState } from './payment-method.sql.ts';
import { PaymentMethodElsewhere } from './saved-methods.ts';

type Outcome = Partial<Pick<ContactCharge, 'declineReason' | 'reference' | 'actionUrl'>> &
  Pick<ContactCharge, 'status'>;

/** The way to the provider that keeps a method. */
export interface Door {
  /** Asks under the charge's own key, or, once the provider has named the charge, by that name. */
  ask(charge: ContactCharge): Promise<Outcome & { isReserved?: boolean }>;
}

export const openDoor = (steps: Steps, profile: PaymentProfile): Promise<Door> =>
  profile.provider === 'payproc' ? payprocDoor(steps, profile) : cardprocDoor(steps, profile);

async function payprocDoor(steps: Steps, profile: PaymentProfile): Promise<Door> {
  const provider = await steps.port(payproc);
  if (provider.adapter !== profile.adapter) throw PaymentMethodElsewhere();
  const merchantId = await steps.transaction((ctx) => findMerchantId(ctx, provider.adapter));
  if (!merchantId) throw MerchantAccountMissing();
  const account = provider.account(merchantId);
  const whose = { customerId: profile.customerReference, paymentMethodId: profile.reference };
  const how = { capture: 'automatic', saveMethod: false } as const;
  return {
    ask: async ({ id, reference, amount, currency, description, offSession, returnUrl }) => {
      const wanted = { amount, currency, description, offSession, returnUrl, ...whose, ...how };
      return outcomeOf(reference ? await account.readCharge(reference) : await account.charge(wanted, id));
    },
  };
}

async function cardprocDoor(steps: Steps, profile: PaymentProfile): Promise<Door> {
  const provider = await steps.port(cardproc);
  if (provider.adapter !== profile.adapter) throw PaymentMethodElsewhere();
  const whose = { customerId: profile.customerReference, profileId: profile.reference };
  return {
    ask: async ({ id, reference, amount, currency, description }) => {
      if (reference) return outcomeOf(await takeReserved(provider, reference));
      const made = await provider.charge({ amount, currency, description, order: id, ...whose }, id);
      return { ...outcomeOf(made), isReserved: made.state === 'authorized' };
    },
  };
}

/** An organization that reserves first has the charge taken once its reference is written down. Two at once take it once. */
async function takeReserved(provider: Cardproc, reference: string): Promise<Purchase> {
  const before = await provider.readPurchase(reference);
  if (before.state !== 'authorized') return before;
  return provider.capturePurchase(reference, null).catch(async (error: unknown) => {
    const after = await provider.readPurchase(reference);
    if (after.state === 'authorized') throw error;
    return after;
  });
}

/**
 * Brings a charge as near to its outcome as the provider knows, however often it is tried: one charge, settled once. What
 * the provider says is kept before the books are told of it, so that neither is lost when the other fails.
 */
export async function settleCharge(
  steps: Steps,
  charge: ContactCharge,
  open: () => Promise<Door>,
): Promise<ContactCharge> {
  if (charge.settledAt) return charge;
  const known = hasOutcome(charge) ? charge : await learnOutcome(steps, charge, open);
  return hasOutcome(known) ? steps.transaction((ctx) => tellOutcome(ctx, known.id)) : known;
}

const hasOutcome = ({ status }: ContactCharge): boolean => status === 'succeeded' || status === 'failed';

async function learnOutcome(steps: Steps, charge: ContactCharge, open: () => Promise<Door>): Promise<ContactCharge> {
  const keep = (outcome: Outcome) => steps.transaction((ctx) => keepOutcome(ctx, charge.id, outcome));
  if (!charge.reference && keyIsForgotten(charge.createdAt)) return keep({ status: 'unknown' });
  // Where the way is closed now, the provider may still have done it when it was open: that is no outcome.
  const door = await open();
  let outcome: Awaited<ReturnType<Door['ask']>>;
  try {
    outcome = await door.ask(charge);
  } catch (error) {
    if (!isNo(error) || charge.reference) throw error;
    if (isRefusal(error, PaymentMethodUnknown)) await forgetMethod(steps, charge.profileId);
    await keep({ status: 'failed', declineReason: 'refused' });
    await steps.transaction((ctx) => tellOutcome(ctx, charge.id));
    throw error;
  }
  const { isReserved, ...known } = outcome;
  const kept = await keep(known);
  return isReserved ? learnOutcome(steps, kept, open) : kept;
}

const forgetMethod = (steps: Steps, profileId: string) =>
  steps.transaction(({ tx, organizationId }) =>
    updateProfileState(tx, organizationId, profileId, 'removed', realNow()),
  );

const statuses: Record<string, ContactCharge['status']> = {
  succeeded: 'succeeded',
  requires_action: 'requires_action',
  failed: 'failed',
  canceled: 'failed',
};

function outcomeOf(made: {
  id: string | null;
  state: string;
  declineReason: DeclineReason | null;
  url: string | null;
}) {
  const status = statuses[made.state] ?? 'processing';
  return {
    status,
    reference: made.id,
    declineReason: status === 'failed' ? (made.declineReason ?? 'declined') : null,
    actionUrl: status === 'requires_action' ? made.url : null,
  };
}

/** What is over stays as it ended, whoever hears of it later. */
async function keepOutcome(ctx: TenantContext, id: string, outcome: Outcome): Promise<ContactCharge> {
  const charge = await lockCharge(ctx.tx, ctx.organizationId, id);
  if (hasOutcome(charge)) return charge;
  return updateCharge(ctx.tx, ctx.organizationId, id, { ...outcome, updatedAt: realNow() });
}

/** Tells those who wanted the charge, once: what they write about it and that they know are one transaction. */
async function tellOutcome(ctx: TenantContext, id: string): Promise<ContactCharge> {
  const charge = await lockCharge(ctx.tx, ctx.organizationId, id);
  if (charge.settledAt) return charge;
  const { causeKind, causeId, contactId, amount, currency, declineReason } = charge;
  const status = charge.status as 'succeeded' | 'failed';
  const { provider } = (await selectProfile(ctx.tx, ctx.organizationId, charge.profileId))!;
  const cause = { kind: causeKind, id: causeId };
  const settled = { id, cause, contactId, provider, amount, currency, status, declineReason };
  await afterChargeSettled(ctx, settled);
  return updateCharge(ctx.tx, ctx.organizationId, id, { settledAt: realNow(), updatedAt: realNow() });
}
