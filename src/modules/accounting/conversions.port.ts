import { z } from 'zod';
import { port } from '#platform/ports/port.ts';

/**
 * Reports sales as conversions, so that an advertiser sees the effect of its advertisements. Besides
 * `ProviderRefused`, a call may end in `ProviderUnavailable` or `ProviderTimeout`: sending the same event again is safe,
 * because the provider recognises its id.
 */
export const conversions = port<Conversions>('conversions');

export interface Conversions {
  send(event: ConversionEvent): Promise<ConversionReceipt>;
}

export interface ConversionEvent {
  id: string;
  /** `Purchase`, `Lead`, … */
  name: string;
  at: Temporal.Instant;
  /** Whose conversion it is. Adapters send hashes, never the address itself. */
  email: string;
  value: { amount: string; currency: string };
  /** Marks a test event, which the provider does not count. Null where the division has no such code. */
  testEventCode: string | null;
}

export interface ConversionReceipt {
  /** The number of events that the provider accepted. */
  received: number;
  /** The provider's own name for the call, for its support. */
  traceId: string | null;
}

/** The settings of a division. */
export const ConversionsConfig = z.object({
  url: z.string().nullable(),
  accessToken: z.string(),
  testEventCode: z.string().nullable(),
});
export type ConversionsConfig = z.infer<typeof ConversionsConfig>;
