import type { Extension } from '#platform/http/server/server.ts';
import { escapeHtml } from '#platform/pages/html.ts';
import {
  button,
  money,
  type PageAnswer,
  type PageHandler,
  pageServer,
  select,
  table,
} from '#platform/ports/simulator-page.ts';
import { advanceCharge, finishProcessing, finishRefund, type StoredCharge, type StoredRefund } from './charges.ts';
import { advanceSetup, type Gesture, type StoredSetup } from './customers.ts';
import { listBalances, listPayouts, movePayout, settle } from './funds.ts';
import { form, page, ROOT, send } from './html.ts';
import { findMerchant, findSession, type HostedVisit, openLink, submitDetails } from './merchants.ts';
import type { Handling, SimulatedProvider } from './provider.ts';
import { switchRoutes } from './switch-pages.ts';
import { findCard, testCards } from './test-cards.ts';

const ROWS_SHOWN = 20;
const TEXT_MAX = 200;

/** The hosted pages of the provider. Anyone with the link can use them, so only a loopback service serves them. */
export const payprocPages =
  (provider: SimulatedProvider): Extension =>
  (server) => {
    const serve = pageServer<Handling>(server, provider, send);
    server.get(`${ROOT}/onboarding/:key`, serve(openOnboarding));
    server.post(`${ROOT}/onboarding/:key`, serve(finishOnboarding));
    server.get(`${ROOT}/dashboard/:key`, serve(openDashboard));
    server.post(`${ROOT}/dashboard/:key`, serve(useDashboard));
    server.get(`${ROOT}/dashboard`, serve(explainLinks));
    for (const kind of ['setup', 'pay'] as const) {
      server.get(
        `${ROOT}/${kind}/:key`,
        serve((handling, key) => showCardForm(handling, kind, key)),
      );
      server.post(
        `${ROOT}/${kind}/:key`,
        serve((handling, key, fields) => useCardForm(handling, kind, key, fields)),
      );
    }
    switchRoutes(server, provider);
  };

const openOnboarding: PageHandler<Handling> = async (handling, token) => {
  const opened = await openLink(handling, 'onboarding', token);
  if (!opened) return null;
  if ('refreshUrl' in opened) return { redirect: opened.refreshUrl };
  const fields = `<label>Business name <input name="businessName" maxlength="${TEXT_MAX}" value="Colmado"></label>
    ${button('complete', 'Submit everything')} ${button('review', 'Submit without a document', true)}
    ${button('leave', 'Leave unfinished', true)}`;
  return { html: page('Become a merchant', form(`onboarding/${opened.session.token}`, fields)) };
};

const finishOnboarding: PageHandler<Handling> = async (handling, token, { action, businessName = '' }) => {
  const session = await findSession(handling, 'onboarding', token);
  if (!session) return null;
  if (action === 'complete' || action === 'review')
    await submitDetails(handling, session.merchantId, action, businessName.slice(0, TEXT_MAX));
  return { redirect: session.returnUrl };
};

const explainLinks: PageHandler<Handling> = async () => ({
  html: page('This link is over', '<p>A link opens once and for a few minutes. Ask for a fresh one.</p>'),
});

const openDashboard: PageHandler<Handling> = async (handling, token) => {
  const opened = await openLink(handling, 'dashboard', token);
  if (!opened) return null;
  return 'refreshUrl' in opened ? { redirect: opened.refreshUrl } : showDashboard(handling, opened.session);
};

const useDashboard: PageHandler<Handling> = async (handling, token, { action, id = '', about }) => {
  const session = await findSession(handling, 'dashboard', token);
  if (!session) return null;
  const { merchantId } = session;
  if (action === 'settle') await settle(handling, merchantId);
  if (action === 'approve') await submitDetails(handling, merchantId, 'complete', 'Colmado');
  if (action === 'review') await submitDetails(handling, merchantId, 'review', 'Colmado');
  const move = moves[`${about} ${action}`];
  if (move) {
    const object = await handling.objects.find<{ account: string }>(about!, id);
    if (object?.account !== merchantId) return null;
    await move(handling, id);
  }
  return showDashboard(handling, session);
};

/** The buttons next to a payout, a charge or a refund. */
const moves: Record<string, (handling: Handling, id: string) => Promise<unknown>> = {
  'payout in_transit': (handling, id) => movePayout(handling, id, 'in_transit'),
  'payout paid': (handling, id) => movePayout(handling, id, 'paid'),
  'payout failed': (handling, id) => movePayout(handling, id, 'failed'),
  'charge succeeded': (handling, id) => finishProcessing(handling, id, 'succeeded'),
  'charge failed': (handling, id) => finishProcessing(handling, id, 'failed'),
  'refund succeeded': (handling, id) => finishRefund(handling, id, 'succeeded'),
  'refund failed': (handling, id) => finishRefund(handling, id, 'failed'),
};

