import type { z } from 'zod';
import type { JobContext } from '../context.ts';
import type { JobSpec } from './job-spec.ts';

/** Work that happens after the transaction, once it has committed: at least once, again after a failure. */
export interface Job<S extends z.core.$ZodType = z.core.$ZodType> extends JobSpec<S> {
  run(ctx: JobContext, payload: z.core.output<S>): Promise<void>;
}

export function job<S extends z.core.$ZodType>(
  declaration: Pick<Job<S>, 'name' | 'payload' | 'run'> & Partial<Omit<Job<S>, 'name' | 'payload' | 'run'>>,
): Job<S> {
  return { queue: 'default', attempts: 8, backoffSeconds: 5, timeoutSeconds: 300, ...declaration };
}
