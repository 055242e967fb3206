import { createHmac, hash } from 'node:crypto';
import { z } from 'zod';
import { type Headers, type StoreappB, type StoreSite, storeappB } from '#modules/apps/index.ts';
import type { OutboundFetch } from '#platform/http/outbound.ts';
import { isSameSecret } from '#platform/id.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';
import { readStoreMessage } from './messages.ts';

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 4_000_000;
const CHANGES_PER_PAGE = 20;
const WEBHOOKS_READ_MAX = 100;
const TOPICS = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
  'product.deleted',
  'customer.created',
  'customer.updated',
];

/** A store on its owner's site, over its REST API with keys in the header; only https keeps these secret. */
export const storeappBHttp = (call: OutboundFetch): Adapter<StoreappB, z.ZodObject> =>
  adapter({
    port: storeappB,
    name: 'http',
    config: z.object({}),
    connect: () => ({
      subscribe: (request) => subscribe(askerOf(providerCall(call), request), request),
      changes: (request) => changes(askerOf(providerCall(call), request), request),
      verify,
      read: readStoreMessage,
    }),
  });

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

const askerOf =
  (call: OutboundFetch, { url, key, secret }: StoreSite): Ask =>
  async (method, path, body) => {
    const answer = await call(`${url.replace(/\/+$/, '')}/wp-json/wc/v3/${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    });
    if (answer.status === 429 || answer.status >= 500)
      throw ProviderUnavailable(`The store answered ${answer.status}.`);
    if (answer.status >= 300) throw ProviderRefused(`The store answered ${answer.status}.`);
    return parsed(answer.body);
  };

const Webhooks = z.array(z.object({ topic: z.string(), delivery_url: z.string(), status: z.string() }));

/** Asks for each topic that is not sent to the address yet. A store stops sending after some failures, and is asked again. */
async function subscribe(ask: Ask, { address, signedWith }: Parameters<StoreappB['subscribe']>[0]): Promise<void> {
  const found = await ask('GET', `webhooks?per_page=${WEBHOOKS_READ_MAX}&status=active`);
  const present = Webhooks.safeParse(found).data ?? [];
  const isSent = (topic: string): boolean =>
    present.some((webhook) => webhook.topic === topic && webhook.delivery_url === address);
  for (const topic of TOPICS.filter((each) => !isSent(each)))
    await ask('POST', 'webhooks', { name: `Colmado ${topic}`, topic, delivery_url: address, secret: signedWith });
}

/** By id, because not every version sorts by the time of the change. */
async function changes(ask: Ask, { of, since, page }: Parameters<StoreappB['changes']>[0]) {
  const query = new URLSearchParams({
    modified_after: since.toString({ smallestUnit: 'second' }).replace('Z', ''),
    dates_are_gmt: 'true',
    orderby: 'id',
    order: 'asc',
    per_page: String(CHANGES_PER_PAGE),
    page: String(page),
  });
  const { data } = z.array(z.looseObject({})).safeParse(await ask('GET', `${of}?${query}`));
  if (!data) throw ProviderRefused(`The store did not answer a list of ${of}.`);
  const topic = of === 'orders' ? 'order.updated' : 'product.updated';
  return {
    messages: data.map((each) => messageOf(topic, Buffer.from(JSON.stringify(each)))),
    isLast: data.length < CHANGES_PER_PAGE,
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw ProviderRefused('The address is not that of a store: it did not answer JSON.');
  }
}

/** The delivery id of the store is the same for two messages of one second, so the content counts as well. */
function verify(secret: string, body: Uint8Array, headers: Headers) {
  const expected = createHmac('sha256', secret).update(body).digest('base64');
  if (!isSameSecret(one(headers['x-wc-webhook-signature']), expected)) return null;
  const { topic, key } = messageOf(one(headers['x-wc-webhook-topic']), body);
  return { topic, key };
}

const messageOf = (topic: string, body: Uint8Array) => ({
  topic,
  key: `${topic} ${hash('sha256', body, 'hex')}`,
  body,
});

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header.slice(0, 200) : '');
