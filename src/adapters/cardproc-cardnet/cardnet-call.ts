import { z } from 'zod';
import type { CardprocSettings } from '#modules/payments/index.ts';
import type { OutboundFetch } from '#platform/http/outbound.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';

const ANSWER_BYTES_MAX = 1_000_000;
/** The maximum length of a provider message that is passed on. */
const SAID_MAX = 300;
const NOT_NOW = [408, 429];
const KEYS_REFUSED = [401, 403];

const Envelope = z.object({
  Response: z.unknown().optional(),
  Errors: z
    .array(z.object({ ErrorCode: z.string(), Message: z.string().nullish() }))
    .nullish()
    .transform((errors) => errors ?? []),
});

/** The provider refused with one of its codes: TK… for cards and customers, TR… for payments. */
export class CardnetError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface CardnetOptions {
  call: OutboundFetch;
  /** Base URLs of the provider's test and live services, without a trailing slash. */
  addresses: { test: string; live: string };
  timeoutMs: number;
}

export type CardnetCall = <S extends z.ZodType>(
  method: 'GET' | 'POST',
  path: string,
  answer: S,
  body?: object,
) => Promise<z.output<S>>;

/** Calls the provider for one merchant. Every answer is an envelope with a response or errors. */
export function cardnetCall(options: CardnetOptions, { environment, privateKey }: CardprocSettings): CardnetCall {
  const send = providerCall(options.call);
  const address = environment === 'live' ? options.addresses.live : options.addresses.test;
  return async (method, path, answer, body) => {
    if (!privateKey) throw ProviderRefused('The private key of the card processor is missing.');
    const answered = await send(`${address}/api/${path}`, {
      method,
      // The plain key, as in the provider's samples; not a base64 user name and password.
      headers: { authorization: `Basic ${privateKey}`, 'content-type': 'application/json', lang: 'en' },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: options.timeoutMs,
      answerBytesMax: ANSWER_BYTES_MAX,
    });
    const { status } = answered;
    if (status >= 500 || NOT_NOW.includes(status)) throw ProviderUnavailable(`The card processor answered ${status}.`);
    if (KEYS_REFUSED.includes(status)) throw ProviderRefused('The card processor does not accept the private key.');
    const envelope = Envelope.safeParse(jsonIn(answered.body));
    if (!envelope.success) throw ProviderUnavailable('The card processor did not answer in its JSON format.');
    const [error] = envelope.data.Errors;
    if (error) throw new CardnetError(error.ErrorCode, error.Message?.slice(0, SAID_MAX) ?? error.ErrorCode);
    const response = answer.safeParse(envelope.data.Response);
    if (!response.success) throw ProviderUnavailable('The answer of the card processor is incomplete.');
    return response.data;
  };
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
