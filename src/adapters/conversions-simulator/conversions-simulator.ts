import { type ConversionEvent, type Conversions, ConversionsConfig, conversions } from '#modules/accounting/index.ts';
import { toTimestamp } from '#platform/date.ts';
import { type Adapter, adapter, ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';

/** An event as the simulated provider stores it. */
export type ReceivedConversion = Omit<ConversionEvent, 'at'> & { at: string };

/** Access tokens that make it fail; any other token is accepted. */
export const failingTokens = {
  refused: 'token-refused',
  unavailable: 'token-unavailable',
  timeout: 'token-timeout',
} as const;

/** A simulated conversions provider: it stores the events that it receives and fails on demand. */
export const conversionsSimulator = (store: SimulatorStore): Adapter<Conversions, typeof ConversionsConfig> =>
  adapter({
    port: conversions,
    name: 'simulator',
    config: ConversionsConfig,
    connect: ({ accessToken }, organizationId) => ({
      send: async (event) => {
        if (accessToken === failingTokens.refused) throw ProviderRefused('The access token is not valid.');
        if (accessToken === failingTokens.unavailable) throw ProviderUnavailable();
        if (accessToken === failingTokens.timeout) throw ProviderTimeout();
        const received: ReceivedConversion = { ...event, at: toTimestamp(event.at) };
        // A repeated event is accepted and counts once.
        await store.transaction((objects) => objects.insert('event', event.id, organizationId, received));
        return { received: 1, traceId: `sim-${event.id}` };
      },
    }),
  });
