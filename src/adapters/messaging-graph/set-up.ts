import { z } from 'zod';
import {
  type HealthEntity,
  messagesPerSecondOf,
  type NumberSetUp,
  PinTriesExceeded,
  PinWrong,
  type ProviderAccount,
  RegistrationWait,
} from '#modules/chats/index.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { type GraphCalls, type GraphOptions, graphCalls } from './graph-calls.ts';

const ACCOUNTS_MAX = 20;
const NUMBERS_MAX = 100;
const SCOPE = 'whatsapp_business_management';
const PERMISSIONS = `${SCOPE},whatsapp_business_messaging`;
const NUMBER_FIELDS = 'id,display_phone_number,verified_name,quality_rating,status,platform_type,throughput';

const Token = z.looseObject({ access_token: z.string().min(1).max(4000) });
const Debugged = z.looseObject({
  data: z.looseObject({
    is_valid: z.boolean().default(false),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: z.array(z.coerce.string()).default([]) }))
      .default([]),
  }),
});
const AccountFacts = z.looseObject({ id: z.coerce.string(), name: z.string().default('') });
const Throughput = z.looseObject({ level: z.string().optional() }).optional();
const Numbers = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.coerce.string(),
      display_phone_number: z.string().default(''),
      verified_name: z.string().default(''),
      quality_rating: z.string().optional(),
      status: z.string().optional(),
      platform_type: z.string().optional(),
      throughput: Throughput,
    }),
  ),
});
const Health = z.looseObject({
  health_status: z.looseObject({
    entities: z
      .array(
        z.looseObject({
          entity_type: z.string(),
          id: z.coerce.string(),
          can_send_message: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']).catch('BLOCKED'),
          errors: z
            .array(
              z.looseObject({
                error_code: z.coerce.string(),
                error_description: z.string().default(''),
                possible_solution: z.string().optional(),
              }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
});
const Identified = z.looseObject({
  id: z.coerce.string(),
  name: z.string().max(254).optional(),
  display_phone_number: z.string().max(254).optional(),
  throughput: Throughput,
});
const Done = z.looseObject({});

const pinErrors = {
  133005: PinWrong,
  133008: PinTriesExceeded,
  133009: PinTriesExceeded,
  133016: PinTriesExceeded,
  133015: RegistrationWait,
};

/** The steps of the provider's sign-up, each a call of its own. */
export function setUpCalls(calls: GraphCalls, options: GraphOptions, accessToken: string): NumberSetUp {
  const { appId, appSecret, signUp, version } = options;
  const path = (account: string) => encodeURIComponent(account);
  return {
    signUpUrl: (state, returnUrl) => {
      if (!appId || !appSecret) return null;
      const query = new URLSearchParams({
        client_id: appId,
        redirect_uri: returnUrl,
        state,
        response_type: 'code',
        override_default_response_type: 'true',
        ...(signUp.configuration ? { config_id: signUp.configuration } : { scope: PERMISSIONS }),
      });
      return `${signUp.url}/${version}/dialog/oauth?${query}`;
    },
    exchangeCode: async (code, returnUrl) => {
      const query = new URLSearchParams({
        client_id: appId ?? '',
        client_secret: appSecret ?? '',
        ...(returnUrl && { redirect_uri: returnUrl }),
        code,
      });
      const token = await calls.read(`oauth/access_token?${query}`, Token, { 100: ProviderRefused });
      return { accessToken: token.access_token };
    },
    listAccounts: async () => {
      // The app itself asks which accounts the token was given for.
      const app = graphCalls(options, `${appId ?? ''}|${appSecret ?? ''}`);
      const { data } = await app.read(`debug_token?input_token=${encodeURIComponent(accessToken)}`, Debugged);
      if (!data.is_valid) throw ProviderRefused('The provider does not know this token.');
      const granted = data.granular_scopes.filter(({ scope }) => scope === SCOPE).flatMap((each) => each.target_ids);
      return Promise.all([...new Set(granted)].slice(0, ACCOUNTS_MAX).map(readAccount));
    },
    identify: async (via, address) => {
      // A page is public to read, so only its own token proves that it is the organization's.
      const node =
        via === 'social-a' ? 'me?fields=id,name' : `${path(address)}?fields=id,display_phone_number,throughput`;
      const found = await calls.read(node, Identified);
      if (found.id !== address) throw ProviderRefused('The token opens another page.');
      return {
        displayAddress: found.display_phone_number ?? found.name ?? '',
        messagesPerSecond: messagesPerSecondOf(found.throughput?.level),
      };
    },
    register: async (phoneNumberId, pin) => {
      const body = { messaging_product: 'whatsapp', pin };
      await calls.write(`${path(phoneNumberId)}/register`, body, Done, pinErrors);
    },
    subscribe: async (account) => {
      await calls.write(`${path(account)}/subscribed_apps`, {}, Done);
    },
    overrideCallback: async (account, { url, verifyToken }) => {
      const body = { override_callback_uri: url, verify_token: verifyToken };
      await calls.write(`${path(account)}/subscribed_apps`, body, Done);
    },
    readHealth: async (account) => {
      const { health_status: health } = await calls.read(`${path(account)}?fields=health_status`, Health);
      return health.entities.map(
        ({ entity_type: type, id, can_send_message: canSend, errors }): HealthEntity => ({
          type,
          id,
          canSend,
          problems: errors.map((error) => ({
            code: error.error_code,
            message: error.error_description,
            solution: error.possible_solution ?? null,
          })),
        }),
      );
    },
  };

  async function readAccount(id: string): Promise<ProviderAccount> {
    const [facts, { data }] = await Promise.all([
      calls.read(`${path(id)}?fields=id,name`, AccountFacts),
      calls.read(`${path(id)}/phone_numbers?fields=${NUMBER_FIELDS}&limit=${NUMBERS_MAX}`, Numbers),
    ]);
    const numbers = data.map((each) => ({
      id: each.id,
      displayNumber: each.display_phone_number,
      name: each.verified_name,
      quality: each.quality_rating ?? null,
      messagesPerSecond: messagesPerSecondOf(each.throughput?.level),
      isRegistered: each.platform_type === 'CLOUD_API' && each.status === 'CONNECTED',
    }));
    return { id, name: facts.name, numbers };
  }
}
