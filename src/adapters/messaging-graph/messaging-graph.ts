import { z } from 'zod';
import {
  errorClassOf,
  type Messaging,
  MessagingCredentials,
  messaging,
  type OutgoingFile,
  type SendResult,
} from '#modules/chats/index.ts';
import type { OutboundAnswer } from '#platform/http/outbound.ts';
import { isSignedBody } from '#platform/ports/body-signature.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { asProviderFailure, neverReachedProvider } from '#platform/ports/provider-call.ts';
import { errorIn, type GraphCalls, type GraphOptions, graphCalls } from './graph-calls.ts';
import { multipart } from './multipart.ts';
import { payloadOf } from './payload.ts';
import { setUpCalls } from './set-up.ts';
import { templateCalls } from './templates.ts';

const NAME = 'graph';
const MEDIA_TIMEOUT_MS = 300_000;

/** The Cloud API of the messaging app and the comments of its network, over plain HTTP. */
export const messagingGraph = (options: GraphOptions): Adapter<Messaging, typeof MessagingCredentials> =>
  adapter({
    port: messaging,
    name: NAME,
    config: MessagingCredentials,
    connect: (credentials) => connect(options, credentials),
  });

function connect(options: GraphOptions, { address, account, accessToken }: MessagingCredentials): Messaging {
  const calls = graphCalls(options, accessToken);
  return {
    adapter: NAME,
    verifyToken: options.verifyToken ?? null,
    verifyWebhook: (body, headers) =>
      Boolean(options.appSecret) && isSignedBody(options.appSecret!, body, headers['x-hub-signature-256']),
    chatUrl: (displayAddress) => {
      const digits = displayAddress.replace(/[\s().+-]/g, '');
      return /^\d{8,15}$/.test(digits) ? `https://wa.me/${digits}` : null;
    },
    ...messageCalls(options, calls, address),
    ...templateCalls(calls, account, options),
    setUp: setUpCalls(calls, options, accessToken),
  };
}

function messageCalls(
  options: GraphOptions,
  calls: GraphCalls,
  address: string,
): Pick<Messaging, 'send' | 'markRead' | 'openMedia'> {
  return {
    send: async (message) => {
      const mediaId = message.file ? await upload(message.file) : null;
      if (typeof mediaId === 'object' && mediaId) return mediaId;
      const path =
        message.via === 'social-a' ? `${message.replyTo ?? message.to.threadId}/comments` : `${address}/messages`;
      const { url, sent } = calls.request(path, 'POST', payloadOf(message, mediaId));
      return resultOf(() => options.call(url, sent));
    },
    markRead: async (providerMessageId, typing) => {
      const body = {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: providerMessageId,
        ...(typing && { typing_indicator: { type: 'text' } }),
      };
      await calls.write(`${address}/messages`, body, z.looseObject({}));
    },
    openMedia: async (id) => {
      const path = `${encodeURIComponent(id)}?phone_number_id=${encodeURIComponent(address)}`;
      const found = await calls.read(path, MediaFacts);
      const answer = await options.stream(found.url, {
        method: 'GET',
        headers: calls.authorization,
        timeoutMs: MEDIA_TIMEOUT_MS,
      });
      if (answer.status >= 500 || answer.status === 404 || answer.status === 401)
        throw ProviderUnavailable(`The medium answered ${answer.status}.`);
      if (answer.status >= 300) throw ProviderRefused(`The medium answered ${answer.status}.`);
      return { contentType: found.mime_type, sha256: found.sha256?.toLowerCase() ?? null, bytes: answer.body };
    },
  };

  /** The id of the uploaded bytes, or why the provider does not take them. */
  async function upload({ name, contentType, read }: OutgoingFile): Promise<string | SendResult> {
    const form = multipart(
      { messaging_product: 'whatsapp', type: contentType },
      { name, contentType, bytes: await read() },
    );
    const { url, sent } = calls.request(`${address}/media`, 'POST', form);
    const result = await resultOf(() => options.call(url, { ...sent, timeoutMs: MEDIA_TIMEOUT_MS }), 'retry');
    return result.outcome === 'accepted' ? result.id : result;
  }
}

const MediaFacts = z.looseObject({ url: z.url(), mime_type: z.string().default(''), sha256: z.string().optional() });
const Accepted = z.looseObject({
  id: z.coerce.string().optional(),
  messages: z.array(z.looseObject({ id: z.string() })).optional(),
});

function acceptedIn({ body }: OutboundAnswer): string | undefined {
  try {
    const { messages, id } = Accepted.parse(JSON.parse(body.toString()));
    return messages?.[0]?.id ?? id;
  } catch {
    return undefined;
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
    if (unknown === 'retry' || neverReachedProvider(error))
      return { outcome: 'refused', class: 'retry', code: 'unreachable', message: String((error as Error).message) };
    throw asProviderFailure(error);
  }
  const accepted = acceptedIn(answer);
  if (answer.status < 300 && accepted) return { outcome: 'accepted', id: accepted };
  const error = errorIn(answer);
  if (error)
    return { outcome: 'refused', class: errorClassOf(error.code), code: String(error.code), message: error.message };
  // Not an answer of the provider: something in between gave it, so nobody knows what happened.
  throw ProviderUnavailable(`The provider answered ${answer.status}.`);
}
