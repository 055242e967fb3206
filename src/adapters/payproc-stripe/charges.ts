import type Stripe from 'stripe';
import {
  type Charge,
  type ChargeState,
  type NewCharge,
  PayoutExceedsBalance,
  type PayprocAccount,
  type Refund,
  RefundExceedsCharge,
} from '#modules/payments/index.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import { idOf } from './customers.ts';
import { asked, declinedIntent, declineReasonOf } from './stripe-errors.ts';
import { amountFrom, instantOf, moneyFrom, toStripe } from './stripe-money.ts';

const LATEST_CHARGE = 'latest_charge';
const SESSION_WITH_ALL = ['payment_intent', `payment_intent.${LATEST_CHARGE}`];
const isSession = (chargeId: string): boolean => chargeId.startsWith('cs_');

/**
 * A charge of a saved method is a PaymentIntent. A charge that the customer pays on a page is a Checkout, which creates its
 * PaymentIntent later; we identify it by the id of the Checkout.
 */
export function chargesOf(stripe: Stripe, on: Stripe.RequestOptions) {
  const readSession = (id: string) => asked(stripe.checkout.sessions.retrieve(id, { expand: SESSION_WITH_ALL }, on));
  const intentIdOf = async (chargeId: string): Promise<string> => {
    const id = isSession(chargeId) ? idOf((await readSession(chargeId)).payment_intent) : chargeId;
    if (!id) throw ProviderRefused('The customer has not paid yet.');
    return id;
  };
  return {
    charge: async (wanted, idempotencyKey) => {
      const options = { ...on, idempotencyKey };
      if (!wanted.paymentMethodId)
        return chargeOfSession(await asked(stripe.checkout.sessions.create(sessionFor(wanted), options)));
      const intent = await stripe.paymentIntents.create(intentFor(wanted), options).catch(declinedIntent);
      return chargeOf(intent);
    },
    readCharge: async (id) =>
      isSession(id)
        ? chargeOfSession(await readSession(id))
        : chargeOf(await asked(stripe.paymentIntents.retrieve(id, { expand: [LATEST_CHARGE] }, on))),
    captureCharge: async (id, amount, idempotencyKey) => {
      const intentId = await intentIdOf(id);
      const { currency } = await asked(stripe.paymentIntents.retrieve(intentId, {}, on));
      const part = amount === null ? {} : { amount_to_capture: toStripe({ amount, currency }).amount };
      const taken = stripe.paymentIntents.capture(intentId, part, { ...on, idempotencyKey });
      return { ...chargeOf(await asked(taken)), id };
    },
    cancelCharge: async (id, idempotencyKey) => {
      const options = { ...on, idempotencyKey };
      if (!isSession(id)) return chargeOf(await asked(stripe.paymentIntents.cancel(id, {}, options)));
      const { status } = await readSession(id);
      if (status === 'open') return chargeOfSession(await asked(stripe.checkout.sessions.expire(id, {}, options)));
      return { ...chargeOf(await asked(stripe.paymentIntents.cancel(await intentIdOf(id), {}, options))), id };
    },
    refundCharge: async (id, amount, idempotencyKey) => {
      const intentId = await intentIdOf(id);
      const { currency } = await asked(stripe.paymentIntents.retrieve(intentId, {}, on));
      const part = amount === null ? {} : { amount: toStripe({ amount, currency }).amount };
      const wanted = { payment_intent: intentId, metadata: { charge: id }, ...part };
      try {
        return toRefund(await asked(stripe.refunds.create(wanted, { ...on, idempotencyKey })));
      } catch (error) {
        throw await refusalOfRefund(error, amount, () =>
          stripe.paymentIntents.retrieve(intentId, { expand: [LATEST_CHARGE] }, on),
        );
      }
    },
    readRefund: async (id) => toRefund(await asked(stripe.refunds.retrieve(id, {}, on))),
  } satisfies Partial<PayprocAccount>;
}

