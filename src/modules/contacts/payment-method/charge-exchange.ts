import {
  type Cardproc,
  cardproc,
  type DeclineReason,
  findMerchantId,
  MerchantAccountMissing,
  PaymentMethodUnknown,
  type ProviderNotice,
  type Purchase,
  payproc,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { openPort, type Reply, type Settled } from '#platform/ports/exchange-declaration.ts';
import { afterChargeSettled } from '../hooks.ts';
import { type ContactCharge, contactCharges, type PaymentProfile, paymentProfiles } from '../tables.ts';
import { PaymentMethodElsewhere, updateProfileState } from './saved-methods.ts';

interface ChargeAnswer {
  status: 'processing' | 'requires_action' | 'succeeded' | 'failed';
  declineReason: DeclineReason | null;
  /** Where the contact answers their bank, while the charge `requires_action`. */
  actionUrl: string | null;
}

/** Charges under the key, or reads the charge that the provider has named. */
type AskProvider = (charge: ContactCharge, key: string, reference: string | null) => Promise<Reply<ChargeAnswer>>;

/** Money from a saved method of a contact. */
export const charge = exchange<{ charge: ContactCharge; ask: AskProvider }, ChargeAnswer>({
  name: 'contacts/charge',
  prepare: async (ctx, id) => {
    const found = await contactCharges.find(ctx, id);
    return found
      ? { charge: found, ask: await connectProvider(ctx, await paymentProfiles.get(ctx, found.profileId)) }
      : null;
  },
  ask: async (question, { key, reference, isKeyForgotten }) =>
    !reference && isKeyForgotten ? { state: 'lost', answer: null } : question.ask(question.charge, key, reference),
  settle: async (ctx, settled) => {
    const { state } = settled;
    if (state === 'done' || state === 'refused') await announceOutcome(ctx, settled, state);
  },
});

/** Opens the provider that stores a method. */
export const connectProvider = (ctx: TenantContext, profile: PaymentProfile): Promise<AskProvider> =>
  profile.provider === 'payproc' ? connectPayproc(ctx, profile) : connectCardproc(ctx, profile);

async function connectPayproc(ctx: TenantContext, profile: PaymentProfile): Promise<AskProvider> {
  const provider = await openPort(ctx, payproc);
  if (provider.adapter !== profile.adapter) throw PaymentMethodElsewhere();
  const merchantId = await findMerchantId(ctx, provider.adapter);
  if (!merchantId) throw MerchantAccountMissing();
  const account = provider.account(merchantId);
  const whose = { customerId: profile.customerReference, paymentMethodId: profile.reference };
  const how = { capture: 'automatic', saveMethod: false } as const;
  return async ({ amount, currency, description, offSession, returnUrl }, key, reference) => {
    const wanted = { amount, currency, description, offSession, returnUrl, ...whose, ...how };
    return replyOf(reference ? await account.readCharge(reference) : await account.charge(wanted, key));
  };
}

async function connectCardproc(ctx: TenantContext, profile: PaymentProfile): Promise<AskProvider> {
  const provider = await openPort(ctx, cardproc);
  if (provider.adapter !== profile.adapter) throw PaymentMethodElsewhere();
  const whose = { customerId: profile.customerReference, profileId: profile.reference };
  return async ({ amount, currency, description }, key, reference) => {
    if (reference) return replyOf(await capture(provider, reference));
    const made = await provider.charge({ amount, currency, description, order: key, ...whose }, key);
    return { ...replyOf(made), goesOn: made.state === 'authorized' };
  };
}

/** An organization that reserves first has the charge captured once its reference is stored. */
async function capture(provider: Cardproc, reference: string): Promise<Purchase> {
  const before = await provider.readPurchase(reference);
  if (before.state !== 'authorized') return before;
  return provider.capturePurchase(reference, null).catch(async (error: unknown) => {
    const after = await provider.readPurchase(reference);
    if (after.state === 'authorized') throw error;
    return after;
  });
}

const statuses: Record<string, ChargeAnswer['status']> = {
  succeeded: 'succeeded',
  requires_action: 'requires_action',
  failed: 'failed',
  canceled: 'failed',
};
const states = { succeeded: 'done', failed: 'refused', processing: 'open', requires_action: 'open' } as const;

function replyOf(made: {
  id: string | null;
  state: string;
  declineReason: DeclineReason | null;
  url: string | null;
}): Reply<ChargeAnswer> {
  const status = statuses[made.state] ?? 'processing';
  const declineReason = status === 'failed' ? (made.declineReason ?? 'declined') : null;
  const actionUrl = status === 'requires_action' ? made.url : null;
  return { state: states[status], answer: { status, declineReason, actionUrl }, reference: made.id };
}

async function announceOutcome(
  ctx: TenantContext,
  { id, answer, problemCode }: Settled<ChargeAnswer>,
  state: 'done' | 'refused',
): Promise<void> {
  const found = await contactCharges.get(ctx, id);
  const { causeKind, causeId, contactId, amount, currency, profileId } = found;
  if (problemCode === PaymentMethodUnknown.code) await updateProfileState(ctx, profileId, 'removed');
  const { provider } = await paymentProfiles.get(ctx, profileId);
  const cause = { kind: causeKind, id: causeId };
  const outcome =
    state === 'done'
      ? { status: 'succeeded' as const, declineReason: null }
      : { status: 'failed' as const, declineReason: declineReasonOf(answer) };
  await afterChargeSettled(ctx, { id, cause, contactId, provider, amount, currency, ...outcome });
}

/** `refused`: the provider did not even try. */
export const declineReasonOf = (answer: ChargeAnswer | null): DeclineReason | 'refused' =>
  answer?.declineReason ?? 'refused';

export async function checkCharge(ctx: TenantContext, { subject, objectId }: ProviderNotice): Promise<void> {
  if (subject === 'charge') await charge.lookAt(ctx, objectId);
}
