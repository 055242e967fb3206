import { createHmac, hash } from 'node:crypto';
import { z } from 'zod';
import {
  type Headers,
  type ReadMessage,
  type StoreappB,
  type StoreChange,
  type StoreSite,
  storeappB,
  WEBHOOK_BYTES_MAX,
} from '#modules/apps/index.ts';
import type { OutboundAnswer, OutboundFetch } from '#platform/http/outbound.ts';
import { isSameSecret } from '#platform/id.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';
import { GmtTime, Id, readStoreMessage } from './messages.ts';

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 4_000_000;
const CHANGES_PER_PAGE = 100;
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
      message: (request) => message(askerOf(providerCall(call), request), request),
      deletions: (request) => deletions(askerOf(providerCall(call), request), request),
      verify,
      read: readStoreMessage,
    }),
  });

type Answered = Pick<OutboundAnswer, 'status' | 'body' | 'truncated'>;
type Ask = (method: 'GET' | 'POST', path: string, body?: object, answerBytesMax?: number) => Promise<Answered>;

const askerOf =
  (call: OutboundFetch, { url, key, secret }: StoreSite): Ask =>
  async (method, path, body, answerBytesMax = ANSWER_BYTES_MAX) => {
    const answer = await call(`${url.replace(/\/+$/, '')}/wp-json/wc/v3/${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      answerBytesMax,
    });
    if (answer.status === 429 || answer.status >= 500)
      throw ProviderUnavailable(`The store answered ${answer.status}.`);
    if (answer.status >= 300 && answer.status !== 404) throw ProviderRefused(`The store answered ${answer.status}.`);
    return answer;
  };

const Webhooks = z.array(z.object({ topic: z.string(), delivery_url: z.string(), status: z.string() }));

/** Asks for each topic that is not sent to the address yet. A store stops sending after some failures, and is asked again. */
async function subscribe(ask: Ask, { address, signedWith }: Parameters<StoreappB['subscribe']>[0]): Promise<void> {
  const found = parsed(await ask('GET', `webhooks?per_page=${WEBHOOKS_READ_MAX}&status=active`));
  const present = Webhooks.safeParse(found).data ?? [];
  const isSent = (topic: string): boolean =>
    present.some((webhook) => webhook.topic === topic && webhook.delivery_url === address);
  for (const topic of TOPICS.filter((each) => !isSent(each)))
    parsed(
      await ask('POST', 'webhooks', { name: `Colmado ${topic}`, topic, delivery_url: address, secret: signedWith }),
    );
}

const Listed = z.array(z.object({ id: Id, date_modified_gmt: GmtTime.optional().catch(undefined) }));

/** By id, because not every version sorts by the time of the change. */
async function changes(ask: Ask, { of, since, after }: Parameters<StoreappB['changes']>[0]) {
  const page = Number(after ?? 1);
  const query = new URLSearchParams({
    modified_after: since.toString({ smallestUnit: 'second' }).replace('Z', ''),
    dates_are_gmt: 'true',
    orderby: 'id',
    order: 'asc',
    per_page: String(CHANGES_PER_PAGE),
    page: String(page),
    _fields: 'id,date_modified_gmt',
  });
  const listed = await list(ask, `${of}s?${query}`);
  const changed = listed.map(({ id, date_modified_gmt: changedAt = since }) => ({ id, externalId: id, changedAt }));
  return { changes: changed, next: listed.length < CHANGES_PER_PAGE ? null : String(page + 1) };
}

async function list(ask: Ask, path: string): Promise<z.output<typeof Listed>> {
  const { data } = Listed.safeParse(parsed(await ask('GET', path)));
  if (!data) throw ProviderRefused('The store did not answer a list.');
  return data;
}

async function message(ask: Ask, { of, change }: Parameters<StoreappB['message']>[0]): Promise<ReadMessage | null> {
  const { status, body, truncated } = await ask('GET', `${of}s/${change.id}`, undefined, WEBHOOK_BYTES_MAX);
  if (status === 404) return null;
  return truncated ? aboutOnly(`${of}.too_large`, change) : messageOf(`${of}.updated`, body);
}

/** A list leaves out orders in the trash, but also those in a state of some extension: each missing one is looked at. */
async function deletions(ask: Ask, { orders }: Parameters<StoreappB['deletions']>[0]): Promise<ReadMessage[]> {
  const include = orders.map(({ id }) => id).join();
  const present = await list(
    ask,
    `orders?include=${include}&status=any&per_page=${orders.length}&_fields=id,date_modified_gmt`,
  );
  const missing = orders.filter((order) => !present.some(({ id }) => id === order.id));
  const gone: ReadMessage[] = [];
  for (const order of missing) {
    const answer = await ask('GET', `orders/${order.id}?_fields=id,status`);
    const { data } = z.object({ status: z.string() }).safeParse(answer.status === 404 ? null : parsed(answer));
    if (answer.status === 404 || data?.status === 'trash') gone.push(aboutOnly('order.deleted', order));
  }
  return gone;
}

/** An order may be deleted again after it was restored, so the time of its last change is part of the key. */
const aboutOnly = (topic: string, { id, changedAt }: StoreChange): ReadMessage => ({
  topic,
  key: `${topic} ${id} ${changedAt}`,
  body: Buffer.from(JSON.stringify({ id })),
});

function parsed({ status, body }: Answered): unknown {
  if (status === 404) throw ProviderRefused('The store answered 404.');
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
