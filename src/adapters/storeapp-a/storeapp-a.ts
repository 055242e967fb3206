import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type Headers, type Shop, type StoreappA, storeappA } from '#modules/apps/index.ts';
import type { OutboundFetch } from '#platform/http/outbound.ts';
import { isSameSecret } from '#platform/id.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';
import { readShopMessage } from './messages.ts';
import { read, shopReader } from './read-shop.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 1_000_000;
const REDIRECT_SECONDS_MAX = 90;
const API_VERSION = '2026-07';
const SCOPES = 'read_orders,read_products,read_inventory,read_customers';
const SHOP = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** The messages that are asked for; those about personal data and removal arrive without asking. */
const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'ORDERS_DELETE',
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'INVENTORY_LEVELS_UPDATE',
  'CUSTOMERS_CREATE',
  'CUSTOMERS_UPDATE',
  'APP_UNINSTALLED',
];

interface Options {
  call: OutboundFetch;
  clientId: string;
  clientSecret: string;
  /** `{shop}` is replaced by the domain of the shop. */
  shopUrl: string;
}

/**
 * The hosted store, over its GraphQL API. Its own SDK carries a session store and a framework that we do not need: this is an
 * OAuth exchange, one mutation and two signatures.
 */
export const storeappAHttp = ({ clientSecret, ...options }: Options): Adapter<StoreappA, z.ZodObject> =>
  adapter({
    port: storeappA,
    name: 'http',
    config: z.object({}),
    connect: () => storeOf({ ...options, call: providerCall(options.call), clientSecret }),
  });

function storeOf({ call, clientId, clientSecret, shopUrl }: Options): StoreappA {
  const urlOf = (shop: string, path: string): string => `${shopUrl.replace('{shop}', shop)}${path}`;
  const post = async (shop: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await call(urlOf(shop, path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    });
    if (answer.status === 429 || answer.status >= 500) throw ProviderUnavailable(`The shop answered ${answer.status}.`);
    if (answer.status >= 300) throw ProviderRefused(`The shop answered ${answer.status}.`);
    return parsed(answer.body);
  };
  const query = async ({ shop, accessToken }: Shop, text: string, variables: object) => {
    const path = `/admin/api/${API_VERSION}/graphql.json`;
    const headers = { 'x-shopify-access-token': accessToken };
    return post(shop, path, { query: text, variables }, headers);
  };
  return {
    secret: clientSecret,
    isShop: (shop) => SHOP.test(shop),
    authorizeUrl: ({ shop, state, redirectUri }) => {
      const query = new URLSearchParams({ client_id: clientId, scope: SCOPES, redirect_uri: redirectUri, state });
      return urlOf(shop, `/admin/oauth/authorize?${query}`);
    },
    isAuthentic: (parameters, now) => isAuthentic(clientSecret, parameters, now),
    exchange: async ({ shop, code }) => {
      const given = { client_id: clientId, client_secret: clientSecret, code };
      const answer = Token.safeParse(await post(shop, '/admin/oauth/access_token', given));
      if (!answer.success) throw ProviderRefused('The shop gave no access token.');
      return { accessToken: answer.data.access_token, scope: answer.data.scope };
    },
    subscribe: async ({ shop, accessToken, address }) => {
      for (const topic of TOPICS)
        refuseProblems(read(Subscribed, await query({ shop, accessToken }, SUBSCRIBE, { topic, address })));
    },
    ...shopReader(async (shop, text, variables) => {
      const answer = read(Answered, await query(shop, text, variables));
      refuseProblems({ errors: answer.errors });
      return answer.data;
    }),
    verify,
    read: readShopMessage,
  };
}

const Token = z.object({ access_token: z.string().min(1).max(500), scope: z.string().max(2000).default('') });

const SUBSCRIBE = `mutation ($topic: WebhookSubscriptionTopic!, $address: URL!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { callbackUrl: $address, format: JSON }) {
    userErrors { message } } }`;

const Problems = z.array(z.object({ message: z.string() }));
const Answered = z.object({ errors: Problems.optional(), data: z.unknown().optional() });
const Subscribed = z.object({
  errors: Problems.optional(),
  data: z.object({ webhookSubscriptionCreate: z.object({ userErrors: Problems }).nullable() }).nullish(),
});

/** A topic that is already sent to this address is what was asked for. */
function refuseProblems({ errors = [], data }: z.output<typeof Subscribed>): void {
  if (errors.some(({ message }) => /throttled/i.test(message))) throw ProviderUnavailable('The shop asks for a pause.');
  const all = [...errors, ...(data?.webhookSubscriptionCreate?.userErrors ?? [])];
  const problem = all.find(({ message }) => !/already been taken/i.test(message));
  if (problem) throw ProviderRefused(problem.message.slice(0, 300));
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw ProviderUnavailable('The shop did not answer JSON.');
  }
}

function verify(secret: string, body: Uint8Array, headers: Headers) {
  const expected = createHmac('sha256', secret).update(body).digest('base64');
  if (!isSameSecret(expected, one(headers['x-shopify-hmac-sha256']))) return null;
  return { topic: one(headers['x-shopify-topic']), key: one(headers['x-shopify-webhook-id']) };
}

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header.slice(0, 200) : '');

export function signParameters(secret: string, parameters: Record<string, string>): string {
  const text = Object.keys(parameters)
    .filter((name) => name !== 'hmac')
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  return createHmac('sha256', secret).update(text).digest('hex');
}

function isAuthentic(secret: string, parameters: Record<string, string>, now: Temporal.Instant): boolean {
  const age = Math.abs(now.epochMilliseconds / 1000 - Number(parameters.timestamp));
  return isSameSecret(signParameters(secret, parameters), parameters.hmac ?? '') && age <= REDIRECT_SECONDS_MAX;
}
