import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  type BillingEvent,
  BillingNoticeRefused,
  type BillingProvider,
  billingProvider,
} from '#modules/billing/index.ts';
import { realNow } from '#platform/date.ts';
import { isSameSecret, newSecret } from '#platform/id.ts';
import { type Adapter, adapter } from '#platform/ports/port.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';
import {
  type BillingGesture,
  moveSubscription,
  payCheckout,
  SimulatedBilling,
  type StoredCheckout,
  type StoredSubscription,
} from './provider.ts';

const NAME = 'billing-simulator';
const SIGNATURE_HEADER = 'billing-signature';
const TOLERANCE_SECONDS = 300;

const Event = z.object({
  id: z.string().max(255),
  subject: z.enum(['checkout', 'subscription', 'other']),
  objectId: z.string(),
  customerId: z.string().nullable(),
});

/** A simulated billing provider for use without a contract: it keeps its state in our database. */
export function billingSimulator(options: { store: SimulatorStore; publicUrl: string; webhookSecret: string }) {
  const provider = new SimulatedBilling(options);
  const declared = adapter({
    port: billingProvider,
    name: NAME,
    config: z.object({}),
    connect: () => connect(provider, options.webhookSecret),
  }) as Adapter<BillingProvider>;
  return {
    provider,
    adapter: declared,
    control: {
      pay: (checkoutId: string) => provider.handle((objects) => payCheckout(objects, checkoutId)),
      move: (id: string, gesture: BillingGesture) =>
        provider.handle((objects) => moveSubscription(objects, id, gesture)),
      sign: (body: Uint8Array, at = realNow()) => ({ [SIGNATURE_HEADER]: sign(options.webhookSecret, body, at) }),
    },
  };
}

function connect(provider: SimulatedBilling, webhookSecret: string): BillingProvider {
  return {
    adapter: NAME,
    createCheckout: (wanted, key) => provider.createCheckout(wanted, key),
    readCheckout: (id) => provider.find<StoredCheckout>('checkout', id),
    createPortal: async (customerId, returnUrl) => {
      const secret = newSecret('bps', 24);
      await provider.handle((objects) => objects.insert('portal', secret, customerId, { customerId, returnUrl }));
      return { url: provider.pageUrl(`portal/${secret}`) };
    },
    readSubscription: async (id) => {
      const { periodEndsAt, ...subscription } = await provider.find<StoredSubscription>('subscription', id);
      return { ...subscription, periodEndsAt: Temporal.Instant.from(periodEndsAt) };
    },
    listInvoices: async (customerId, limit) =>
      (await provider.listInvoices(customerId, limit)).map(({ amount, createdAt, ...invoice }) => ({
        ...invoice,
        amount: BigInt(amount),
        createdAt: Temporal.Instant.from(createdAt),
      })),
    verifyWebhook: (body, headers) => verify(webhookSecret, body, headers[SIGNATURE_HEADER]),
  };
}

const hmac = (secret: string, seconds: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

function sign(secret: string, body: Uint8Array, at: Temporal.Instant): string {
  const seconds = String(Math.floor(at.epochMilliseconds / 1000));
  return `t=${seconds},v1=${hmac(secret, seconds, body)}`;
}

function verify(secret: string, body: Uint8Array, header: string | string[] | undefined): BillingEvent {
  const [, seconds = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  const isSigned = isSameSecret(given, hmac(secret, seconds, body));
  const ageSeconds = Math.abs(realNow().epochMilliseconds / 1000 - Number(seconds));
  if (!isSigned || ageSeconds > TOLERANCE_SECONDS) throw BillingNoticeRefused();
  const event = Event.safeParse(JSON.parse(Buffer.from(body).toString()));
  if (!event.success) throw BillingNoticeRefused();
  return event.data;
}
