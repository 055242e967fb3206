import {
  type CardProfile,
  type Cardproc,
  CardprocConfig,
  type CardprocSettings,
  cardproc,
  type Purchase,
} from '#modules/payments/index.ts';
import { type Adapter, adapter } from '#platform/ports/port.ts';
import { faultsIn } from '#platform/ports/simulator-faults.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';
import {
  activateProfile,
  createCustomer,
  deleteProfile,
  findCustomer,
  findProfile,
  listProfiles,
  type StoredProfile,
  saveCard,
  startSession,
} from './profiles.ts';
import { type Handling, SimulatedCardProcessor } from './provider.ts';
import {
  capturePurchase,
  createPurchase,
  findPurchase,
  findRefund,
  finishProcessing,
  refundPurchase,
  type StoredPurchase,
  voidPurchase,
} from './purchases.ts';
import { findCard } from './test-cards.ts';

const NAME = 'cardproc-simulator';

/** A simulated card processor for use without a contract: it keeps its state in our database and fails on demand. */
interface CardprocSimulator {
  adapter: Adapter<Cardproc, typeof CardprocConfig>;
  provider: SimulatedCardProcessor;
  /** Controls for what the customer or the bank would do. */
  control: {
    /** Saves a test card as if the customer had entered it. */
    saveCard(customerId: string, number: string): Promise<{ profileId: string; activationCode: string }>;
    activationCode(profileId: string): Promise<string>;
    finishProcessing(purchaseId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  };
}

export function cardprocSimulator(options: { store: SimulatorStore; publicUrl: string }): CardprocSimulator {
  const provider = new SimulatedCardProcessor({ ...options, faults: faultsIn(options.store) });
  return {
    provider,
    adapter: adapter({
      port: cardproc,
      name: NAME,
      config: CardprocConfig,
      connect: (settings, organizationId) => connect(provider, settings, organizationId),
    }),
    control: {
      saveCard: async (customerId, number) => {
        const card = findCard(number);
        if (!card) throw new Error(`There is no test card ${number}.`);
        const { id, activationCode } = await provider.handle((handling) =>
          saveCard(handling, customerId, card, 'Ana Pérez'),
        );
        return { profileId: id, activationCode };
      },
      activationCode: async (profileId) => {
        const profile = await provider.handle(({ objects }) => objects.find<StoredProfile>('profile', profileId));
        return profile!.activationCode;
      },
      finishProcessing: async (id, outcome) =>
        void (await provider.handle((handling) => finishProcessing(handling, id, outcome))),
    },
  };
}

function connect(provider: SimulatedCardProcessor, settings: CardprocSettings, organizationId: string): Cardproc {
  const call = <T>(
    operation: keyof Cardproc,
    work: (handling: Handling) => Promise<T>,
    keyed: { key?: string; parameters?: unknown } = {},
  ) => provider.call({ organizationId, operation, ...keyed }, work);
  return {
    adapter: NAME,
    createCustomer: async (details) => {
      const { id } = await call('createCustomer', (handling) => createCustomer(handling, organizationId, details));
      return { id };
    },
    startCapture: (customerId) =>
      call('startCapture', async (handling) => {
        await findCustomer(handling, organizationId, customerId);
        const { id } = await startSession(handling, customerId);
        return { id, url: handling.pageUrl(`capture/${id}`), publicKey: settings.publicKey };
      }),
    listProfiles: async (customerId) => {
      const profiles = await call('listProfiles', (handling) => listProfiles(handling, organizationId, customerId));
      return profiles.map(toProfile);
    },
    activateProfile: async (customerId, profileId, code) =>
      toProfile(
        await call('activateProfile', async (handling) =>
          activateProfile(handling, await findProfile(handling, organizationId, customerId, profileId), code),
        ),
      ),
    deleteProfile: (customerId, profileId) =>
      call('deleteProfile', async (handling) =>
        deleteProfile(handling, await findProfile(handling, organizationId, customerId, profileId)),
      ),
    ...purchasesOf(call, settings, organizationId),
  };
}

type Calls = <T>(
  operation: keyof Cardproc,
  work: (handling: Handling) => Promise<T>,
  keyed?: { key?: string; parameters?: unknown },
) => Promise<T>;

function purchasesOf(call: Calls, { capture }: CardprocSettings, organizationId: string) {
  const how = { reserves: !capture.automatic, asksSecurityCode: capture.askSecurityCode };
  const answered = async (operation: keyof Cardproc, work: Parameters<typeof toPurchaseBy>[0], key?: object) =>
    call(operation, toPurchaseBy(work), key).then(toPurchase);
  return {
    charge: (wanted, key) =>
      answered(
        'charge',
        async (handling) => {
          const profile = await findProfile(handling, organizationId, wanted.customerId, wanted.profileId);
          return createPurchase(handling, organizationId, profile, wanted, how);
        },
        { key, parameters: wanted },
      ),
    readPurchase: (id) => answered('readPurchase', (handling) => findPurchase(handling, organizationId, id)),
    capturePurchase: (id, amount) =>
      answered('capturePurchase', (handling) => capturePurchase(handling, organizationId, id, amount)),
    voidPurchase: (id) => answered('voidPurchase', (handling) => voidPurchase(handling, organizationId, id)),
    // Like the real provider, without an idempotency key for refunds: two concurrent searches lead to two refunds.
    refundPurchase: async (id, wanted, key) => {
      const made =
        (await call('readPurchase', (handling) => findRefund(handling, organizationId, id, key))) ??
        (await call('refundPurchase', (handling) => refundPurchase(handling, organizationId, id, wanted, key)));
      return { id: made.id, amount: BigInt(made.amount), currency: made.currency, state: made.state };
    },
  } satisfies Partial<Cardproc>;
}

/** Answers stored under a key are JSON, so include the URL of the page. */
const toPurchaseBy =
  (work: (handling: Handling) => Promise<StoredPurchase>) =>
  async (handling: Handling): Promise<StoredPurchase & { url: string | null }> => {
    const purchase = await work(handling);
    const waits = purchase.state === 'requires_action';
    return { ...purchase, url: waits ? handling.pageUrl(`purchase/${purchase.secret}`) : null };
  };

const toPurchase = (purchase: StoredPurchase & { url: string | null }): Purchase => ({
  id: purchase.id,
  state: purchase.state,
  declineReason: purchase.declineReason,
  amount: BigInt(purchase.amount),
  currency: purchase.currency,
  amountRefunded: BigInt(purchase.amountRefunded),
  url: purchase.url,
});

const toProfile = ({ id, brand, last4, expiresOn, active }: StoredProfile): CardProfile => ({
  id,
  brand,
  last4,
  expiresOn,
  active,
});
