import type { z } from 'zod';
import type { JobContext } from '../context.ts';

/** Work that happens after the transaction, once it has committed: at least once, again after a failure. */
export interface Job<S extends z.core.$ZodType = z.core.$ZodType> {
  readonly name: string;
  readonly payload: S;
  /** A lane of its own keeps slow work from standing in front of quick work. */
  readonly queue: Queue;
  readonly attempts: number;
  readonly backoffSeconds: number;
  readonly timeoutSeconds: number;
  /** Runs by the clock instead of by request; exactly one process of many starts it. */
  readonly cron?: { expression: string; timeZone: string } | undefined;
  run(ctx: JobContext, payload: z.core.output<S>): Promise<void>;
}

export type Queue = 'default' | 'deliveries';

export function job<S extends z.core.$ZodType>(
  declaration: Pick<Job<S>, 'name' | 'payload' | 'run'> & Partial<Omit<Job<S>, 'name' | 'payload' | 'run'>>,
): Job<S> {
  return { queue: 'default', attempts: 8, backoffSeconds: 5, timeoutSeconds: 300, ...declaration };
}

export interface EnqueueOptions {
  startAt?: Temporal.Instant;
  /** Jobs of one group never take all the places of their lane: a receiver that hangs delays only itself. */
  group?: string;
}

export interface EnqueuedJob {
  job: Job;
  payload: unknown;
  options: EnqueueOptions;
}
