import type { Services } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { type OutboundAnswer, OutboundFailed, OutboundRefused, outboundFetch } from '#platform/http/outbound.ts';
import { type SigningWebhook, signatureHeaders } from './signature.ts';

const TIMEOUT_MS = 10_000;
const SNIPPET_BYTES = 2_000;
const GONE = 410;
/** As long as the longest wait between attempts. */
const WAIT_SECONDS_MAX = 28_800;

/** The result of sending one message to one webhook. */
export interface Attempt {
  delivered: boolean;
  /** The receiver responded that it has been removed for good. */
  gone: boolean;
  at: Temporal.Instant;
  durationMs: number;
  requestHeaders: Record<string, string>;
  responseStatus: number | null;
  responseSnippet: string | null;
  /** How long the receiver wants to be left alone. */
  waitSeconds: number;
  error: string | null;
}

interface Message {
  /** The event's id: the same on every attempt, so that a receiver recognises duplicates. */
  id: string;
  body: string;
}

/** Sends a message. Failures of the receiver are results; only our own faults are thrown. */
export async function attempt(
  services: Services,
  organizationId: string,
  webhook: SigningWebhook,
  message: Message,
  signal?: AbortSignal,
): Promise<Attempt> {
  const at = realNow();
  const requestHeaders = signatureHeaders(services, organizationId, webhook, { ...message, at });
  const startedAt = performance.now();
  const outcome = await send(services, webhook.url, requestHeaders, message.body, signal);
  return { ...outcome, at, requestHeaders, durationMs: Math.round(performance.now() - startedAt) };
}

async function send(
  { config }: Services,
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Omit<Attempt, 'at' | 'requestHeaders' | 'durationMs'>> {
  try {
    const answer = await outboundFetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Colmado-Webhooks/1' },
      body,
      timeoutMs: TIMEOUT_MS,
      answerBytesMax: SNIPPET_BYTES,
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
      ...(signal && { signal }),
    });
    const delivered = answer.status >= 200 && answer.status < 300;
    return {
      delivered,
      gone: answer.status === GONE,
      responseStatus: answer.status,
      // PostgreSQL cannot store U+0000.
      responseSnippet: answer.body.toString().replaceAll('\0', '\uFFFD'),
      waitSeconds: waitOf(answer),
      error: delivered ? null : `The receiver responded with ${answer.status}.`,
    };
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error;
    const { message } = error;
    return {
      delivered: false,
      gone: false,
      responseStatus: null,
      responseSnippet: null,
      waitSeconds: 0,
      error: message,
    };
  }
}

/** `Retry-After` of a receiver that is busy: seconds, or a date. */
function waitOf({ status, headers }: OutboundAnswer): number {
  const given = [429, 503].includes(status) ? String(headers['retry-after'] ?? '') : '';
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - realNow().epochMilliseconds) / 1_000;
  return Math.min(Math.max(seconds || 0, 0), WAIT_SECONDS_MAX);
}
