import { createHash } from 'node:crypto';
import {
  type ConversionEvent,
  type ConversionReceipt,
  type Conversions,
  ConversionsConfig,
  conversions,
} from '#modules/accounting/index.ts';
import type { OutboundAnswer, OutboundFetch } from '#platform/http/outbound.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 10_000;
/** The maximum length of an endpoint message that is passed on. */
const SAID_MAX = 300;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;

/** Any endpoint with the Conversions API: events as JSON, and the token in a header, where logs do not record it. */
export const conversionsHttp = (call: OutboundFetch): Adapter<Conversions, typeof ConversionsConfig> =>
  adapter({
    port: conversions,
    name: 'http',
    config: ConversionsConfig,
    connect: (config) => ({ send: (event) => send(providerCall(call), config, event) }),
  });

async function send(
  call: OutboundFetch,
  config: ConversionsConfig,
  event: ConversionEvent,
): Promise<ConversionReceipt> {
  if (config.url === null) throw ProviderRefused('The URL for conversions is missing.');
  const answer = await call(config.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${config.accessToken}`,
      'content-type': 'application/json',
      'user-agent': 'Colmado-Conversions/1',
    },
    body: JSON.stringify(bodyOf(event)),
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  return receiptOf(answer);
}

const bodyOf = (event: ConversionEvent) => ({
  data: [
    {
      event_id: event.id,
      event_name: event.name,
      event_time: Math.floor(event.at.epochMilliseconds / 1000),
      action_source: 'system_generated',
      user_data: { em: [createHash('sha256').update(event.email.trim().toLowerCase()).digest('hex')] },
      custom_data: { value: Number(event.value.amount), currency: event.value.currency },
    },
  ],
  ...(event.testEventCode !== null && { test_event_code: event.testEventCode }),
});

function receiptOf({ status, body }: OutboundAnswer): ConversionReceipt {
  if (status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT || status >= 500) {
    throw ProviderUnavailable(`The endpoint answered ${status}.`);
  }
  const answer = jsonIn(body);
  if (status < 200 || status >= 300) {
    const said = (answer.error as { message?: unknown } | undefined)?.message;
    throw ProviderRefused(
      `The endpoint answered ${status}.${typeof said === 'string' ? ` ${said.slice(0, SAID_MAX)}` : ''}`,
    );
  }
  return {
    received: typeof answer.events_received === 'number' ? answer.events_received : 1,
    traceId: typeof answer.fbtrace_id === 'string' ? answer.fbtrace_id.slice(0, SAID_MAX) : null,
  };
}

/** An answer that is not JSON still counts as an answer. */
function jsonIn(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
