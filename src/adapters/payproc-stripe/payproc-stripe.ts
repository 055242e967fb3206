import Stripe from 'stripe';
import { z } from 'zod';
import { MerchantNotReady, type Payproc, type PayprocAccount, payproc } from '#modules/payments/index.ts';
import { type Adapter, adapter, isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import { chargesOf } from './charges.ts';
import { customersOf } from './customers.ts';
import { disputesOf } from './disputes.ts';
import { fundsOf } from './funds.ts';
import { merchantsOf } from './merchants.ts';
import { asked } from './stripe-errors.ts';
import { verifyWebhook } from './webhooks.ts';

const NAME = 'payproc-stripe';
/** Retries use the same idempotency key, so nothing happens twice. */
const RETRIES = 1;

/** An organization may use its own keys; the default is the service's keys. */
const StripeConfig = z.object({ secretKey: z.string().min(1).optional(), webhookSecret: z.string().min(1).optional() });

interface StripeOptions {
  secretKey: string;
  webhookSecret: string | undefined;
  apiUrl: string;
  timeoutMs: number;
}

/** Stripe as the payment processor: merchants are its connected accounts, and its pages take the cards. */
export function payprocStripe(options: StripeOptions): Adapter<Payproc, typeof StripeConfig> {
  const ours = clientOf(options, options.secretKey);
  return adapter({
    port: payproc,
    name: NAME,
    config: StripeConfig,
    connect: ({ secretKey, webhookSecret }) =>
      connect(secretKey ? clientOf(options, secretKey) : ours, webhookSecret ?? options.webhookSecret),
  });
}

function clientOf({ apiUrl, timeoutMs }: StripeOptions, secretKey: string): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Colmado' },
  });
}

const connect = (stripe: Stripe, webhookSecret: string | undefined): Payproc => ({
  adapter: NAME,
  ...merchantsOf(stripe),
  account: (merchantId) => {
    const on: Stripe.RequestOptions = merchantId ? { stripeAccount: merchantId } : {};
    const account = {
      ...customersOf(stripe, on),
      ...chargesOf(stripe, on),
      ...disputesOf(stripe, on),
      ...fundsOf(stripe, on),
    };
    return merchantId ? tellingWhetherReady(stripe, merchantId, account) : account;
  },
  verifyWebhook: (rawBody, headers) => verifyWebhook(stripe, webhookSecret, rawBody, headers),
});

/** Stripe has many errors for accounts that are not ready, so check the account's own state for the reason. */
function tellingWhetherReady(stripe: Stripe, merchantId: string, account: PayprocAccount): PayprocAccount {
  const telling =
    (ability: 'charges_enabled' | 'payouts_enabled') =>
    async (error: unknown): Promise<never> => {
      if (!isRefusal(error, ProviderRefused)) throw error;
      throw (await asked(stripe.accounts.retrieve(merchantId)))[ability] ? error : MerchantNotReady();
    };
  return {
    ...account,
    charge: (...wanted) => account.charge(...wanted).catch(telling('charges_enabled')),
    createPayout: (...wanted) => account.createPayout(...wanted).catch(telling('payouts_enabled')),
  };
}
