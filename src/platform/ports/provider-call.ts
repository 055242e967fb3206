import { OutboundFailed, type OutboundFetch, OutboundRefused } from '../http/outbound.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from './port.ts';

/** The guarded way out for adapters: no answer, or an address that is not called, is told in the words of every port. */
export const providerCall =
  (call: OutboundFetch): OutboundFetch =>
  (url, request) =>
    call(url, request).catch((error: unknown) => {
      if (error instanceof OutboundRefused) throw ProviderRefused(error.message);
      if (error instanceof OutboundFailed) throw (error.by === 'timeout' ? ProviderTimeout : ProviderUnavailable)();
      throw error;
    });

/** The same for a `fetch` that a library calls. The library may wrap what this throws, as the cause of its own error. */
export const providerFetch =
  (call: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) =>
    call(input, init).catch((error: unknown) => {
      const refused = [error, (error as Error).cause].find((each) => each instanceof OutboundRefused);
      throw refused ? ProviderRefused(refused.message) : error;
    });
