import type { z } from 'zod';
import { Refusal, type RefusalKind, refusal } from '../refusal.ts';

/** An interface to an external service. The module owns it; adapters implement it. */
export interface Port<T> {
  readonly name: string;
  /** Never set: carries the type of what the port offers. */
  readonly offers?: T;
}

export const port = <T>(name: string): Port<T> => ({ name });

/** One way to reach the outside: a plain object with a schema for what an organization must configure. */
export interface Adapter<T = unknown, S extends z.ZodType = z.ZodType> {
  readonly port: Port<T>;
  readonly name: string;
  readonly config: S;
  connect(config: z.output<S>, organizationId: string): T;
}

/** Failures of any provider. After either of these a call may have had its effect: repeat it with the same key. */
export const ProviderUnavailable = refusal('provider_unavailable', 'The provider cannot be reached. Try again.', 502);
export const ProviderTimeout = refusal('provider_timeout', 'The provider did not answer in time. Try again.', 504);
/** The provider refused the request: nothing was done, and repeating it will not help. */
export const ProviderRefused = refusal('provider_refused', 'The provider refused the request: see `detail`.');

export const isRefusal = (error: unknown, ...kinds: RefusalKind[]): error is Refusal =>
  error instanceof Refusal && kinds.includes(error.kind);

export const adapter = <T, S extends z.ZodType>(declaration: Adapter<T, S>): Adapter<T, S> => declaration;
