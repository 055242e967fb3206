import { z } from 'zod';
import {
  type Charge,
  type DisputeState,
  type Merchant,
  type Payout,
  type Payproc,
  type PayprocAccount,
  payproc,
  type Refund,
  type Setup,
} from '#modules/payments/index.ts';
import { realNow } from '#platform/date.ts';
import { type Adapter, adapter, ProviderRefused } from '#platform/ports/port.ts';
import { faultsIn } from '#platform/ports/simulator-faults.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';
import {
  cancelCharge,
  captureCharge,
  createCharge,
  findCharge,
  findRefund,
  finishProcessing,
  finishRefund,
  refundCharge,
  type StoredCharge,
  type StoredRefund,
} from './charges.ts';
import {
  createSetup,
  detachMethod,
  ensureCustomer,
  findSetup,
  listMethods,
  type StoredMethod,
  type StoredSetup,
  saveCard,
} from './customers.ts';
import { findDispute, listDisputes, moveDispute, openDispute, toDispute } from './disputes.ts';
import { createPayout, findPayout, listBalances, listPayouts, movePayout, type StoredPayout, settle } from './funds.ts';
import {
  acceptedMethods,
  changePayoutSchedule,
  createLink,
  createMerchant,
  findMerchant,
  type StoredMerchant,
  submitDetails,
} from './merchants.ts';
import { type CallOptions, type Handling, SERVICE_ACCOUNT, SimulatedProvider } from './provider.ts';
import { findCard } from './test-cards.ts';
import { SIGNATURE_HEADER, signWebhook, verifyWebhook, WebhookSender } from './webhooks.ts';

const NAME = 'payproc-simulator';

/** A simulated payment processor for use without a contract: it keeps its state in our database and fails on demand. */
interface PayprocSimulator {
  adapter: Adapter<Payproc>;
  provider: SimulatedProvider;
  /** Controls for what the provider, its bank or its customers would do. */
  control: Control;
  /** Sends the events that an earlier process left behind. */
  start(): void;
  stop(): Promise<void>;
}

