import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { type Charge, findMerchantId, type PayprocAccount, payproc } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { type Attempt, openPort, type Reply } from '#platform/ports/exchange-declaration.ts';
import { type DocumentCharge, documentCharges } from '../tables.ts';
import { bookCharge } from './book-charge.ts';
import { excessRefund } from './excess-refund.ts';
import { payUrlOf } from './pay-link.ts';

/** Most payers pay soon, so the first check is early; later ones wait a quarter of the age of the page. */
const FIRST_LOOK_AFTER_SECONDS = 15;
const OPEN_HOURS = 72;

type PageAnswer = Pick<Charge, 'state' | 'url'>;

interface Question {
  charge: DocumentCharge;
  description: string;
  returnUrl: string;
  /** Null: the organization no longer uses the provider of this page. */
  account: PayprocAccount | null;
}

/** A page of the payment processor for the amount due on a document. It is closed after three days. */
export const page = exchange<Question, PageAnswer>({
  name: 'receivables/page',
  prepare: async (ctx, id) => {
    const charge = await documentCharges.find(ctx, id);
    if (!charge) return null;
    const merchant = await openMerchant(ctx);
    const document = await selectPendingRecord(ctx, charge.pendingRecordId);
    return {
      charge,
      description: `Factura ${document!.number}`,
      returnUrl: `${payUrlOf(ctx, charge.pendingRecordId)}?returned=true`,
      account: merchant?.adapter === charge.adapter ? merchant.account : null,
    };
  },
  ask: async (question, attempt) => {
    const { account } = question;
    if (!account || (!attempt.reference && attempt.isKeyForgotten)) return { state: 'lost', answer: null };
    return replyOf(await askProvider(account, question, attempt));
  },
  settle: async (ctx, { id, state, reference }) => {
    if (state !== 'done') return void (await documentCharges.update(ctx, id, { status: 'failed' }));
    await documentCharges.update(ctx, id, { chargeId: reference });
    const { refund } = await bookCharge(ctx, id, 'payout');
    if (refund > 0n) await excessRefund.begin(ctx, id);
  },
  followUpAfterSeconds: FIRST_LOOK_AFTER_SECONDS,
  lookAfter: ({ ageSeconds }) => Math.max(FIRST_LOOK_AFTER_SECONDS, ageSeconds / 4),
});

/** The merchant account of the organization; null before it is open. */
export async function openMerchant(ctx: TenantContext): Promise<{ adapter: string; account: PayprocAccount } | null> {
  const provider = await openPort(ctx, payproc);
  const merchantId = await findMerchantId(ctx, provider.adapter);
  return merchantId ? { adapter: provider.adapter, account: provider.account(merchantId) } : null;
}

function askProvider(
  account: PayprocAccount,
  { charge, description, returnUrl }: Question,
  { key, reference, createdAt }: Attempt<PageAnswer>,
): Promise<Charge> {
  const { amount, currency } = charge;
  const byHand = { customerId: null, paymentMethodId: null, offSession: false, saveMethod: false } as const;
  const wanted = { ...byHand, amount, currency, capture: 'automatic', description, returnUrl } as const;
  if (!reference) return account.charge(wanted, key);
  const closesAt = Temporal.Instant.from(createdAt).add({ hours: OPEN_HOURS });
  return Temporal.Instant.compare(realNow(), closesAt) > 0
    ? account.cancelCharge(reference, cancelKeyOf(key))
    : account.readCharge(reference);
}

export const cancelKeyOf = (id: string): string => `${id}-cancel`;

function replyOf({ id, state, url }: Charge): Reply<PageAnswer> {
  const outcome = state === 'succeeded' ? 'done' : state === 'canceled' ? 'refused' : 'open';
  return { state: outcome, answer: { state, url }, reference: id };
}
