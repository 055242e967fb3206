import { z } from 'zod';
import {
  ActivationCodeWrong,
  type CardProfile,
  type Cardproc,
  CardprocConfig,
  type CardprocSettings,
  cardproc,
  PaymentMethodUnknown,
} from '#modules/payments/index.ts';
import { type Adapter, adapter, ProviderRefused } from '#platform/ports/port.ts';
import { type CardnetCall, CardnetError, type CardnetOptions, cardnetCall } from './cardnet-call.ts';
import { Id, Profile } from './profile.ts';
import { purchasesOf } from './purchases.ts';

const NAME = 'cardproc-cardnet';

/** CardNET's cards on file: customers with payment profiles, entered on its capture page, charged by token. */
export const cardprocCardnet = (options: CardnetOptions): Adapter<Cardproc, typeof CardprocConfig> =>
  adapter({
    port: cardproc,
    name: NAME,
    config: CardprocConfig,
    connect: (settings) => connect(cardnetCall(options, settings), settings),
  });

const Customer = z.object({
  CustomerId: Id,
  PaymentProfiles: z
    .array(Profile)
    .nullish()
    .transform((profiles) => profiles ?? []),
  CaptureURL: z.url(),
  /** Identifies one visit of the capture page; every answer has a new one. */
  UniqueID: z.string(),
});

function connect(call: CardnetCall, settings: CardprocSettings): Cardproc {
  const readCustomer = (id: string) =>
    call('GET', `Customer/${encodeURIComponent(id)}`, Customer).catch(refusalOfCustomer);
  const change = (id: string, what: string, body: object) =>
    call('POST', `Customer/${encodeURIComponent(id)}/${what}`, z.unknown(), body);
  const findProfile = async (customerId: string, profileId: string): Promise<Profile | undefined> =>
    (await readCustomer(customerId)).PaymentProfiles.find(({ PaymentProfileId }) => PaymentProfileId === profileId);
  const requireProfile = async (customerId: string, profileId: string): Promise<Profile> => {
    const profile = await findProfile(customerId, profileId);
    if (!profile) throw PaymentMethodUnknown();
    return profile;
  };
  return {
    // Test and live services do not share data.
    adapter: settings.environment === 'live' ? NAME : `${NAME}-test`,
    createCustomer: async ({ name, email, phone, document }) => {
      const [FirstName, ...rest] = name.split(/\s+/);
      const body = {
        Email: email,
        FirstName,
        LastName: rest.join(' ') || FirstName,
        DocNumber: document,
        PhoneNumber: phone,
        Enable: true,
      };
      const { CustomerId } = await call('POST', 'Customer', Customer, body).catch(refusalOfCustomer);
      return { id: CustomerId };
    },
    startCapture: async (customerId) => {
      const { CaptureURL, UniqueID } = await readCustomer(customerId);
      const url = new URL(CaptureURL);
      url.searchParams.set('key', settings.publicKey ?? '');
      url.searchParams.set('session_id', UniqueID);
      return { id: UniqueID, url: url.href, publicKey: settings.publicKey };
    },
    listProfiles: async (customerId) => (await readCustomer(customerId)).PaymentProfiles.map(toProfile),
    activateProfile: async (customerId, profileId, code) => {
      const { Token } = await requireProfile(customerId, profileId);
      await change(customerId, 'activate', { Token, ActivationCode: code }).catch(refusalOfCustomer);
      const profile = await requireProfile(customerId, profileId);
      if (!profile.Enabled) throw ProviderRefused('The card processor has not activated the card.');
      return toProfile(profile);
    },
    deleteProfile: async (customerId, profileId) => {
      await requireProfile(customerId, profileId);
      await change(customerId, 'PaymentProfileDelete', { PaymentProfileId: profileId }).catch(refusalOfCustomer);
    },
    ...purchasesOf(call, settings, findProfile),
  };
}

function refusalOfCustomer(error: unknown): never {
  if (!(error instanceof CardnetError)) throw error;
  if (error.code === 'TK009') throw ActivationCodeWrong();
  if (error.code === 'TK010') throw PaymentMethodUnknown();
  throw ProviderRefused(`The card processor refused this: ${error.message} (${error.code})`);
}

const toProfile = ({ PaymentProfileId, Brand, Last4, Expiration, Enabled }: Profile): CardProfile => ({
  id: PaymentProfileId,
  brand: Brand ?? 'card',
  last4: Last4,
  expiresOn: `${Expiration.slice(0, 4)}-${Expiration.slice(4)}`,
  active: Enabled,
});
