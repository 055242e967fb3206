import { isRefusal } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import { keyIsForgotten, type Steps } from './asking.ts';
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
  askedAt: string;
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

/**
 * Gives money back that a provider has taken, or says how far that is: however often it is asked, and however late, it goes
 * back once. What somebody gave back on the provider's own pages is not given a second time.
 */
export async function giveBack(steps: Steps, taken: TakenCharge, wanted: WantedRefund): Promise<RefundAnswer> {
  const door = await (taken.provider === 'payproc' ? payprocDoor : cardprocDoor)(steps, taken);
  const isBack = async () => (await door.amountRefunded()) >= wanted.amount + wanted.beside;
  const done: RefundAnswer = { state: 'succeeded', reference: null };
  if (!wanted.reference && keyIsForgotten(wanted.askedAt) && (await isBack())) return done;
  try {
    const { state, id } = await door.refund(wanted);
    return { state, reference: id };
  } catch (error) {
    if (isRefusal(error, RefundExceedsCharge) && (await isBack())) return done;
    throw error;
  }
}

interface Door {
  refund(wanted: WantedRefund): Promise<{ id: string; state: Refund['state'] }>;
  amountRefunded(): Promise<bigint>;
}

async function payprocDoor(steps: Steps, { adapter, reference }: TakenCharge): Promise<Door> {
  const provider = await steps.port(payproc);
  const merchantId = await steps.transaction((ctx) => findMerchantId(ctx, adapter));
  if (provider.adapter !== adapter || !merchantId) throw ChargeElsewhere();
  const account = provider.account(merchantId);
  return {
    refund: (wanted) =>
      wanted.reference
        ? account.readRefund(wanted.reference)
        : account.refundCharge(reference, wanted.amount, wanted.id),
    amountRefunded: async () => (await account.readCharge(reference)).amountRefunded,
  };
}

/** Asked again under its key, this provider says how the refund stands now. */
async function cardprocDoor(steps: Steps, { adapter, reference }: TakenCharge): Promise<Door> {
  const provider = await steps.port(cardproc);
  if (provider.adapter !== adapter) throw ChargeElsewhere();
  return {
    refund: ({ amount, id }) => provider.refundPurchase(reference, amount, id),
    amountRefunded: async () => (await provider.readPurchase(reference)).amountRefunded,
  };
}
