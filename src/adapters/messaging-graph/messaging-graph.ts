import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  errorClassOf,
  type Messaging,
  MessagingCredentials,
  messaging,
  type OutgoingMessage,
  type ProviderTemplate,
  type SendResult,
} from '#modules/chats/index.ts';
import type { OutboundAnswer, OutboundFetch, OutboundStream } from '#platform/http/outbound.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { asProviderFailure, providerCall, wasNeverHeard } from '#platform/ports/provider-call.ts';
import { multipart } from './multipart.ts';
import { payloadOf } from './payload.ts';

const NAME = 'graph';
const TIMEOUT_MS = 20_000;
const MEDIA_TIMEOUT_MS = 300_000;
const ANSWER_BYTES_MAX = 1_000_000;
const TEMPLATE_PAGES_MAX = 50;

export interface GraphOptions {
  call: OutboundFetch;
  stream: (
    url: string,
    request: { method: 'GET'; headers: Record<string, string>; timeoutMs: number },
  ) => Promise<OutboundStream>;
  apiUrl: string;
  version: string;
  appSecret: string | undefined;
  verifyToken: string | undefined;
}

/** The Cloud API of the messaging app and the comments of its network, over plain HTTP. */
export const messagingGraph = (options: GraphOptions): Adapter<Messaging, typeof MessagingCredentials> =>
  adapter({
    port: messaging,
    name: NAME,
    config: MessagingCredentials,
    connect: (credentials) => connect(options, credentials),
  });

function connect(options: GraphOptions, { address, account, accessToken }: MessagingCredentials): Messaging {
  const base = `${options.apiUrl}/${options.version}`;
  const authorization = { authorization: `Bearer ${accessToken}` };
  const request = (path: string, method: 'GET' | 'POST', body?: object | { bytes: Buffer; contentType: string }) => {
    const isForm = body && 'bytes' in body;
    return {
      url: path.startsWith('http') ? path : `${base}/${path}`,
      options: {
        method,
        headers: { ...authorization, ...(body && { 'content-type': isForm ? body.contentType : 'application/json' }) },
        ...(body && { body: isForm ? body.bytes : JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
        answerBytesMax: ANSWER_BYTES_MAX,
      },
    };
  };
  const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> => {
    const { url, options: sent } = request(path, 'GET');
    const answer = await providerCall(options.call)(url, sent);
    if (answer.status >= 500) throw ProviderUnavailable();
    const { error } = errorIn(answer);
    if (answer.status >= 300) throw ProviderRefused(error?.message ?? `The provider answered ${answer.status}.`);
    return schema.parse(JSON.parse(answer.body.toString()));
  };
  return {
    adapter: NAME,
    verifyToken: options.verifyToken ?? null,
    verifyWebhook: (body, headers) => isSigned(options.appSecret, body, headers['x-hub-signature-256']),
    send: async (message) => {
      const mediaId = message.file ? await upload(message.file) : null;
      if (typeof mediaId === 'object' && mediaId) return mediaId;
      const path =
        message.via === 'social-a' ? `${message.replyTo ?? message.to.threadId}/comments` : `${address}/messages`;
      const { url, options: sent } = request(path, 'POST', payloadOf(message, mediaId));
      return resultOf(() => options.call(url, sent));
    },
    markRead: async (providerMessageId, typing) => {
      const body = {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: providerMessageId,
        ...(typing && { typing_indicator: { type: 'text' } }),
      };
      const { url, options: sent } = request(`${address}/messages`, 'POST', body);
      await providerCall(options.call)(url, sent);
    },
    openMedia: async (id) => {
      const found = await read(`${encodeURIComponent(id)}?phone_number_id=${encodeURIComponent(address)}`, MediaFacts);
      const answer = await options.stream(found.url, {
        method: 'GET',
        headers: authorization,
        timeoutMs: MEDIA_TIMEOUT_MS,
      });
      if (answer.status >= 500 || answer.status === 404 || answer.status === 401)
        throw ProviderUnavailable(`The medium answered ${answer.status}.`);
      if (answer.status >= 300) throw ProviderRefused(`The medium answered ${answer.status}.`);
      return { contentType: found.mime_type, sha256: found.sha256?.toLowerCase() ?? null, bytes: answer.body };
    },
    listTemplates: async () => {
      const templates: ProviderTemplate[] = [];
      let path: string | undefined = `${account}/message_templates?limit=100`;
      for (let page = 0; path && page < TEMPLATE_PAGES_MAX; page++) {
        const answer: z.infer<typeof TemplatePage> = await read(path, TemplatePage);
        templates.push(...answer.data.map((each) => ({ ...each, reason: each.rejected_reason ?? null })));
        path = answer.paging?.next;
      }
      return templates;
    },
  };

  /** The id of the uploaded bytes, or why the provider does not take them. */
  async function upload({
    name,
    contentType,
    read: readFile,
  }: NonNullable<OutgoingMessage['file']>): Promise<string | SendResult> {
    const form = multipart(
      { messaging_product: 'whatsapp', type: contentType },
      { name, contentType, bytes: await readFile() },
    );
    const { url, options: sent } = request(`${address}/media`, 'POST', form);
    const result = await resultOf(() => options.call(url, { ...sent, timeoutMs: MEDIA_TIMEOUT_MS }), 'retry');
    return result.outcome === 'accepted' ? result.id : result;
  }
}

const MediaFacts = z.looseObject({ url: z.url(), mime_type: z.string().default(''), sha256: z.string().optional() });
const TemplatePage = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.coerce.string(),
      name: z.string(),
      language: z.string(),
      category: z.string().default(''),
      status: z.string(),
      components: z.array(z.record(z.string(), z.unknown())).default([]),
      rejected_reason: z.string().optional(),
    }),
  ),
  paging: z.looseObject({ next: z.string().optional() }).optional(),
});

const Answer = z.looseObject({
  id: z.coerce.string().optional(),
  messages: z.array(z.looseObject({ id: z.string() })).optional(),
  error: z
    .looseObject({
      code: z.coerce.number(),
      message: z.string().default(''),
      error_data: z.looseObject({ details: z.string().optional() }).optional(),
    })
    .optional(),
});

function errorIn({ body }: OutboundAnswer): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

async function resultOf(
  call: () => Promise<OutboundAnswer>,
  unknown: 'throw' | 'retry' = 'throw',
): Promise<SendResult> {
  let answer: OutboundAnswer;
  try {
    answer = await call();
  } catch (error) {
    if (unknown === 'retry' || wasNeverHeard(error))
      return { outcome: 'refused', class: 'retry', code: 'unreachable', message: String((error as Error).message) };
    throw asProviderFailure(error);
  }
  const { messages, id, error } = errorIn(answer);
  const accepted = messages?.[0]?.id ?? id;
  if (answer.status < 300 && accepted) return { outcome: 'accepted', id: accepted };
  if (error) {
    const message = [error.message, error.error_data?.details].filter(Boolean).join(' ').slice(0, 1000);
    return { outcome: 'refused', class: errorClassOf(error.code), code: String(error.code), message };
  }
  // An answer that is not the provider's own: nobody knows what stands behind it.
  throw ProviderUnavailable(`The provider answered ${answer.status}.`);
}

function isSigned(secret: string | undefined, body: Uint8Array, header: string | string[] | undefined): boolean {
  if (!secret || typeof header !== 'string') return false;
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