const intentFor = (wanted: NewCharge): Stripe.PaymentIntentCreateParams => ({
  ...toStripe(wanted),
  ...(wanted.customerId && { customer: wanted.customerId }),
  payment_method: wanted.paymentMethodId!,
  automatic_payment_methods: { enabled: true },
  confirm: true,
  ...(wanted.offSession && { off_session: true }),
  capture_method: wanted.capture,
  description: wanted.description,
  return_url: wanted.returnUrl,
  expand: [LATEST_CHARGE],
});

function sessionFor(wanted: NewCharge): Stripe.Checkout.SessionCreateParams {
  const { amount, currency } = toStripe(wanted);
  const name = wanted.description || 'Pago';
  return {
    mode: 'payment',
    ...(wanted.customerId && { customer: wanted.customerId }),
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name } } }],
    payment_intent_data: {
      capture_method: wanted.capture,
      description: wanted.description,
      ...(wanted.saveMethod && { setup_future_usage: 'off_session' }),
    },
    success_url: wanted.returnUrl,
    cancel_url: wanted.returnUrl,
    expand: SESSION_WITH_ALL,
  };
}

/** Treat an unknown state as still processing. */
const states: Record<string, ChargeState> = {
  requires_payment_method: 'requires_method',
  requires_confirmation: 'requires_method',
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'authorized',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

function chargeOf(intent: Stripe.PaymentIntent): Charge {
  const error = intent.last_payment_error;
  const failed = intent.status === 'requires_payment_method' && error;
  const latest = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const of = (amount: number | undefined): bigint => amountFrom(amount ?? 0, intent.currency);
  return {
    id: intent.id,
    ...moneyFrom(intent),
    state: failed ? 'failed' : (states[intent.status] ?? 'processing'),
    declineReason: failed ? declineReasonOf(error) : null,
    amountCaptured: of(intent.amount_received),
    amountRefunded: of(latest?.amount_refunded),
    customerId: idOf(intent.customer),
    paymentMethodId: idOf(intent.payment_method),
    clientSecret: intent.client_secret,
    url: intent.next_action?.redirect_to_url?.url ?? null,
    createdAt: instantOf(intent.created),
  };
}

function chargeOfSession(session: Stripe.Checkout.Session): Charge {
  const intent = session.payment_intent as Stripe.PaymentIntent | null;
  if (intent) return { ...chargeOf(intent), id: session.id, clientSecret: null, url: session.url };
  return {
    id: session.id,
    ...moneyFrom({ amount: session.amount_total ?? 0, currency: session.currency ?? '' }),
    state: session.status === 'expired' ? 'canceled' : 'requires_method',
    declineReason: null,
    amountCaptured: 0n,
    amountRefunded: 0n,
    customerId: idOf(session.customer),
    paymentMethodId: null,
    clientSecret: null,
    url: session.url,
    createdAt: instantOf(session.created),
  };
}

/** Stripe has no error code for a refund that is too large, so compare with the rest of the charge. */
async function refusalOfRefund(
  error: unknown,
  amount: bigint | null,
  read: () => Promise<Stripe.PaymentIntent>,
): Promise<unknown> {
  if (isRefusal(error, PayoutExceedsBalance)) return ProviderRefused(`Stripe: ${error.message}`);
  if (!isRefusal(error, ProviderRefused)) return error;
  const { amountCaptured, amountRefunded } = chargeOf(await asked(read()));
  const left = amountCaptured - amountRefunded;
  return (amount ?? left) > left || left === 0n ? RefundExceedsCharge() : error;
}

/** Every other state is not over yet. */
const refundStates: Record<string, Refund['state']> = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' };

const toRefund = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  chargeId: refund.metadata?.charge ?? idOf(refund.payment_intent) ?? '',
  ...moneyFrom(refund),
  state: refundStates[refund.status ?? ''] ?? 'pending',
});
