import type { Extension } from '#platform/http/server/server.ts';
import {
  button,
  money,
  type PageAnswer,
  type PageHandler,
  pageServer,
  simulatorPages,
  table,
} from '#platform/ports/simulator-page.ts';
import type { SimulatorObjects } from '#platform/ports/simulator-store.ts';
import {
  type BillingGesture,
  moveSubscription,
  payCheckout,
  type SimulatedBilling,
  type StoredCheckout,
  type StoredSubscription,
} from './provider.ts';

const ROOT = '/simulator/billing';
const SHOWN_MAX = 20;

const { page, form, send } = simulatorPages({
  root: ROOT,
  lang: 'en',
  note: 'A simulated billing provider: no real money moves here.',
  nothingHere: 'There is nothing here',
});

/** The hosted pages of the provider. Anyone with the link can use them, so only a loopback service serves them. */
export const billingPages =
  (provider: SimulatedBilling): Extension =>
  (server) => {
    const serve = pageServer<SimulatorObjects>(server, provider, send);
    server.get(`${ROOT}/checkout/:key`, serve(showCheckout));
    server.post(`${ROOT}/checkout/:key`, serve(useCheckout));
    server.get(`${ROOT}/portal/:key`, serve(showPortal));
    server.post(`${ROOT}/portal/:key`, serve(usePortal));
  };

/** The secret begins with the id of its checkout. */
async function findCheckout(objects: SimulatorObjects, secret: string): Promise<StoredCheckout | null> {
  const found = await objects.find<StoredCheckout>('checkout', /^cs_[0-9a-f]{32}/.exec(secret)?.[0] ?? '');
  return found?.secret === secret ? found : null;
}

const showCheckout: PageHandler<SimulatorObjects> = async (objects, key) => {
  const checkout = await findCheckout(objects, key);
  if (!checkout) return null;
  if (checkout.state !== 'open') return { redirect: checkout.returnUrl };
  const { name, amount, currency, interval } = checkout;
  const fields = `<p>${money(amount, currency)} / ${interval}</p>${button('pay', 'Subscribe')}${button('leave', 'Leave', true)}`;
  return { html: page(name, form(`checkout/${key}`, fields)) };
};

const useCheckout: PageHandler<SimulatorObjects> = async (objects, key, { action }) => {
  const checkout = await findCheckout(objects, key);
  if (!checkout) return null;
  if (action === 'pay' && checkout.state === 'open') await payCheckout(objects, checkout.id);
  return { redirect: checkout.returnUrl };
};

interface Portal {
  customerId: string;
  returnUrl: string;
}

const gestures: Record<string, BillingGesture> = {
  cancel: 'cancel',
  cancel_now: 'cancel_now',
  resume: 'resume',
  renew: 'renew',
  fail: 'fail',
};

async function portalOf(objects: SimulatorObjects, key: string, { customerId }: Portal): Promise<PageAnswer> {
  const subscriptions = await objects.list<StoredSubscription>('subscription', customerId, SHOWN_MAX);
  const rows = subscriptions.map(({ plan, state, cancelsAtPeriodEnd }) => [
    plan,
    cancelsAtPeriodEnd ? `${state}, ends with its period` : state,
  ]);
  const buttons = `${button('cancel', 'Cancel at the end of the period')}${button('resume', 'Resume', true)}
    ${button('renew', 'A renewal succeeds', true)}${button('fail', 'A renewal fails', true)}${button('cancel_now', 'Cancel now', true)}${button('leave', 'Back', true)}`;
  return { html: page('Your subscription', table(rows) + form(`portal/${key}`, buttons)) };
}

const showPortal: PageHandler<SimulatorObjects> = async (objects, key) => {
  const portal = await objects.find<Portal>('portal', key);
  return portal && portalOf(objects, key, portal);
};

const usePortal: PageHandler<SimulatorObjects> = async (objects, key, { action = '' }) => {
  const portal = await objects.find<Portal>('portal', key);
  if (!portal) return null;
  const gesture = gestures[action];
  if (!gesture) return { redirect: portal.returnUrl };
  const subscriptions = await objects.list<StoredSubscription>('subscription', portal.customerId, SHOWN_MAX);
  const alive = subscriptions.find(({ state }) => state !== 'canceled');
  if (alive) await moveSubscription(objects, alive.id, gesture);
  return portalOf(objects, key, portal);
};
