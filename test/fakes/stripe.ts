import { type FakeAnswer, type FakeRequest, startFake } from './fake-server.ts';
import { type Form, field, readForm } from './stripe-form.ts';
import {
  askBank,
  attempt,
  cards,
  confirm,
  fail,
  openDispute,
  refund,
  saveCard,
  take,
  winDispute,
} from './stripe-payments.ts';
import { missing, StripeSays, StripeState, type Thing } from './stripe-state.ts';

const PLATFORM = 'platform';

interface Call {
  /** The parts of the path behind /v1. */
  path: string[];
  on: string;
  form: Form;
  query: URLSearchParams;
}

/** A fake of the part of Stripe's documented API that we use: same paths, bodies, states, errors and idempotency keys. */
export async function startFakeStripe() {
  const state = new StripeState();
  const remembered = new Map<string, { fingerprint: string; answer: FakeAnswer }>();

  const fake = await startFake((request) => {
    const on = String(request.headers['stripe-account'] ?? PLATFORM);
    if (!request.headers.authorization?.startsWith('Bearer sk_')) return error(401, { message: 'No key.' });
    const key = request.headers['idempotency-key'];
    if (!key || request.method !== 'POST') return answer(request, on);
    const fingerprint = `${request.path} ${request.body}`;
    const before = remembered.get(`${on} ${key}`);
    if (before && before.fingerprint !== fingerprint)
      return error(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once.' });
    if (before) return before.answer;
    const first = answer(request, on);
    remembered.set(`${on} ${key}`, { fingerprint, answer: first });
    return first;
  });

  const error = (status: number, what: object): FakeAnswer => ({
    status,
    body: { error: what },
    headers: { 'request-id': 'req_fake' },
  });

  function answer(request: FakeRequest, on: string): FakeAnswer {
    const path = request.path.replace(/^\/v1\//, '').split('/');
    const handler = handlers[`${request.method} ${path[0]}`];
    try {
      if (!handler) throw missing('path');
      const found = handler({ path, on, form: readForm(request.body), query: request.query });
      // Store a snapshot: the answer kept under an idempotency key must not change with its object.
      return { status: 200, body: structuredClone(found) };
    } catch (refused) {
      if (!(refused instanceof StripeSays)) throw refused;
      return error(refused.status, structuredClone(refused.error));
    }
  }

  const handlers: Record<string, (call: Call) => unknown> = {
    'POST accounts': ({ path: [, id, action], form }) => {
      if (!id) return newAccount(form);
      const account = state.get('account', PLATFORM, id);
      if (!action) {
        const { schedule } = (form.settings as Form).payouts as { schedule: Form };
        const day = schedule.monthly_anchor && { monthly_anchor: Number(schedule.monthly_anchor) };
        return Object.assign(account, { settings: { payouts: { schedule: { ...schedule, ...day } } } });
      }
      if (action === 'login_links' && account.details_submitted)
        return { object: 'login_link', created: account.created, url: `https://connect.stripe.com/express/${id}` };
      throw new StripeSays(400, { message: 'Cannot create a login link for an account that is not onboarded.' });
    },
    'GET accounts': ({ path: [, id] }) => state.get('account', PLATFORM, id!),
    'POST account_links': ({ form }) => {
      const { id } = state.get('account', PLATFORM, field(form, 'account')!);
      const now = Math.floor(Date.now() / 1000);
      return { object: 'account_link', created: now, expires_at: now + 300, url: `https://connect.stripe.com/${id}` };
    },
    'POST customers': ({ path: [, id], on, form }) => {
      if (!id) return state.add('cus', 'customer', on, { name: null, email: null, ...form, indexed: false });
      const customer = state.get('customer', on, id);
      return Object.assign(customer, { name: field(form, 'name'), email: field(form, 'email') || null });
    },
    'GET customers': ({ path: [, id, , methodId], on, query }) => {
      if (id === 'search') return searchCustomers(on, query.get('query') ?? '');
      const { id: customer } = state.get('customer', on, id!);
      const methods = state.list('payment_method', on).filter((method) => method.customer === customer);
      if (!methodId) return { object: 'list', data: methods, has_more: false };
      const method = methods.find((one) => one.id === methodId);
      if (!method) throw missing('payment_method');
      return method;
    },
    'POST payment_methods': ({ path: [, id], on }) =>
      Object.assign(state.get('payment_method', on, id!), { customer: null }),
    'POST checkout': ({ path: [, , id], on, form }) =>
      id ? expire(state.get('checkout.session', on, id)) : newSession(on, form),
    'GET checkout': ({ path: [, , id], on, query }) => {
      if (id) return shownSession(state.get('checkout.session', on, id));
      const intent = query.get('payment_intent');
      const data = state.list('checkout.session', on).filter((session) => session.payment_intent === intent);
      return { object: 'list', data, has_more: false };
    },
    'POST payment_intents': ({ path: [, id, action], on, form }) => {
      if (!id) return newIntent(on, form);
      const intent = state.get('payment_intent', on, id);
      return action === 'capture' ? capture(intent, form) : cancel(intent);
    },
    'GET payment_intents': ({ path: [, id], on }) => state.get('payment_intent', on, id!),
    'POST refunds': ({ on, form }) => {
      const intent = state.get('payment_intent', on, field(form, 'payment_intent')!);
      const amount = field(form, 'amount');
      return refund(state, intent, amount ? Number(amount) : undefined, { metadata: form.metadata });
    },
    'GET refunds': ({ path: [, id], on }) => state.get('refund', on, id!),
    'GET disputes': ({ path: [, id], on, query }) => {
      if (id) return state.get('dispute', on, id);
      const since = Number(query.get('created[gte]'));
      const all = state.list('dispute', on).filter(({ created }) => created >= since);
      const from = all.findIndex((dispute) => dispute.id === query.get('starting_after')) + 1;
      return { object: 'list', data: all.slice(from, from + Number(query.get('limit'))), has_more: false };
    },
    'GET balance': ({ on }) => {
      const of = (kind: 'available' | 'pending') =>
        state.allFunds(on).map((funds) => ({ amount: funds[kind], currency: funds.currency }));
      return { object: 'balance', available: of('available'), pending: of('pending') };
    },
    'POST payouts': ({ on, form }) => newPayout(on, form),
    'GET payouts': ({ path: [, id], on, query }) => {
      if (id) return state.get('payout', on, id);
      const all = state.list('payout', on);
      const from = all.findIndex((payout) => payout.id === query.get('starting_after')) + 1;
      return { object: 'list', data: all.slice(from, from + Number(query.get('limit'))), has_more: false };
    },
  };

  const newAccount = (form: Form): Thing =>
    state.add('acct', 'account', PLATFORM, {
      ...form,
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      requirements: { currently_due: ['business_profile.url', 'external_account'] },
      capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    });

  /** The search index lags: objects created since the last search are found by the next one. */
  function searchCustomers(on: string, query: string) {
    const reference = /^metadata\['reference'\]:'(.*)'$/.exec(query)?.[1];
    const all = state.list('customer', on);
    const data = all.filter((customer) => customer.indexed && customer.metadata.reference === reference);
    for (const customer of all) customer.indexed = true;
    return { object: 'search_result', data, has_more: false };
  }

  function newSession(on: string, form: Form) {
    const customer = field(form, 'customer') ?? null;
    if (customer) state.get('customer', on, customer);
    const setup = field(form, 'mode') === 'setup';
    if (!setup) requireReady(on, 'charges_enabled');
    const currency = field(form, 'line_items', '0', 'price_data', 'currency') ?? null;
    const amount = Number(field(form, 'line_items', '0', 'price_data', 'unit_amount') ?? 0);
    const intent = setup
      ? state.add('seti', 'setup_intent', on, { status: 'requires_payment_method', last_setup_error: null }).id
      : null;
    const session = state.add('cs', 'checkout.session', on, {
      mode: field(form, 'mode'),
      status: 'open',
      customer,
      currency,
      amount_total: amount,
      setup_intent: intent,
      payment_intent: null,
      success_url: field(form, 'success_url'),
      data: form.payment_intent_data ?? {},
    });
    session.url = `https://checkout.stripe.com/c/pay/${session.id}`;
    return shownSession(session);
  }

  /** The object with its expanded fields. */
  const shownSession = (session: Thing) => ({
    ...session,
    setup_intent: session.setup_intent && state.byId(session.setup_intent),
    payment_intent: session.payment_intent && state.byId(session.payment_intent),
  });

  function expire(session: Thing) {
    session.status = 'expired';
    session.url = null;
    return shownSession(session);
  }

  function requireReady(on: string, ability: 'charges_enabled' | 'payouts_enabled'): void {
    if (on !== PLATFORM && !state.get('account', PLATFORM, on)[ability])
      throw new StripeSays(400, { message: 'Your account cannot currently do this.' });
  }

  function addIntent(on: string, fields: object): Thing {
    const intent = state.add('pi', 'payment_intent', on, {
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: null,
      latest_charge: null,
      next_action: null,
      payment_method: null,
      ...fields,
    });
    intent.client_secret = `${intent.id}_secret_1`;
    return intent;
  }

  function newIntent(on: string, form: Form): Thing {
    requireReady(on, 'charges_enabled');
    const customer = field(form, 'customer') ?? null;
    const method = state.get('payment_method', on, field(form, 'payment_method') ?? '');
    if (method.customer !== customer) throw new StripeSays(400, { message: 'The method belongs to someone else.' });
    const amount = Number(field(form, 'amount'));
    if (!(amount > 0)) throw new StripeSays(400, { code: 'amount_too_small', message: 'Amount must be more.' });
    const intent = addIntent(on, {
      customer,
      amount,
      currency: field(form, 'currency'),
      capture_method: field(form, 'capture_method'),
      return_url: field(form, 'return_url'),
    });
    confirm(state, intent, method, field(form, 'off_session') === 'true');
    return intent;
  }

  function capture(intent: Thing, form: Form): Thing {
    const amount = Number(field(form, 'amount_to_capture') ?? intent.amount);
    if (intent.status !== 'requires_capture' || amount > intent.amount)
      throw new StripeSays(400, { code: 'payment_intent_unexpected_state', message: 'This cannot be captured.' });
    take(state, intent, amount);
    return intent;
  }

  function cancel(intent: Thing): Thing {
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new StripeSays(400, { code: 'payment_intent_unexpected_state', message: 'This cannot be canceled.' });
    return Object.assign(intent, { status: 'canceled' });
  }

  function newPayout(on: string, form: Form): Thing {
    requireReady(on, 'payouts_enabled');
    const [amount, currency] = [Number(field(form, 'amount')), field(form, 'currency')!];
    const funds = state.funds(on, currency);
    if (amount > funds.available)
      throw new StripeSays(400, { code: 'balance_insufficient', message: 'You have insufficient funds.' });
    funds.available -= amount;
    return state.add('po', 'payout', on, { amount, currency, status: 'pending' });
  }

  /** Applies the customer's action on a setup page to its intent. */
  function visitSetup(session: Thing, gesture: string, number: string): void {
    const intent = state.byId(session.setup_intent!);
    const card = cards[number]!;
    if (gesture === 'abandon') return;
    if (gesture === 'fail') {
      intent.status = 'requires_payment_method';
      intent.last_setup_error = { code: 'setup_intent_authentication_failure' };
    } else if (gesture === 'pay' && card.authenticates) Object.assign(intent, { status: 'requires_action', number });
    else if (gesture === 'pay' && card.code && !card.saves) intent.last_setup_error = card;
    else {
      const used = gesture === 'confirm' ? intent.number : number;
      const method = saveCard(state, session.on, session.customer!, used, gesture === 'confirm');
      Object.assign(intent, { status: 'succeeded', last_setup_error: null, payment_method: method.id });
      Object.assign(session, { status: 'complete', url: null });
    }
  }

  function visitPayment(session: Thing, number: string): void {
    const { currency, amount_total: amount, customer, data } = session;
    const intent = addIntent(session.on, { amount, currency, customer, capture_method: data.capture_method });
    session.payment_intent = intent.id;
    if (customer && data.setup_future_usage)
      intent.payment_method = saveCard(state, session.on, customer, number, false).id;
    if (cards[number]!.authenticates) askBank(intent, number);
    else attempt(state, intent, number);
    if (intent.status === 'succeeded') Object.assign(session, { status: 'complete', url: null });
  }

  return {
    url: fake.url,
    faults: fake.faults,
    finishOnboarding: (id: string): void => {
      const enabled = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
      const capabilities = { card_payments: 'active', transfers: 'active' };
      Object.assign(state.byId(id), { ...enabled, capabilities, requirements: { currently_due: [] } });
    },
    saveCard: (on: string | null, customer: string, number: string): string =>
      saveCard(state, on ?? PLATFORM, customer, number, false).id,
    /** Simulates a customer on one of Stripe's hosted pages. */
    visit: (url: string, gesture: string, number: string): void => {
      const thing = state.byId(url.split('/').at(-1)!);
      if (thing.object === 'checkout.session' && thing.mode === 'setup') visitSetup(thing, gesture, number);
      else if (thing.object === 'checkout.session') visitPayment(thing, number);
      else if (gesture === 'confirm') attempt(state, thing, thing.number);
      else fail(thing, { code: 'payment_intent_authentication_failure' });
    },
    settle: (on: string): void => {
      for (const { currency } of state.allFunds(on)) {
        const funds = state.funds(on, currency);
        Object.assign(funds, { available: funds.available + funds.pending, pending: 0 });
      }
    },
    finishProcessing: (id: string, outcome: 'succeeded' | 'failed'): void => {
      const intent = state.byId(id);
      if (outcome === 'succeeded') take(state, intent, intent.amount);
      else fail(intent, { code: 'card_declined', decline_code: 'generic_decline' });
    },
    openDispute: (chargeId: string, amount: number): string => openDispute(state, chargeId, amount).id,
    winDispute: (id: string): void => winDispute(state, id),
    movePayout: (id: string, status: string): void => {
      const payout = state.byId(id);
      if (status === 'failed') state.funds(payout.on, payout.currency).available += payout.amount;
      payout.status = status;
    },
  };
}
