import type Stripe from 'stripe';
import { type PayprocEvent, WebhookRefused } from '#modules/payments/index.ts';
import { instantOf } from './stripe-money.ts';

const SIGNATURE_HEADER = 'stripe-signature';

/** Verifies signature and age of a Stripe event, and maps it to its object. */
export function verifyWebhook(
  stripe: Stripe,
  secret: string | undefined,
  rawBody: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): PayprocEvent {
  const signature = headers[SIGNATURE_HEADER];
  if (!secret || typeof signature !== 'string') throw WebhookRefused();
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(Buffer.from(rawBody), signature, secret);
  } catch {
    throw WebhookRefused();
  }
  return {
    id: event.id,
    ...subjectOf(event),
    merchantId: event.account ?? null,
    createdAt: instantOf(event.created),
  };
}

/** Objects without an id, such as a balance, are identified by their account. */
interface EventObject {
  id?: string;
  mode?: string | null;
  payment_intent?: string | { id: string } | null;
}

function subjectOf({ type, account, data }: Stripe.Event): Pick<PayprocEvent, 'subject' | 'objectId'> {
  const object = data.object as EventObject;
  const about = (subject: PayprocEvent['subject'], id: unknown = object.id) => ({
    subject,
    objectId: typeof id === 'string' ? id : (account ?? ''),
  });
  const [group, part] = type.split('.');
  switch (group) {
    case 'account':
    case 'capability':
      return about('merchant', account);
    case 'setup_intent':
      return about('setup');
    case 'checkout':
      return about(object.mode === 'setup' ? 'setup' : 'charge');
    case 'payment_method':
      return about('payment-method');
    case 'payment_intent':
      return about('charge');
    case 'charge':
      return part === 'dispute' ? about('dispute') : about('charge', object.payment_intent);
    case 'refund':
      return about('refund');
    case 'payout':
      return about('payout');
    case 'balance':
      return about('balance', account);
    default:
      return about('other');
  }
}
