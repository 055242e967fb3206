import { OutboundFailed, type OutboundFetch, OutboundRefused } from '../http/outbound.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from './port.ts';

/** The guarded way out for adapters: no answer, or an address that is not called, becomes an outcome that every port knows. */
export const providerCall =
  (call: OutboundFetch): OutboundFetch =>
  (url, request) =>
    call(url, request).catch((error: unknown) => {
      if (error instanceof OutboundRefused) throw ProviderRefused(error.message);
      if (error instanceof OutboundFailed) throw (error.by === 'timeout' ? ProviderTimeout : ProviderUnavailable)();
      throw error;
    });
