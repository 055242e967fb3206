import type Stripe from 'stripe';
import { PaymentMethodUnknown, type PayprocAccount, type Setup } from '#modules/payments/index.ts';
import { toPaymentMethod } from './methods.ts';
import { asked, declineReasonOf, isMissing } from './stripe-errors.ts';

const METHODS_MAX = 100;

/** Customers of one account and their saved methods. Methods are entered on Stripe's page: a Checkout in setup mode. */
export function customersOf(stripe: Stripe, on: Stripe.RequestOptions) {
  return {
    ensureCustomer: async ({ reference, name, email }) => {
      const known = await findCustomer(stripe, on, reference);
      const customer = known ?? (await createCustomer(stripe, on, reference));
      if (customer.name !== name || customer.email !== email)
        await asked(stripe.customers.update(customer.id, { name, email: email ?? '' }, on));
      return { id: customer.id };
    },
    listPaymentMethods: async (customerId) => {
      const methods = await asked(stripe.customers.listPaymentMethods(customerId, { limit: METHODS_MAX }, on));
      return methods.data.map(toPaymentMethod);
    },
    detachPaymentMethod: async (customerId, id) => {
      const isTheirs = await asked(
        stripe.customers.retrievePaymentMethod(customerId, id, {}, on).then(
          () => true,
          (error: unknown) => {
            if (isMissing(error)) return false;
            throw error;
          },
        ),
      );
      if (!isTheirs) throw PaymentMethodUnknown();
      await asked(stripe.paymentMethods.detach(id, {}, on));
    },
    createSetup: async (customer, { returnUrl }, idempotencyKey) => {
      const session = stripe.checkout.sessions.create(
        {
          mode: 'setup',
          customer,
          allowed_payment_method_types: ['card'],
          success_url: returnUrl,
          cancel_url: returnUrl,
          expand: ['setup_intent'],
        },
        { ...on, idempotencyKey },
      );
      return toSetup(await asked(session));
    },
    readSetup: async (id) =>
      toSetup(await asked(stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent'] }, on))),
  } satisfies Partial<PayprocAccount>;
}

async function findCustomer(stripe: Stripe, on: Stripe.RequestOptions, reference: string) {
  const query = `metadata['reference']:'${reference.replace(/['\\]/g, '\\$&')}'`;
  return (await asked(stripe.customers.search({ query, limit: 1 }, on))).data[0];
}

/** Stripe's search lags by a minute and its idempotency keys live for a day: together they find the customer of a reference. */
const createCustomer = (stripe: Stripe, on: Stripe.RequestOptions, reference: string) =>
  asked(stripe.customers.create({ metadata: { reference } }, { ...on, idempotencyKey: `customer ${reference}` }));

const states: Record<string, Setup['state']> = {
  requires_payment_method: 'requires_method',
  requires_confirmation: 'requires_method',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

function toSetup(session: Stripe.Checkout.Session): Setup {
  const intent = session.setup_intent as Stripe.SetupIntent | null;
  const error = intent?.last_setup_error;
  const failed = intent?.status === 'requires_payment_method' && error;
  const open = failed ? 'failed' : (states[intent?.status ?? 'requires_payment_method'] ?? 'processing');
  return {
    id: session.id,
    state: session.status === 'expired' ? 'canceled' : open,
    declineReason: failed ? declineReasonOf(error) : null,
    // Stripe allows either its page or a custom form; every client can use the page.
    clientSecret: null,
    url: session.url ?? session.success_url ?? '',
    paymentMethodId: idOf(intent?.payment_method),
  };
}

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);
