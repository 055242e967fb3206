import { OutboundFailed, type OutboundFetch, OutboundRefused } from '../http/outbound.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from './port.ts';

/** Outbound calls for adapters: a missing answer or a forbidden address becomes a refusal of the port. */
export const providerCall =
  (call: OutboundFetch): OutboundFetch =>
  (url, request) =>
    call(url, request).catch((error: unknown) => {
      throw asProviderFailure(error);
    });

/** A failed call in the words of every port. */
export function asProviderFailure(error: unknown): unknown {
  if (error instanceof OutboundRefused) return ProviderRefused(error.message);
  if (error instanceof OutboundFailed) return (error.by === 'timeout' ? ProviderTimeout : ProviderUnavailable)();
  return error;
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a call failed before the provider could have heard of it, so that it may be repeated. */
export function neverReachedProvider(error: unknown): boolean {
  if (!(error instanceof OutboundFailed)) return false;
  return error.by === 'name' || NEVER_CONNECTED.has(((error.cause ?? {}) as { code?: string }).code ?? '');
}

/** The same for a `fetch` that a library calls. The library may wrap what this throws, as the cause of its own error. */
export const providerFetch =
  (call: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) =>
    call(input, init).catch((error: unknown) => {
      const refused = [error, (error as Error).cause].find((each) => each instanceof OutboundRefused);
      throw refused ? ProviderRefused(refused.message) : error;
    });
