import type { TenantContext } from '#platform/context.ts';
import { isNo, openPort } from '#platform/ports/exchange-declaration.ts';
import { isRefusal, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import { cardproc } from './cardproc.port.ts';
import { findMerchantId } from './merchant/merchant.ts';
import { payproc, type Refund, RefundExceedsCharge } from './payproc.port.ts';

export const ChargeElsewhere = refusal(
  422,
  'charge_elsewhere',
  'This was taken by a provider that the organization no longer uses: give it back there.',
);

/** Money that a provider has taken, by the provider's own name for it. */
export interface TakenCharge {
  provider: 'payproc' | 'cardproc';
  adapter: string;
  reference: string;
}

export interface WantedRefund {
  /** Says which refund this is: whoever repeats it means the same one. */
  id: string;
  /** Minor units of the currency of the charge. */
  amount: bigint;
  /** It was asked for before, and nobody knows with what outcome. */
  isRepeated: boolean;
  /** Asking under the key again could give back twice. */
  isKeyForgotten: boolean;
  /** The provider's name for it, once it has one. */
  reference: string | null;
  /** What of the same charge goes back for another reason. */
  beside: bigint;
}

/** Where money on its way back is. Without a reference it went back by other hands. */
export interface RefundAnswer {
  state: Refund['state'];
  reference: string | null;
}

/** The way to the provider that took a charge. */
export interface RefundDoor {
  refund(wanted: WantedRefund): Promise<{ id: string; state: Refund['state'] }>;
  amountRefunded(): Promise<bigint>;
  /** Asked twice at the same time it gives back once; otherwise one without an answer may still be on its way. */
  keepsKeys: boolean;
}

export const openRefundDoor = (ctx: TenantContext, taken: TakenCharge): Promise<RefundDoor> =>
  taken.provider === 'payproc' ? payprocDoor(ctx, taken) : cardprocDoor(ctx, taken);

/**
 * Gives money back that a provider has taken, or says how far that is: however often it is asked, and however late, it goes
 * back once. What somebody gave back on the provider's own pages is not given a second time.
 */
export async function giveBack(door: RefundDoor, wanted: WantedRefund): Promise<RefundAnswer> {
  const isBack = async () => (await amountRefunded(door, wanted)) >= wanted.amount + wanted.beside;
  const done: RefundAnswer = { state: 'succeeded', reference: wanted.reference };
  if (!wanted.reference && wanted.isKeyForgotten && (await isBack())) return done;
  try {
    const { state, id } = await door.refund(wanted);
    return { state, reference: id };
  } catch (error) {
    const mayBeBack = isRefusal(error, RefundExceedsCharge) || (isRefusal(error, ProviderRefused) && !wanted.reference);
    if (mayBeBack && (await isBack())) return done;
    throw error;
  }
}

/** A provider that refuses to tell even this, for its key perhaps, says nothing of what an earlier asking came to. */
async function amountRefunded(door: RefundDoor, { isRepeated }: WantedRefund): Promise<bigint> {
  try {
    return await door.amountRefunded();
  } catch (error) {
    throw isNo(error) && isRepeated ? ProviderUnavailable(error.message) : error;
  }
}

async function payprocDoor(ctx: TenantContext, { adapter, reference }: TakenCharge): Promise<RefundDoor> {
  const provider = await openPort(ctx, payproc);
  const merchantId = await findMerchantId(ctx, adapter);
  if (provider.adapter !== adapter || !merchantId) throw ChargeElsewhere();
  const account = provider.account(merchantId);
  return {
    keepsKeys: true,
    refund: (wanted) =>
      wanted.reference
        ? account.readRefund(wanted.reference)
        : account.refundCharge(reference, wanted.amount, wanted.id),
    amountRefunded: async () => (await account.readCharge(reference)).amountRefunded,
  };
}

/** Asked again under its key, this provider says how the refund stands now; asked twice at once, it may give back twice. */
async function cardprocDoor(ctx: TenantContext, { adapter, reference }: TakenCharge): Promise<RefundDoor> {
  const provider = await openPort(ctx, cardproc);
  if (provider.adapter !== adapter) throw ChargeElsewhere();
  return {
    keepsKeys: false,
    refund: ({ amount, id }) => provider.refundPurchase(reference, amount, id),
    amountRefunded: async () => (await provider.readPurchase(reference)).amountRefunded,
  };
}
