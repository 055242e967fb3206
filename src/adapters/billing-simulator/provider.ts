import { createHash } from 'node:crypto';
import type { BillingCheckout, BillingInvoice, SubscriptionState, WantedCheckout } from '#modules/billing/index.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { newId, newSecret } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import type { SimulatorObjects, SimulatorStore } from '#platform/ports/simulator-store.ts';

export interface StoredCheckout extends BillingCheckout {
  secret: string;
  url: string;
  plan: string;
  name: string;
  interval: 'month' | 'year';
  amount: string;
  currency: string;
  email: string | null;
  returnUrl: string;
}

export interface StoredSubscription {
  id: string;
  customerId: string;
  plan: string;
  interval: 'month' | 'year';
  amount: string;
  currency: string;
  state: SubscriptionState;
  periodEndsAt: string;
  cancelsAtPeriodEnd: boolean;
}

interface StoredInvoice extends Omit<BillingInvoice, 'amount' | 'createdAt'> {
  amount: string;
  createdAt: string;
}

/** The back end of the simulated billing provider. It stores JSON: amounts are text, times RFC 3339. */
export class SimulatedBilling {
  readonly #store: SimulatorStore;
  readonly #publicUrl: string;

  constructor({ store, publicUrl }: { store: SimulatorStore; publicUrl: string }) {
    this.#store = store;
    this.#publicUrl = publicUrl;
  }

  pageUrl(path: string): string {
    return `${this.#publicUrl}/simulator/billing/${path}`;
  }

  handle<T>(work: (objects: SimulatorObjects) => Promise<T>): Promise<T> {
    return this.#store.transaction(work);
  }

  /** The id is derived from the key, so that a repetition gives the same page. */
  createCheckout(wanted: WantedCheckout, key: string): Promise<StoredCheckout> {
    return this.handle(async (objects) => {
      const id = `cs_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
      const secret = newSecret(id, 24);
      const { reference, plan, name, interval, currency, email, customerId, returnUrl } = wanted;
      const url = this.pageUrl(`checkout/${secret}`);
      const facts = { reference, plan, name, interval, currency, email, customerId, returnUrl, secret, url };
      const checkout: StoredCheckout = {
        id,
        ...facts,
        amount: String(wanted.amount),
        state: 'open',
        subscriptionId: null,
      };
      await objects.insert('checkout', id, 'all', checkout);
      return (await objects.find<StoredCheckout>('checkout', id))!;
    });
  }

  find<T>(kind: string, id: string): Promise<T> {
    return this.handle(async (objects) => {
      const found = await objects.find<T>(kind, id);
      if (!found) throw ProviderRefused(`There is no such ${kind}.`);
      return found;
    });
  }

  listInvoices(customerId: string, limit: number): Promise<StoredInvoice[]> {
    return this.handle((objects) => objects.list<StoredInvoice>('invoice', customerId, limit));
  }
}

/** The customer pays on the page of a checkout. */
export async function payCheckout(objects: SimulatorObjects, id: string): Promise<StoredCheckout> {
  const checkout = await objects.lock<StoredCheckout>('checkout', id);
  if (checkout?.state !== 'open') throw ProviderRefused('This checkout is over.');
  const customerId = checkout.customerId ?? `cus_${newId()}`;
  const { plan, interval, amount, currency } = checkout;
  const subscription: StoredSubscription = {
    id: `sub_${newId()}`,
    customerId,
    plan,
    interval,
    amount,
    currency,
    state: 'active',
    periodEndsAt: periodFrom(interval),
    cancelsAtPeriodEnd: false,
  };
  await objects.insert('subscription', subscription.id, customerId, subscription);
  await addInvoice(objects, subscription, 'paid');
  const paid: StoredCheckout = { ...checkout, state: 'complete', customerId, subscriptionId: subscription.id };
  await objects.update('checkout', id, paid);
  return paid;
}

const periodFrom = (interval: 'month' | 'year'): string =>
  toTimestamp(realNow().add({ hours: 24 * (interval === 'month' ? 30 : 365) }));

async function addInvoice(
  objects: SimulatorObjects,
  { customerId, amount, currency }: StoredSubscription,
  state: BillingInvoice['state'],
): Promise<void> {
  const id = `in_${newId()}`;
  const invoice: StoredInvoice = { id, amount, currency, state, createdAt: toTimestamp(realNow()), url: null };
  await objects.insert('invoice', id, customerId, invoice);
}

export type BillingGesture = 'cancel' | 'cancel_now' | 'resume' | 'renew' | 'fail';

/** A change by a customer in the portal, or a renewal that the bank accepts or declines. A canceled one stays canceled. */
export async function moveSubscription(
  objects: SimulatorObjects,
  id: string,
  gesture: BillingGesture,
): Promise<StoredSubscription> {
  const subscription = await objects.lock<StoredSubscription>('subscription', id);
  if (!subscription || subscription.state === 'canceled') throw ProviderRefused('This subscription is over.');
  const changes: Record<BillingGesture, Partial<StoredSubscription>> = {
    cancel: { cancelsAtPeriodEnd: true },
    cancel_now: { state: 'canceled', cancelsAtPeriodEnd: false },
    resume: { cancelsAtPeriodEnd: false },
    renew: { state: 'active', periodEndsAt: periodFrom(subscription.interval) },
    // The provider tries for a while, then gives up.
    fail: { state: subscription.state === 'past_due' ? 'unpaid' : 'past_due' },
  };
  const changed = { ...subscription, ...changes[gesture] };
  await objects.update('subscription', id, changed);
  if (gesture === 'renew') await addInvoice(objects, changed, 'paid');
  if (gesture === 'fail') await addInvoice(objects, changed, 'open');
  return changed;
}
