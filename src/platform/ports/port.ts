import type { z } from 'zod';

/** What a module needs of the outside world. The module owns the interface; adapters implement it. */
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

export const adapter = <T, S extends z.ZodType>(declaration: Adapter<T, S>): Adapter<T, S> => declaration;
