import { z } from 'zod';
import {
  type Cardproc,
  type CardprocSettings,
  type DeclineReason,
  type NewPurchase,
  PaymentMethodUnknown,
  ProviderKeyReused,
  type Purchase,
  type PurchaseRefund,
  type PurchaseState,
  RefundExceedsCharge,
} from '#modules/payments/index.ts';
import { realNow } from '#platform/date.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { type CardnetCall, CardnetError } from './cardnet-call.ts';
import { Id, type Profile } from './profile.ts';

/** Two decimals are implied, as in our minor units. */
const Amount = z.number().int().transform(BigInt);

const Refund = z.object({
  PurchaseRefundId: Id,
  Amount,
  Currency: z.string(),
  Status: z.string(),
  MetadataIn: z.object({ Description: z.string().nullish() }).nullish(),
});

const Action = z.object({ ActionURL: z.string().nullish() }).nullish();

const PurchaseAnswer = z.object({
  PurchaseId: Id,
  Amount,
  Currency: z.string(),
  Order: z.string().nullish(),
  Transaction: z.object({
    TransactionStatusId: z.number().int(),
    ErrorCode: z.string().nullish(),
    CommerceAction: Action,
  }),
  CommerceAction: Action,
  RefundList: z
    .array(Refund)
    .nullish()
    .transform((refunds) => refunds ?? []),
});
type PurchaseAnswer = z.infer<typeof PurchaseAnswer>;

/** A refund that counts as failed may be repeated, so every other state counts as still open. */
const refundStates: Record<string, PurchaseRefund['state']> = {
  approved: 'succeeded',
  rejected: 'failed',
  denied: 'failed',
  cancelled: 'failed',
  error: 'failed',
};

/** Maps the provider's decline codes to the port's reasons. */
const declines: Record<string, DeclineReason> = {
  TK002: 'wrong_security_code',
  TK003: 'expired_card',
  TK014: 'method_unusable',
  TR012: 'limit_exceeded',
  TR013: 'declined',
  TR021: 'expired_card',
  TR026: 'insufficient_funds',
  TR301: 'suspected_fraud',
};
const ORDER_KNOWN = 'TR006';
const LOOKED_BACK_DAYS = 2;

export function purchasesOf(
  call: CardnetCall,
  { capture }: CardprocSettings,
  findProfile: (customerId: string, profileId: string) => Promise<Profile | undefined>,
) {
  const read = (id: string) =>
    call('GET', `Purchase/${encodeURIComponent(id)}`, PurchaseAnswer).catch(refusalOfPurchase);
  const act = async (id: string, what: string, body: object): Promise<Purchase> =>
    toPurchase(
      await call('POST', `Purchase/${encodeURIComponent(id)}/${what}`, PurchaseAnswer, body).catch(refusalOfPurchase),
    );
  return {
    charge: async (wanted, key) => {
      const profile = await findProfile(wanted.customerId, wanted.profileId);
      if (!profile) {
        // The card may have been charged before it was deleted, and the answer lost.
        const made = await findMade(call, wanted);
        if (!made) throw PaymentMethodUnknown();
        return sameAs(wanted, made);
      }
      const body = {
        TrxToken: profile.Token,
        Order: wanted.order,
        Amount: Number(wanted.amount),
        Currency: wanted.currency,
        Capture: capture.automatic,
        Description: wanted.description,
        // With the same unique id, the provider returns the purchase that it already made.
        UniqueID: key,
        DataDo: { Invoice: wanted.order, Tax: 0 },
      };
      try {
        return sameAs(wanted, await call('POST', 'Purchase', PurchaseAnswer, body));
      } catch (error) {
        return declined(wanted, error);
      }
    },
    readPurchase: async (id) => toPurchase(await read(id)),
    capturePurchase: (id, amount) => act(id, 'commit', amount === null ? {} : { Amount: Number(amount) }),
    voidPurchase: (id) => act(id, 'rollback', {}),
    refundPurchase: async (id, wanted, key) => {
      const purchase = await read(id);
      // This provider has no idempotency key for refunds: put ours into the description and search for it before a retry.
      const made = purchase.RefundList.find(({ MetadataIn }) => MetadataIn?.Description === key);
      if (made) return toRefund(made);
      const left = purchase.Amount - refundedOf(purchase);
      const amount = wanted ?? left;
      if (amount <= 0n || amount > left) throw RefundExceedsCharge();
      const body = { Amount: Number(amount), MetadataIn: { Description: key } };
      return toRefund(
        await call('POST', `Purchase/${encodeURIComponent(id)}/refund`, Refund, body).catch(refusalOfPurchase),
      );
    },
  } satisfies Partial<Cardproc>;
}

