import type { TenantContext } from '#platform/context.ts';
import { isNo, openPort } from '#platform/ports/exchange-declaration.ts';
import { isRefusal, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import { cardproc } from './cardproc.port.ts';
import { findMerchantId } from './merchant/merchant.ts';
import { payproc, type Refund, RefundExceedsCharge } from './payproc.port.ts';

export const ChargeElsewhere = refusal(
  'charge_elsewhere',
  'The charge was made by a provider that the organization no longer uses: refund it there.',
);

/** A charge that a provider has made, by the provider's id. */
export interface TakenCharge {
  provider: 'payproc' | 'cardproc';
  adapter: string;
  reference: string;
}

interface WantedRefund {
  /** The idempotency key: a repetition is the same refund. */
  id: string;
  /** Minor units of the currency of the charge. */
  amount: bigint;
  /** It was requested before, with an unknown outcome. */
  isRepeated: boolean;
  /** The provider no longer knows the key: a repetition could refund twice. */
  isKeyForgotten: boolean;
  /** The provider's id, once it is known. */
  reference: string | null;
  /** The amount of the same charge that is refunded for another reason. */
  otherRefunds: bigint;
}

/** The state of a refund. Without a reference it was made on the provider's own pages. */
interface RefundAnswer {
  state: Refund['state'];
  reference: string | null;
}

/** The connection to the provider that made a charge. */
export interface RefundConnection {
  refund(wanted: WantedRefund): Promise<{ id: string; state: Refund['state'] }>;
  amountRefunded(): Promise<bigint>;
  /** Whether concurrent requests with one key refund once. Otherwise a request without an answer may still be in progress. */
  keepsKeys: boolean;
}

export const openRefundConnection = (ctx: TenantContext, taken: TakenCharge): Promise<RefundConnection> =>
  taken.provider === 'payproc' ? connectPayproc(ctx, taken) : connectCardproc(ctx, taken);

/**
 * Refunds a charge once, or answers the state of the refund, however often and late it is called. An amount that was
 * refunded on the provider's own pages is not refunded again.
 */
export async function refundOnce(connection: RefundConnection, wanted: WantedRefund): Promise<RefundAnswer> {
  const isBack = async () => (await amountRefunded(connection, wanted)) >= wanted.amount + wanted.otherRefunds;
  const done: RefundAnswer = { state: 'succeeded', reference: wanted.reference };
  if (!wanted.reference && wanted.isKeyForgotten && (await isBack())) return done;
  try {
    const { state, id } = await connection.refund(wanted);
    return { state, reference: id };
  } catch (error) {
    const mayBeBack = isRefusal(error, RefundExceedsCharge) || (isRefusal(error, ProviderRefused) && !wanted.reference);
    if (mayBeBack && (await isBack())) return done;
    throw error;
  }
}

/** If the provider refuses this query too, because of its key perhaps, the outcome of an earlier request stays unknown. */
async function amountRefunded(connection: RefundConnection, { isRepeated }: WantedRefund): Promise<bigint> {
  try {
    return await connection.amountRefunded();
  } catch (error) {
    throw isNo(error) && isRepeated ? ProviderUnavailable(error.message) : error;
  }
}

async function connectPayproc(ctx: TenantContext, { adapter, reference }: TakenCharge): Promise<RefundConnection> {
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

/** A repetition with the key answers the current state of the refund; concurrent requests may refund twice. */
async function connectCardproc(ctx: TenantContext, { adapter, reference }: TakenCharge): Promise<RefundConnection> {
  const provider = await openPort(ctx, cardproc);
  if (provider.adapter !== adapter) throw ChargeElsewhere();
  return {
    keepsKeys: false,
    refund: ({ amount, id }) => provider.refundPurchase(reference, amount, id),
    amountRefunded: async () => (await provider.readPurchase(reference)).amountRefunded,
  };
}