export interface Control {
  completeOnboarding(merchantId: string): Promise<void>;
  /** Saves a test card as if the customer had entered it, even one that cannot be charged. */
  saveCard(merchantId: string | null, customerId: string, number: string): Promise<string>;
  settle(merchantId: string | null): Promise<void>;
  finishProcessing(chargeId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  finishRefund(refundId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  /** The bank of the customer contests the charge, or a part of it. Answers the dispute. */
  openDispute(
    merchantId: string,
    chargeId: string,
    how?: { amount?: bigint; state?: 'inquiry' | 'open' },
  ): Promise<string>;
  moveDispute(disputeId: string, state: DisputeState): Promise<void>;
  movePayout(payoutId: string, state: Payout['state']): Promise<void>;
  signWebhook(body: Uint8Array, at?: Temporal.Instant): Record<string, string>;
}

export function payprocSimulator(options: {
  store: SimulatorStore;
  publicUrl: string;
  webhookSecret: string;
}): PayprocSimulator {
  const webhooks = new WebhookSender(options.store, options.webhookSecret);
  const provider = new SimulatedProvider({ ...options, faults: faultsIn(options.store), webhooks });
  return {
    provider,
    adapter: adapter({
      port: payproc,
      name: NAME,
      config: z.object({}),
      connect: (_config, organizationId) => connect(provider, organizationId, options.webhookSecret),
    }) as Adapter<Payproc>,
    control: controlOf(provider, options.webhookSecret),
    start: () => void webhooks.sendDue(),
    stop: () => webhooks.stop(),
  };
}

function connect(provider: SimulatedProvider, organizationId: string, webhookSecret: string): Payproc {
  const call = callsOf(provider, organizationId, SERVICE_ACCOUNT);
  return {
    adapter: NAME,
    createMerchant: async (merchant, idempotencyKey) =>
      toMerchant(
        await call('createMerchant', { idempotencyKey, parameters: merchant }, (handling) =>
          createMerchant(handling, merchant),
        ),
      ),
    readMerchant: async (id) => toMerchant(await call('readMerchant', {}, (handling) => findMerchant(handling, id))),
    onboardingLink: async (merchantId, urls) =>
      toLink(
        await call('onboardingLink', {}, async (handling) => {
          await findMerchant(handling, merchantId);
          return createLink(handling, { page: 'onboarding', merchantId, ...urls });
        }),
      ),
    dashboardLink: async (merchantId) =>
      toLink(
        await call('dashboardLink', {}, async (handling) => {
          const merchant = await findMerchant(handling, merchantId);
          if (!merchant.detailsSubmitted) throw ProviderRefused('The onboarding is not finished.');
          const home = handling.pageUrl('dashboard');
          return createLink(handling, { page: 'dashboard', merchantId, returnUrl: home, refreshUrl: home });
        }),
      ),
    acceptedMethods: (id) =>
      call('acceptedMethods', {}, async (handling) => acceptedMethods(await findMerchant(handling, id))),
    changePayoutSchedule: async (id, schedule) =>
      toMerchant(await call('changePayoutSchedule', {}, (handling) => changePayoutSchedule(handling, id, schedule))),
    account: (merchantId) => {
      const account = merchantId ?? SERVICE_ACCOUNT;
      const calls = callsOf(provider, organizationId, account);
      return { ...customersOf(calls, account), ...chargesOf(calls, account), ...fundsOf(calls, account) };
    },
    verifyWebhook: (rawBody, headers) => verifyWebhook(webhookSecret, rawBody, headers[SIGNATURE_HEADER], realNow()),
  };
}

type Calls = ReturnType<typeof callsOf>;

function customersOf(call: Calls, account: string) {
  return {
    ensureCustomer: async (customer) => {
      const { id } = await call('ensureCustomer', {}, (handling) => ensureCustomer(handling, account, customer));
      return { id };
    },
    listPaymentMethods: async (customerId) => {
      const methods = await call('listPaymentMethods', {}, (handling) => listMethods(handling, account, customerId));
      return methods.map(toPaymentMethod);
    },
    detachPaymentMethod: (customerId, id) =>
      call('detachPaymentMethod', {}, (handling) => detachMethod(handling, account, customerId, id)),
    createSetup: async (customerId, { returnUrl }, idempotencyKey) =>
      toSetup(
        await call('createSetup', { idempotencyKey, parameters: { customerId, returnUrl } }, (handling) =>
          createSetup(handling, account, customerId, returnUrl),
        ),
      ),
    readSetup: async (id) => toSetup(await call('readSetup', {}, (handling) => findSetup(handling, account, id))),
  } satisfies Partial<PayprocAccount>;
}

function chargesOf(call: Calls, account: string) {
  return {
    charge: async (charge, idempotencyKey) =>
      toCharge(
        await call('charge', { idempotencyKey, parameters: charge }, (handling) =>
          createCharge(handling, account, charge),
        ),
      ),
    readCharge: async (id) => toCharge(await call('readCharge', {}, (handling) => findCharge(handling, account, id))),
    captureCharge: async (id, amount, idempotencyKey) =>
      toCharge(
        await call('captureCharge', { idempotencyKey, parameters: { id, amount } }, (handling) =>
          captureCharge(handling, account, id, amount),
        ),
      ),
    cancelCharge: async (id, idempotencyKey) =>
      toCharge(
        await call('cancelCharge', { idempotencyKey, parameters: { id } }, (handling) =>
          cancelCharge(handling, account, id),
        ),
      ),
    refundCharge: async (id, amount, idempotencyKey) =>
      toRefund(
        await call('refundCharge', { idempotencyKey, parameters: { id, amount } }, (handling) =>
          refundCharge(handling, account, id, amount),
        ),
      ),
    readRefund: async (id) => toRefund(await call('readRefund', {}, (handling) => findRefund(handling, account, id))),
    readDispute: async (id) =>
      toDispute(await call('readDispute', {}, (handling) => findDispute(handling, account, id))),
    listDisputes: async (page) => {
      const found = await call('listDisputes', {}, (handling) => listDisputes(handling, account, page));
      return found.map(({ id, state }) => ({ id, state }));
    },
  } satisfies Partial<PayprocAccount>;
}

function fundsOf(call: Calls, account: string) {
  return {
    balance: async () => {
      const balances = await call('balance', {}, (handling) => listBalances(handling, account));
      return balances.map(({ currency, available, pending }) => ({
        currency,
        available: BigInt(available),
        pending: BigInt(pending),
      }));
    },
    createPayout: async (payout, idempotencyKey) =>
      toPayout(
        await call('createPayout', { idempotencyKey, parameters: payout }, (handling) =>
          createPayout(handling, account, payout),
        ),
      ),
    readPayout: async (id) => toPayout(await call('readPayout', {}, (handling) => findPayout(handling, account, id))),
    listPayouts: async (page) =>
      (await call('listPayouts', {}, (handling) => listPayouts(handling, account, page))).map(toPayout),
  } satisfies Partial<PayprocAccount>;
}

const callsOf =
  (provider: SimulatedProvider, organizationId: string, account: string) =>
  <T>(
    operation: keyof Payproc | keyof PayprocAccount,
    options: Pick<CallOptions, 'idempotencyKey' | 'parameters'>,
    work: (handling: Handling) => Promise<T>,
  ): Promise<T> =>
    provider.call({ organizationId, account, operation, ...options }, work);

function controlOf(provider: SimulatedProvider, webhookSecret: string): Control {
  return {
    completeOnboarding: (merchantId) =>
      provider.handle((handling) => submitDetails(handling, merchantId, 'complete', 'Colmado')),
    saveCard: async (merchantId, customerId, number) => {
      const card = findCard(number);
      if (!card) throw new Error(`There is no test card ${number}.`);
      const account = merchantId ?? SERVICE_ACCOUNT;
      return (await provider.handle((handling) => saveCard(handling, account, customerId, card, false))).id;
    },
    settle: (merchantId) => provider.handle((handling) => settle(handling, merchantId ?? SERVICE_ACCOUNT)),
    finishProcessing: async (id, outcome) =>
      void (await provider.handle((handling) => finishProcessing(handling, id, outcome))),
    finishRefund: (id, outcome) => provider.handle((handling) => finishRefund(handling, id, outcome)),
    openDispute: async (merchantId, chargeId, { amount = null, state = 'open' } = {}) =>
      (await provider.handle((handling) => openDispute(handling, merchantId, chargeId, { amount, state }))).id,
    moveDispute: async (id, state) => void (await provider.handle((handling) => moveDispute(handling, id, state))),
    movePayout: async (id, state) => void (await provider.handle((handling) => movePayout(handling, id, state))),
    signWebhook: (body, at = realNow()) => ({ [SIGNATURE_HEADER]: signWebhook(webhookSecret, body, at) }),
  };
}

const toMerchant = (merchant: StoredMerchant): Merchant => ({
  id: merchant.id,
  chargesEnabled: merchant.chargesEnabled,
  payoutsEnabled: merchant.payoutsEnabled,
  detailsSubmitted: merchant.detailsSubmitted,
  requirements: merchant.requirements,
  payoutSchedule: merchant.payoutSchedule ?? { interval: 'daily', weekday: null, dayOfMonth: null },
});

const toLink = ({ url, expiresAt }: { url: string; expiresAt: string }) => ({
  url,
  expiresAt: Temporal.Instant.from(expiresAt),
});

const toPaymentMethod = ({ id, card, createdAt }: StoredMethod) => ({
  id,
  type: 'card' as const,
  card: { brand: card.brand, last4: card.last4, expiresOn: card.expiresOn },
  createdAt: Temporal.Instant.from(createdAt),
});

const toSetup = ({ id, state, declineReason, clientSecret, url, paymentMethodId }: StoredSetup): Setup => ({
  id,
  state,
  declineReason,
  clientSecret,
  url,
  paymentMethodId,
});

const toCharge = (charge: StoredCharge): Charge => ({
  id: charge.id,
  state: charge.state,
  declineReason: charge.declineReason,
  amount: BigInt(charge.amount),
  currency: charge.currency,
  amountCaptured: BigInt(charge.amountCaptured),
  amountRefunded: BigInt(charge.amountRefunded),
  customerId: charge.customerId,
  paymentMethodId: charge.paymentMethodId,
  clientSecret: charge.clientSecret,
  url: charge.url,
  createdAt: Temporal.Instant.from(charge.createdAt),
});

const toRefund = ({ id, chargeId, amount, currency, state }: StoredRefund): Refund => ({
  id,
  chargeId,
  amount: BigInt(amount),
  currency,
  state,
});

const toPayout = ({ id, amount, currency, state, createdAt }: StoredPayout): Payout => ({
  id,
  amount: BigInt(amount),
  currency,
  state,
  createdAt: Temporal.Instant.from(createdAt),
});