async function showDashboard(handling: Handling, { token, merchantId }: HostedVisit): Promise<PageAnswer> {
  const merchant = await findMerchant(handling, merchantId);
  const balances = await listBalances(handling, merchantId);
  const payouts = await listPayouts(handling, merchantId, { before: null, limit: ROWS_SHOWN });
  const charges = await handling.objects.list<StoredCharge>('charge', merchantId, ROWS_SHOWN);
  const refunds = await handling.objects.list<StoredRefund>('refund', merchantId, ROWS_SHOWN);
  const act = (id: string, about: string, buttons: string): string =>
    form(
      `dashboard/${token}`,
      `<input type="hidden" name="id" value="${id}"><input type="hidden" name="about" value="${about}">${buttons}`,
    );
  const state = merchant.chargesEnabled ? 'Charges are enabled.' : `Wanted: ${merchant.requirements.join(', ')}`;
  return {
    html: page(
      merchant.businessName ?? merchant.id,
      `<p>${escapeHtml(state)}</p>${act('', '', button('approve', 'Approve', true) + button('review', 'Ask for a document', true))}
      <h2>Balance</h2>${table(balances.map(({ currency, available, pending }) => [money(available, currency), `${money(pending, currency)} pending`]))}
      ${act('', '', button('settle', 'Let the days pass'))}
      <h2>Payouts</h2>${table(
        payouts.map(({ id, amount, currency, state }) => [
          money(amount, currency),
          state,
          act(
            id,
            'payout',
            button('in_transit', 'Send', true) + button('paid', 'Arrives', true) + button('failed', 'Fails', true),
          ),
        ]),
      )}
      <h2>Charges</h2>${table(
        charges.map(({ id, amount, currency, state, description }) => [
          money(amount, currency),
          escapeHtml(description),
          state === 'processing'
            ? act(id, 'charge', button('succeeded', 'Succeed', true) + button('failed', 'Fail', true))
            : state,
        ]),
      )}
      <h2>Refunds</h2>${table(
        refunds.map(({ id, amount, currency, state }) => [
          money(amount, currency),
          state === 'pending'
            ? act(id, 'refund', button('succeeded', 'Arrives', true) + button('failed', 'Fails', true))
            : state,
        ]),
      )}`,
    ),
  };
}

type Payable = StoredSetup | StoredCharge;

/** The client secret gives access to this one form. */
async function lockPayable(handling: Handling, kind: 'setup' | 'pay', secret: string): Promise<Payable | null> {
  const id = secret.split('_secret')[0]!;
  const found = await handling.objects.lock<Payable>(kind === 'setup' ? 'setup' : 'charge', id);
  return found?.clientSecret === secret ? found : null;
}

async function showCardForm(handling: Handling, kind: 'setup' | 'pay', secret: string): Promise<PageAnswer> {
  const payable = await lockPayable(handling, kind, secret);
  if (!payable) return null;
  const title = 'amount' in payable ? `Pay ${money(payable.amount, payable.currency)}` : 'Save a card';
  if (payable.state === 'requires_action')
    return {
      html: page(
        '3-D Secure',
        form(`${kind}/${secret}`, `<p>Is it you?</p>${button('confirm', 'Yes')}${button('fail', 'No', true)}`),
      ),
    };
  if (payable.state !== 'requires_method' && payable.state !== 'failed') return leave(payable);
  const cards = testCards.map(({ number, title }) => [number, `${number} ${title}`] as const);
  const declined = payable.declineReason ? `<p>Declined: ${payable.declineReason}. Try another card.</p>` : '';
  const fields = `${declined}<label>Card ${select('card', cards)}</label>${button('pay', 'amount' in payable ? 'Pay' : 'Save')}
    ${button('decline', 'Decline', true)}${button('authenticate', 'Require 3-D Secure', true)}${button('abandon', 'Abandon', true)}`;
  return { html: page(title, form(`${kind}/${secret}`, fields)) };
}

const gestures: Record<string, readonly Gesture[]> = {
  requires_method: ['pay', 'decline', 'authenticate', 'abandon'],
  failed: ['pay', 'decline', 'authenticate', 'abandon'],
  requires_action: ['confirm', 'fail', 'abandon'],
};

async function useCardForm(
  handling: Handling,
  kind: 'setup' | 'pay',
  secret: string,
  fields: Record<string, string>,
): Promise<PageAnswer> {
  const payable = await lockPayable(handling, kind, secret);
  if (!payable) return null;
  const gesture = gestures[payable.state]?.find((one) => one === fields.action);
  if (!gesture) return leave(payable);
  const card =
    findCard(payable.state === 'requires_action' ? (payable.cardNumber ?? '') : (fields.card ?? '')) ?? testCards[0]!;
  const changed =
    'amount' in payable
      ? await advanceCharge(handling, payable, gesture, card)
      : await advanceSetup(handling, payable, gesture, card);
  const stays = changed.state === 'requires_action' && gesture !== 'abandon';
  return stays ? { redirect: handling.pageUrl(`${kind}/${secret}`) } : leave(changed);
}

/** Redirects the customer back. The redirect proves nothing: the service must read the object. */
function leave({ returnUrl, state }: Payable): PageAnswer {
  const url = new URL(returnUrl);
  url.searchParams.set('status', state);
  return { redirect: url.href };
}