/** The customer's recent purchase with this order number. */
async function findMade(call: CardnetCall, { customerId, order }: NewPurchase): Promise<PurchaseAnswer | undefined> {
  const dayOf = (days: number): string =>
    realNow().toZonedDateTimeISO('America/Santo_Domingo').toPlainDate().add({ days }).toString().replaceAll('-', '');
  const query = new URLSearchParams({ CustomerID: customerId, From: dayOf(-LOOKED_BACK_DAYS), To: dayOf(1) });
  const made = await call('GET', `Purchase?${query}`, z.array(PurchaseAnswer)).catch(refusalOfPurchase);
  return made.find(({ Order }) => Order === order);
}

/** For a known key the provider returns the earlier result, even if the request differs. */
function sameAs(wanted: NewPurchase, answer: PurchaseAnswer): Purchase {
  const purchase = toPurchase(answer);
  const isOther = answer.Order && answer.Order !== wanted.order;
  if (isOther || purchase.amount !== wanted.amount || purchase.currency !== wanted.currency) throw ProviderKeyReused();
  return purchase;
}

function declined({ amount, currency }: NewPurchase, error: unknown): Purchase {
  if (!(error instanceof CardnetError)) throw error;
  const declineReason = declines[error.code];
  if (!declineReason) return refusalOfPurchase(error);
  return { id: null, state: 'failed', declineReason, amount, currency, amountRefunded: 0n, url: null };
}

function refusalOfPurchase(error: unknown): never {
  if (!(error instanceof CardnetError)) throw error;
  if (error.code === ORDER_KNOWN) throw ProviderKeyReused();
  throw ProviderRefused(`The card processor refused this: ${error.message} (${error.code})`);
}

const refundedOf = ({ RefundList }: PurchaseAnswer): bigint =>
  RefundList.filter((refund) => toRefund(refund).state !== 'failed').reduce((sum, { Amount }) => sum + Amount, 0n);

function toPurchase(answer: PurchaseAnswer): Purchase {
  const url = answer.CommerceAction?.ActionURL ?? answer.Transaction.CommerceAction?.ActionURL ?? null;
  const asksCustomer = Boolean(answer.CommerceAction ?? answer.Transaction.CommerceAction);
  const state = stateOf(answer.Transaction.TransactionStatusId, asksCustomer);
  return {
    id: answer.PurchaseId,
    state,
    declineReason: state === 'failed' ? (declines[answer.Transaction.ErrorCode ?? ''] ?? 'declined') : null,
    amount: answer.Amount,
    currency: answer.Currency,
    amountRefunded: refundedOf(answer),
    url: state === 'requires_action' ? url : null,
  };
}

function stateOf(status: number, asksCustomer: boolean): PurchaseState {
  switch (status) {
    case 1: // Approved
    case 5: // Paid
      return 'succeeded';
    case 2:
      return asksCustomer ? 'requires_action' : 'processing';
    case 3:
      return 'authorized';
    case 4:
      return 'failed';
    case 6:
      return 'canceled';
    default:
      throw ProviderRefused(`The card processor reported an unknown payment state: ${status}.`);
  }
}

const toRefund = ({ PurchaseRefundId, Amount, Currency, Status }: z.infer<typeof Refund>): PurchaseRefund => ({
  id: PurchaseRefundId,
  amount: Amount,
  currency: Currency,
  state: refundStates[Status.toLowerCase()] ?? 'pending',
});
