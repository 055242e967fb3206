import {
  cardproc,
  type DeclineReason,
  findMerchantId,
  MerchantAccountMissing,
  PaymentMethodUnknown,
  payproc,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { isRefusal, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { Refusal } from '#platform/refusal.ts';
import { type ContactCharge, lockCharge, updateCharge } from './charge.sql.ts';
import { type PaymentProfile, selectProfile, updateProfileState } from './payment-method.sql.ts';
import { PaymentMethodElsewhere, type Steps } from './saved-methods.ts';

/** A provider forgets its keys after a day: later a repetition would be a second charge. */
const KEY_LIVES_HOURS = 23;

type Outcome = Partial<Pick<ContactCharge, 'declineReason' | 'reference' | 'actionUrl'>> &
  Pick<ContactCharge, 'status'>;

/**
 * Brings a charge as near to its outcome as the provider knows, however often it is tried: one charge, settled once. What
 * the provider says is kept before the books are told of it, so that neither is lost when the other fails.
 */
export async function settleCharge(steps: Steps, charge: ContactCharge): Promise<ContactCharge> {
  if (charge.settledAt) return charge;
  const known = hasOutcome(charge) ? charge : await learnOutcome(steps, charge);
  return hasOutcome(known) ? steps.transaction((ctx) => tellOutcome(ctx, known.id)) : known;
}

const hasOutcome = ({ status }: ContactCharge): boolean => status === 'succeeded' || status === 'failed';

export const hoursSince = (at: string): number => realNow().since(Temporal.Instant.from(at)).total('hours');

async function learnOutcome(steps: Steps, charge: ContactCharge): Promise<ContactCharge> {
  const keep = (outcome: Outcome) => steps.transaction((ctx) => keepOutcome(ctx, charge.id, outcome));
  if (!charge.reference && hoursSince(charge.createdAt) > KEY_LIVES_HOURS) return keep({ status: 'unknown' });
  try {
    const profile = await steps.transaction(({ tx, organizationId }) =>
      selectProfile(tx, organizationId, charge.profileId),
    );
    return await keep(await askProvider(steps, charge, profile!));
  } catch (error) {
    if (!isNo(error) || charge.reference) throw error;
    if (isRefusal(error, PaymentMethodUnknown)) await forgetMethod(steps, charge.profileId);
    await keep({ status: 'failed', declineReason: 'refused' });
    await steps.transaction((ctx) => tellOutcome(ctx, charge.id));
    throw error;
  }
}

/** After a timeout nobody knows; every other refusal of a provider means that nothing was done. */
const isNo = (error: unknown): boolean =>
  error instanceof Refusal && !isRefusal(error, ProviderTimeout, ProviderUnavailable);

const forgetMethod = (steps: Steps, profileId: string) =>
  steps.transaction(({ tx, organizationId }) =>
    updateProfileState(tx, organizationId, profileId, 'removed', realNow()),
  );

const askProvider = (steps: Steps, charge: ContactCharge, profile: PaymentProfile): Promise<Outcome> =>
  profile.provider === 'payproc' ? askPayproc(steps, charge, profile) : askCardproc(steps, charge, profile);

/** Asks under the charge's own key, or, once the provider has named the charge, by that name. */
async function askPayproc(steps: Steps, charge: ContactCharge, profile: PaymentProfile): Promise<Outcome> {
  const provider = await steps.port(payproc);
  if (provider.adapter !== profile.adapter) throw PaymentMethodElsewhere();
  const merchantId = await steps.transaction((ctx) => findMerchantId(ctx, provider.adapter));
  if (!merchantId) throw MerchantAccountMissing();
  const account = provider.account(merchantId);
  const { amount, currency, description, offSession, returnUrl } = charge;
  const wanted = { amount, currency, description, offSession, returnUrl };
  const how = { capture: 'automatic', saveMethod: false } as const;
  const whose = { customerId: profile.customerReference, paymentMethodId: profile.reference };
  const made = charge.reference
    ? await account.readCharge(charge.reference)
    : await account.charge({ ...wanted, ...how, ...whose }, charge.id);
  return outcomeOf(made);
}

async function askCardproc(steps: Steps, charge: ContactCharge, profile: PaymentProfile): Promise<Outcome> {
  const provider = await steps.port(cardproc);
  if (provider.adapter !== profile.adapter) throw PaymentMethodElsewhere();
  const { amount, currency, description } = charge;
  const whose = { customerId: profile.customerReference, profileId: profile.reference };
  const made = charge.reference
    ? await provider.readPurchase(charge.reference)
    : await provider.charge({ amount, currency, description, order: charge.id, ...whose }, charge.id);
  // The organization reserves first: now that the charge is written down, it is taken.
  return outcomeOf(made.state === 'authorized' ? await provider.capturePurchase(made.id!, null) : made);
}

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
  await ctx.callHooks('chargeSettled', ctx, settled);
  return updateCharge(ctx.tx, ctx.organizationId, id, { settledAt: realNow(), updatedAt: realNow() });
}
