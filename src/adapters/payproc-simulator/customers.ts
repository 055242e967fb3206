import { createHash } from 'node:crypto';
import { type DeclineReason, PaymentMethodUnknown, type setupStates } from '#modules/payments/index.ts';
import { newId, newSecret } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { type Handling, requireWebAddress } from './provider.ts';
import type { TestCard } from './test-cards.ts';

const METHODS_MAX = 100;

export interface StoredCustomer {
  id: string;
  account: string;
  reference: string;
  name: string;
  email: string | null;
}

export interface StoredMethod {
  id: string;
  customerId: string;
  card: { number: string; brand: string; last4: string; expiresOn: string };
  /** Saved with authentication, so the bank accepts later charges without the customer. */
  authenticated: boolean;
  createdAt: string;
}

export interface StoredSetup {
  id: string;
  account: string;
  customerId: string;
  state: (typeof setupStates)[number];
  declineReason: DeclineReason | null;
  clientSecret: string;
  returnUrl: string;
  url: string;
  paymentMethodId: string | null;
  /** Waits for the customer's authentication. */
  cardNumber: string | null;
}

/** The id is derived from the reference, so that concurrent calls create the same customer. */
export async function ensureCustomer(
  { objects }: Handling,
  account: string,
  details: { reference: string; name: string; email: string | null },
): Promise<StoredCustomer> {
  const hash = createHash('sha256').update(`${account} ${details.reference}`).digest('hex');
  const customer: StoredCustomer = { id: `cus_${hash.slice(0, 32)}`, account, ...details };
  if (!(await objects.insert('customer', customer.id, account, customer)))
    await objects.update('customer', customer.id, customer);
  return customer;
}

export async function findCustomer({ objects }: Handling, account: string, id: string): Promise<StoredCustomer> {
  const customer = await objects.find<StoredCustomer>('customer', id);
  if (customer?.account !== account) throw ProviderRefused('There is no such customer.');
  return customer;
}

export async function listMethods(handling: Handling, account: string, customerId: string): Promise<StoredMethod[]> {
  await findCustomer(handling, account, customerId);
  return handling.objects.list('payment-method', customerId, METHODS_MAX);
}

export async function findMethod({ objects }: Handling, customerId: string, id: string): Promise<StoredMethod> {
  const method = await objects.find<StoredMethod>('payment-method', id);
  if (method?.customerId !== customerId) throw PaymentMethodUnknown();
  return method;
}

export async function detachMethod(handling: Handling, account: string, customerId: string, id: string): Promise<void> {
  await findCustomer(handling, account, customerId);
  await findMethod(handling, customerId, id);
  await handling.objects.delete('payment-method', id);
  handling.announce('payment-method', id, account);
}

export async function saveCard(
  handling: Handling,
  account: string,
  customerId: string,
  card: TestCard,
  authenticated: boolean,
): Promise<StoredMethod> {
  const last4 = card.number.slice(-4);
  const method: StoredMethod = {
    id: `pm_${newId()}`,
    customerId,
    card: { number: card.number, brand: 'visa', last4, expiresOn: '2034-12' },
    authenticated,
    createdAt: handling.now,
  };
  await handling.objects.insert('payment-method', method.id, customerId, method);
  handling.announce('payment-method', method.id, account);
  return method;
}

export async function createSetup(
  handling: Handling,
  account: string,
  customerId: string,
  returnUrl: string,
): Promise<StoredSetup> {
  requireWebAddress(returnUrl);
  await findCustomer(handling, account, customerId);
  const id = `seti_${newId()}`;
  const clientSecret = newSecret(`${id}_secret`, 24);
  const setup: StoredSetup = {
    id,
    account,
    customerId,
    state: 'requires_method',
    declineReason: null,
    clientSecret,
    returnUrl,
    url: handling.pageUrl(`setup/${clientSecret}`),
    paymentMethodId: null,
    cardNumber: null,
  };
  await handling.objects.insert('setup', id, account, setup);
  return setup;
}

export async function findSetup({ objects }: Handling, account: string, id: string): Promise<StoredSetup> {
  const setup = await objects.find<StoredSetup>('setup', id);
  if (setup?.account !== account) throw ProviderRefused('There is no such setup.');
  return setup;
}

export type Gesture = 'pay' | 'decline' | 'authenticate' | 'abandon' | 'confirm' | 'fail';

/** Applies the customer's action on the page of a setup. */
export async function advanceSetup(
  handling: Handling,
  setup: StoredSetup,
  gesture: Gesture,
  card: TestCard,
): Promise<StoredSetup> {
  if (gesture === 'abandon') return setup;
  const next = await outcomeOf(handling, setup, gesture, card);
  const changed = { ...setup, declineReason: null, cardNumber: null, ...next };
  await handling.objects.update('setup', setup.id, changed);
  handling.announce('setup', setup.id, setup.account);
  return changed;
}

async function outcomeOf(
  handling: Handling,
  setup: StoredSetup,
  gesture: Gesture,
  card: TestCard,
): Promise<Partial<StoredSetup>> {
  if (gesture === 'fail') return { state: 'failed', declineReason: 'authentication_failed' };
  if (gesture === 'decline') return { state: 'failed', declineReason: 'declined' };
  if (gesture === 'authenticate' || (gesture === 'pay' && card.authentication))
    return { state: 'requires_action', cardNumber: card.number };
  if (card.declines && !card.savesAnyway) return { state: 'failed', declineReason: card.declines };
  const method = await saveCard(handling, setup.account, setup.customerId, card, gesture === 'confirm');
  return { state: 'succeeded', paymentMethodId: method.id };
}
