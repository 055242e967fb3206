import type { z } from 'zod';

/** What a job is called, takes and may use: all that enqueues and queues it, without the work itself. */
export interface JobSpec<S extends z.core.$ZodType = z.core.$ZodType> {
  readonly name: string;
  readonly payload: S;
  /** A lane of its own keeps slow work from standing in front of quick work. */
  readonly queue: Queue;
  readonly attempts: number;
  readonly backoffSeconds: number;
  readonly timeoutSeconds: number;
  /** Runs by the clock instead of by request; exactly one process of many starts it. */
  readonly cron?: { expression: string; timeZone: string } | undefined;
}

export type Queue = 'default' | 'deliveries';

export interface EnqueueOptions {
  startAt?: Temporal.Instant;
  /** Jobs of one group never take all the places of their lane: a receiver that hangs delays only itself. */
  group?: string;
}

export interface EnqueuedJob {
  job: JobSpec;
  payload: unknown;
  options: EnqueueOptions;
}
